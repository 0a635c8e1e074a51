import type { Command } from 'commander';
import type { App, WorkerOptions } from '../../app.ts';
import { type ExitCode, exitCodes } from '../../errors.ts';
import type { CrawlReport } from '../../run/report.ts';
import { sayBrokenScrapers } from '../broken-scrapers.ts';
import { parseConcurrencyOption } from '../options.ts';
import type { Session } from '../session.ts';
import { exitOfRun, failOnOption, reportRun } from './crawl.ts';
import { openProgress } from './progress.ts';
import type { ReportLook } from './report.ts';

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

interface WorkerCommandOptions {
  readonly concurrency?: number | 'auto';
}

export function addWorker(program: Command, session: Session): void {
  program
    .command('worker')
    .description('work on the hosts that `watch` gives through the queue (NEWSHAWK_QUEUE), beside other workers')
    .option(
      '--concurrency <tasks>',
      'tasks at once: a number, or auto (by CPU, memory and event loop)',
      parseConcurrencyOption,
    )
    .addHelpText(
      'after',
      '\nExit codes: 0 stopped by SIGINT or SIGTERM, drained and saved; 4 without a queue; 9 the queue does not answer at the start; 11 stopped at once by a second one.',
    )
    .action(async (options: WorkerCommandOptions) => {
      const begin = 'Working on what the queue gives. Ctrl-C drains, saves and ends.';
      session.exitCode = await runUntilStopped(session, { ...options, command: 'worker', begin }, (app, given) =>
        app.worker(given),
      );
    });
}

interface EndlessRun {
  readonly command: ReportLook['command'];
  /** What is said at the beginning. */
  readonly begin: string;
  readonly concurrency?: number | 'auto';
  readonly failOn?: 'drift' | undefined;
}

/** Runs a command that has no end by itself, with its progress and its report. */
export async function runUntilStopped(
  session: Session,
  { command, begin, concurrency, failOn }: EndlessRun,
  run: (app: App, given: WorkerOptions) => Promise<CrawlReport>,
): Promise<ExitCode> {
  await using app = await session.openApp({ live: true });
  session.say(begin);
  await sayBrokenScrapers(session, app);
  const view = openProgress(session);
  const report = await run(app, {
    concurrency: concurrency ?? null,
    signal: session.signal,
    onProgress: (progress) => view.update(progress),
  }).finally(() => view[Symbol.dispose]());
  await reportRun(session, app, report, command);
  // A stop is the normal end: a supervisor that restarts after failures must not start it again.
  const code = exitOfRun(report, failOn);
  return code === exitCodes.interrupted ? exitCodes.ok : code;
}
