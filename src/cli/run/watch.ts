import type { Command } from 'commander';
import type { ExitCode } from '../../errors.ts';
import { parseConcurrencyOption } from '../options.ts';
import type { Session } from '../session.ts';
import { failOnOption } from './crawl.ts';
import { runUntilStopped } from './run-until-stopped.ts';

interface WatchCommandOptions {
  readonly concurrency?: number | 'auto';
  readonly failOn?: 'drift';
}

export function addWatch(program: Command, session: Session): void {
  program
    .command('watch')
    .description('crawl continuously until Ctrl-C: polls sources at their interval and revisits pages')
    .argument('[target...]', 'hosts of scrapers, or http(s) addresses (default: all scrapers)')
    .option(
      '--concurrency <tasks>',
      'tasks at once: a number, or auto (by CPU, memory and event loop)',
      parseConcurrencyOption,
    )
    .addOption(failOnOption())
    .addHelpText(
      'after',
      '\nExit codes: 0 stopped by SIGINT or SIGTERM, drained and saved; 30 with --fail-on drift: a layout has changed meanwhile; 11 stopped at once by a second one. The next `watch` continues either way.',
    )
    .action(async (targets: string[], options: WatchCommandOptions) => {
      session.exitCode = await watch(session, targets, options);
    });
}

async function watch(session: Session, targets: readonly string[], options: WatchCommandOptions): Promise<ExitCode> {
  const { failOn } = options;
  const begin = 'Watching. Ctrl-C drains, saves and ends.';
  return await runUntilStopped(session, { ...options, command: 'watch', begin, failOn }, (app, given) =>
    app.watch({ ...given, targets }),
  );
}
