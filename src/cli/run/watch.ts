import type { Command } from 'commander';
import { type ExitCode, exitCodes } from '../../errors.ts';
import { parseConcurrencyOption } from '../options.ts';
import type { Session } from '../session.ts';
import { exitOfRun, failOnOption, reportRun } from './crawl.ts';
import { openProgress } from './progress.ts';

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
      '\nExit codes: 0 stopped by SIGINT or SIGTERM, drained and saved; 18 with --fail-on drift: a layout has changed meanwhile; 11 stopped at once by a second one. The next `watch` continues either way.',
    )
    .action(async (targets: string[], options: WatchCommandOptions) => {
      session.exitCode = await watch(session, targets, options);
    });
}

async function watch(session: Session, targets: readonly string[], options: WatchCommandOptions): Promise<ExitCode> {
  const { concurrency = null, failOn } = options;
  await using app = await session.openApp({ live: true });
  session.say('Watching. Ctrl-C drains, saves and ends.');
  const view = openProgress(session);
  const report = await app
    .watch({ targets, concurrency, signal: session.signal, onProgress: (progress) => view.update(progress) })
    .finally(() => view[Symbol.dispose]());
  await reportRun(session, app, report, 'watch');
  // A stop is the normal end: a supervisor that restarts after failures must not start it again.
  const code = exitOfRun(report, failOn);
  return code === exitCodes.interrupted ? exitCodes.ok : code;
}
