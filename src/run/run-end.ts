import type { RunRules } from '../app.ts';
import type { Task } from '../model/crawl/task.ts';
import type { ProgressMeter } from './progress.ts';
import type { CrawlReport } from './report.ts';

type EndReason = CrawlReport['ended'];

/** Decides when a run takes no more tasks, and why. A failed run ends like one that is stopped: running tasks may finish. */
export function endOfRun(options: RunRules, meter: ProgressMeter, pages: PageLimit) {
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

/** The limit of pages per run. Pages count when they begin, so the limit holds at any concurrency; a retried page counts once. */
export class PageLimit {
  readonly #max: number;
  readonly #begun = new Set<string>();

  /** @param max null: no limit */
  constructor(max: number | null) {
    this.#max = max ?? Number.POSITIVE_INFINITY;
  }

  get isReached(): boolean {
    return this.#begun.size >= this.#max;
  }

  begin({ kind, url }: Task): void {
    if (kind === 'page' && Number.isFinite(this.#max)) this.#begun.add(url);
  }
}
