import type { HostRest } from '../../../model/crawl/host-rest.ts';
import type { HostRests } from '../../crawl/host-rests-port.ts';
import { restAt } from '../../records/crawl/host-rests.ts';
import type { Collections } from '../collections.ts';
import { withKey } from '../documents.ts';

export class MongoHostRests implements HostRests {
  readonly #rests: Collections['hostRests'];

  constructor({ hostRests }: Collections) {
    this.#rests = hostRests;
  }

  async save({ host, ...rest }: HostRest): Promise<void> {
    await this.#rests.replaceOne({ _id: host }, rest, { upsert: true });
  }

  async list(now: Date): Promise<HostRest[]> {
    await this.#rests.deleteMany({ until: { $lte: now } });
    const documents = await this.#rests.find({}).sort({ _id: 1 }).toArray();
    return documents.map((document) => restAt(withKey('host', document), now));
  }
}
