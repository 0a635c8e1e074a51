import { forgottenAfterMs, type WorkerBeat, workerBeatSchema } from '../../../model/crawl/worker-beat.ts';
import { collection } from '../../collection.ts';
import type { OpenRecords, RecordsOf } from '../../engine/records.ts';

export const workers = collection({
  name: 'workers',
  schema: workerBeatSchema,
  key: ['owner'],
  columns: ['at'],
  isLarge: true,
  isLocal: true,
});

/** The last beat of each process that crawls. */
export class Workers {
  readonly #workers: RecordsOf<typeof workers>;

  constructor(open: OpenRecords) {
    this.#workers = open(workers);
  }

  /** Replaces the owner's last beat. */
  async beat(beat: WorkerBeat): Promise<void> {
    await this.#workers.put(beat);
  }

  /** Removes the owner's beat: its process ended in order. */
  async remove(owner: string): Promise<void> {
    await this.#workers.removeKeys([[owner]]);
  }

  /** Beats at `since` or later, by owner. Removes those that are a day older than `since`. */
  async heardSince(since: Date): Promise<WorkerBeat[]> {
    await this.#workers.remove({ at: { lt: new Date(since.getTime() - forgottenAfterMs) } });
    return (await this.list()).filter(({ at }) => at >= since);
  }

  /** All beats, by owner: also of processes that died, for a day. */
  async list(): Promise<WorkerBeat[]> {
    return await this.#workers.find({ order: ['owner'] });
  }
}
