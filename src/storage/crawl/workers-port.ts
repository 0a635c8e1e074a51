import type { WorkerBeat } from '../../model/crawl/worker-beat.ts';

/** The last beat of each process that crawls. */
export interface Workers {
  /** Replaces the owner's last beat. */
  beat(beat: WorkerBeat): Promise<void>;
  /** Removes the owner's beat: its process ended in order. */
  remove(owner: string): Promise<void>;
  /** Beats at `since` or later, by owner. Removes those that are a day older than `since`. */
  heardSince(since: Date): Promise<WorkerBeat[]>;
  /** All beats, by owner: also of processes that died, for a day. */
  list(): Promise<WorkerBeat[]>;
}
