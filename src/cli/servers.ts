import { once } from 'node:events';
import type { Command } from 'commander';
import type { App } from '../app.ts';
import { CommandError, exitCodes } from '../errors.ts';
import { listen } from './listen.ts';
import { parseWholeNumber } from './options.ts';
import type { Session } from './session.ts';

interface Options {
  readonly http?: true;
  readonly host?: string;
  readonly port?: number;
}

/** Not the port of `serve`: both may run. */
const defaultPort = 8781;

const help = `
Tools: extract, media, search_articles, get_article, crawl, explain, failures. docs/mcp.md has the configuration of clients.

Without --http, one client talks over stdin and stdout, and its end ends the command. Logs go to stderr.
Exit codes: 0 the client or Ctrl-C ended it, 4 the configuration or the port can't be used, 8 the store can't be opened.`;

export function addMcp(program: Command, session: Session): void {
  program
    .command('mcp')
    .description('serves the tools of newshawk to language models, by the Model Context Protocol (MCP)')
    .option('--http', 'streamable HTTP at /mcp instead of stdin and stdout')
    .option('--host <address>', 'with --http: address to listen on; any but loopback needs NEWSHAWK_HTTP_TOKEN')
    .option(
      '--port <port>',
      `with --http: port; 0: any free port; default: ${defaultPort}`,
      parseWholeNumber(0, 65_535),
    )
    .addHelpText('after', help)
    .action((options: Options) => mcp(session, options));
}

async function mcp(session: Session, options: Options): Promise<void> {
  if (options.http !== true && (options.host !== undefined || options.port !== undefined))
    throw new CommandError(exitCodes.usage, '--host and --port go with --http.');
  await using app = await session.openApp();
  // A store that can't be opened fails now, not at the first call.
  await (await app.store()).ping();
  await (options.http === true ? overHttp(session, app, options) : overStdio(session, app));
}

async function overStdio(session: Session, app: App): Promise<void> {
  if (session.io.isTty && session.outIsTerminal)
    session.say(
      'A client of MCP writes to stdin: `newshawk mcp` is started by it. Ctrl-C ends; docs/mcp.md says more.',
    );
  const { serveOverStdio } = await import('../mcp/stdio.ts');
  await serveOverStdio(app, {
    input: session.io.stdin,
    write: (text) => session.print(text),
    signal: session.signal,
  });
}

async function overHttp(session: Session, app: App, { host, port }: Options): Promise<void> {
  const { buildMcpHttp, mcpPath } = await import('../mcp/http.ts');
  const settings = { ...app.config, httpHost: host ?? '127.0.0.1', httpPort: port ?? defaultPort };
  const server = buildMcpHttp(app, settings);
  try {
    const address = `${await listen(server, settings)}${mcpPath}`;
    app.log.info('mcp.listening', { transport: 'http', address });
    session.say(`MCP is at ${address}. Ctrl-C ends.`);
    if (session.options.json) await session.printJson({ address });
    if (!session.signal.aborted) await once(session.signal, 'abort');
  } finally {
    await server.close();
  }
}

export function addServe(program: Command, session: Session): void {
  program
    .command('serve')
    .description('the HTTP API and the dashboard, until Ctrl-C')
    .option('--host <address>', 'address to listen on; any but loopback needs NEWSHAWK_HTTP_TOKEN')
    .option('--port <port>', 'port; 0: any free port', parseWholeNumber(0, 65_535))
    .action(async (options: Options) => {
      // a seventh of all modules, which the other commands do without
      const { runServer } = await import('./run-server.ts');
      await runServer(session, options);
    });
}
