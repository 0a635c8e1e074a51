import type { WorkerBeat } from '../model/crawl/worker-beat.ts';

/** Processes that crawl, as they said last. */
export interface Workers {
  /** Replaces what this owner said before. */
  beat(beat: WorkerBeat): Promise<void>;
  /** It ended in order. */
  gone(owner: string): Promise<void>;
  /** By owner; those that were heard of at `since` or later. What is older than that by a day is forgotten. */
  heardOf(since: Date): Promise<WorkerBeat[]>;
  /** All that did not end in order, as far as they are not forgotten, by owner. */
  list(): Promise<WorkerBeat[]>;
}
