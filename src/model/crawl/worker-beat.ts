import type { LoadView } from './load.ts';
import type { LogLine } from './log-line.ts';
import type { Run } from './run.ts';

/** A running crawl's heartbeat, kept in the store: `status` and `/metrics` of other processes read it. */
export interface WorkerBeat {
  /** Name of the process: host, process id, start. */
  readonly owner: string;
  readonly run: string;
  readonly kind: Run['kind'];
  readonly startedAt: Date;
  /** When it was written. */
  readonly at: Date;
  readonly pages: number;
  readonly failures: number;
  readonly pagesPerSecond: number;
  readonly load: LoadView;
  /** Since when the queue has not answered; null: it answers, or there is none. */
  readonly queueAwaySince: Date | null;
  /** The last lines of its log, oldest first; absent in beats of older versions. */
  readonly log?: readonly LogLine[];
  /** Of newshawk; absent in beats of older versions. */
  readonly version?: string;
}

/** Interval of the heartbeats. */
export const beatEveryMs = 5_000;
/** A process without a heartbeat for this time is dead or hangs. */
export const silentAfterMs = 30_000;
/** The last heartbeat of a process is kept for this time: until then another process may check whether it is dead. */
export const forgottenAfterMs = 24 * 3_600_000;
