import type { CrawlOptions } from '../../app.ts';
import type { PageLimit } from './capacity/page-limit.ts';
import type { ProgressMeter } from './progress.ts';
import type { CrawlReport } from './report.ts';

type EndReason = CrawlReport['ended'];

/** Decides when a run takes no more tasks, and why. A failed run ends like one that is stopped: running tasks may finish. */
export function endOfRun(
  options: Pick<CrawlOptions, 'signal' | 'timeLimitMs' | 'failureLimit'>,
  meter: ProgressMeter,
  pages: PageLimit,
) {
  let failure: { readonly error: unknown } | null = null;
  const failing = new AbortController();
  return {
    /** Aborted when the run is stopped or fails. */
    signal: AbortSignal.any([options.signal, failing.signal]),
    fail: (error: unknown): void => {
      failure ??= { error };
      failing.abort();
    },
    throwFailure: (): void => {
      if (failure !== null) throw failure.error;
    },
    /** Null: the run goes on. */
    reason: (): Exclude<EndReason, 'finished' | 'incomplete' | 'no-browser'> | null => {
      if (failure !== null || options.signal.aborted) return 'interrupted';
      if (options.timeLimitMs !== null && meter.elapsedMs >= options.timeLimitMs) return 'time-limit';
      if (pages.isReached) return 'limit';
      if (options.failureLimit !== null && meter.failures >= options.failureLimit) return 'failure-limit';
      return null;
    },
  };
}
