import type { LoadView } from './load.ts';

/** A running crawl's sign of life: kept in the store, so that `status` and `/metrics` of another process know how it stands. */
export interface WorkerBeat {
  /** Name of the process: host, process id, start. */
  readonly owner: string;
  readonly run: string;
  readonly kind: 'crawl' | 'watch';
  readonly startedAt: Date;
  /** When it was written. */
  readonly at: Date;
  readonly pages: number;
  readonly failures: number;
  readonly pagesPerSecond: number;
  readonly load: LoadView;
}

/** A process that was silent for so long is gone, or hangs: it writes every 5 s. */
export const beatEveryMs = 5_000;
export const silentAfterMs = 30_000;
/** What a process said last is kept for this long: until then somebody may ask whether it is gone. */
export const forgottenAfterMs = 24 * 3_600_000;
