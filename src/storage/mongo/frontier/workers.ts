import { forgottenAfterMs, type WorkerBeat } from '../../../model/crawl/worker-beat.ts';
import type { Workers } from '../../crawl/workers-port.ts';
import { workerBeatOf } from '../../records/crawl/workers.ts';
import type { Collections } from '../collections.ts';
import { withKey } from '../documents.ts';

export class MongoWorkers implements Workers {
  readonly #workers: Collections['workers'];

  constructor({ workers }: Collections) {
    this.#workers = workers;
  }

  async beat({ owner, ...beat }: WorkerBeat): Promise<void> {
    await this.#workers.replaceOne({ _id: owner }, beat, { upsert: true });
  }

  async remove(owner: string): Promise<void> {
    await this.#workers.deleteOne({ _id: owner });
  }

  async heardSince(since: Date): Promise<WorkerBeat[]> {
    await this.#workers.deleteMany({ at: { $lt: new Date(since.getTime() - forgottenAfterMs) } });
    return (await this.list()).filter(({ at }) => at >= since);
  }

  async list(): Promise<WorkerBeat[]> {
    const documents = await this.#workers.find({}).sort({ _id: 1 }).toArray();
    return documents.map((document) => workerBeatOf(withKey('owner', document)));
  }
}
