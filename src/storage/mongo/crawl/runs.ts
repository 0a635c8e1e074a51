import type { Run } from '../../../model/crawl/run.ts';
import type { Runs } from '../../crawl/runs-port.ts';
import { runOf } from '../../records/crawl/runs.ts';
import type { Collections } from '../collections.ts';
import { withKey } from '../documents.ts';

export class MongoRuns implements Runs {
  readonly #runs: Collections['runs'];

  constructor({ runs }: Collections) {
    this.#runs = runs;
  }

  async start({ id, ...run }: Run): Promise<void> {
    await this.#runs.updateOne({ _id: id }, { $setOnInsert: run }, { upsert: true });
  }

  async finish(id: string, at: Date): Promise<void> {
    await this.#runs.updateOne({ _id: id, finishedAt: null }, { $set: { finishedAt: at } });
  }

  async unfinished(): Promise<Run[]> {
    const documents = await this.#runs.find({ finishedAt: null }).sort({ startedAt: -1, _id: -1 }).toArray();
    return documents.map((document) => runOf(withKey('id', document)));
  }

  async takeOver(id: string, { from, to }: { readonly from: string; readonly to: string }): Promise<boolean> {
    const taken = await this.#runs.updateOne({ _id: id, owner: from, finishedAt: null }, { $set: { owner: to } });
    return taken.matchedCount === 1;
  }

  async list(limit: number): Promise<Run[]> {
    if (limit === 0) return []; // to the driver 0 means all
    const documents = await this.#runs.find({}).sort({ startedAt: -1, _id: -1 }).limit(limit).toArray();
    return documents.map((document) => runOf(withKey('id', document)));
  }
}
