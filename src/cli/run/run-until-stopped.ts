import type { App, WorkerOptions } from '../../app.ts';
import { type ExitCode, exitCodes } from '../../errors.ts';
import type { CrawlReport } from '../../run/report.ts';
import { sayBrokenScrapers } from '../broken-scrapers.ts';
import type { Session } from '../session.ts';
import { exitOfRun, reportRun } from './crawl.ts';
import { openProgress } from './progress.ts';
import type { ReportLook } from './report.ts';

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
