import type { Command } from 'commander';
import { parseWholeNumber } from './options.ts';
import type { ServeOptions } from './run-server.ts';
import type { Session } from './session.ts';

export function addServe(program: Command, session: Session): void {
  program
    .command('serve')
    .description('the HTTP API and the dashboard, until Ctrl-C')
    .option('--host <address>', 'address to listen on; any but loopback needs NEWSHAWK_HTTP_TOKEN')
    .option('--port <port>', 'port; 0: any free port', parseWholeNumber(0, 65_535))
    .action(async (options: ServeOptions) => {
      // a seventh of all modules, which the other commands do without
      const { runServer } = await import('./run-server.ts');
      await runServer(session, options);
    });
}
