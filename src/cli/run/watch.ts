import type { Command } from 'commander';
import type { App, EndlessRun } from '../../app.ts';
import { type ExitCode, exitCodes } from '../../errors.ts';
import type { CrawlReport } from '../../run/report.ts';
import { sayBrokenScrapers } from '../broken-scrapers.ts';
import { concurrencyOption } from '../options.ts';
import type { Session } from '../session.ts';
import { exitOfRun, failOnOption, reportRun } from './crawl.ts';
import { openProgress } from './progress.ts';

interface Options {
  readonly concurrency?: number | 'auto';
  readonly failOn?: 'drift';
}

export function addWatch(program: Command, session: Session): void {
  const begin = 'Watching. Ctrl-C drains, saves and ends.';
  program
    .command('watch')
    .description('crawl continuously until Ctrl-C: polls sources at their interval and revisits pages')
    .argument('[target...]', 'hosts of scrapers, or http(s) addresses (default: all scrapers)')
    .addOption(concurrencyOption())
    .addOption(failOnOption())
    .addHelpText(
      'after',
      '\nExit codes: 0 stopped by SIGINT or SIGTERM, drained and saved; 30 with --fail-on drift: a layout has changed meanwhile; 11 stopped at once by a second one. The next `watch` continues either way.',
    )
    .action(
      session.withApp(
        (app, targets: string[], options: Options) =>
          runUntilStopped(session, app, { ...options, command: 'watch', begin }, (run) =>
            app.watch({ ...run, targets }),
          ),
        { live: true },
      ),
    );
}

export function addWorker(program: Command, session: Session): void {
  const begin = 'Working on what the queue gives. Ctrl-C drains, saves and ends.';
  program
    .command('worker')
    .description('work on the hosts that `watch` gives through the queue (NEWSHAWK_QUEUE), beside other workers')
    .addOption(concurrencyOption())
    .addHelpText(
      'after',
      '\nExit codes: 0 stopped by SIGINT or SIGTERM, drained and saved; 4 without a queue; 9 the queue does not answer at the start; 11 stopped at once by a second one.',
    )
    .action(
      session.withApp(
        (app, options: Options) => runUntilStopped(session, app, { ...options, command: 'worker', begin }, app.worker),
        { live: true },
      ),
    );
}

/** Runs a command that has no end by itself, with its progress and its report. @param begin what is said at the beginning */
async function runUntilStopped(
  session: Session,
  app: App,
  { command, begin, concurrency, failOn }: Options & { readonly command: 'watch' | 'worker'; readonly begin: string },
  run: (run: EndlessRun) => Promise<CrawlReport>,
): Promise<ExitCode> {
  session.say(begin);
  await sayBrokenScrapers(session, app);
  const view = openProgress(session);
  const report = await run({
    concurrency: concurrency ?? null,
    signal: session.signal,
    onProgress: (progress) => view.update(progress),
  }).finally(() => view[Symbol.dispose]());
  await reportRun(session, app, report, command);
  // A stop is the normal end: a supervisor that restarts after failures must not start it again.
  const code = exitOfRun(report, failOn);
  return code === exitCodes.interrupted ? exitCodes.ok : code;
}
