import type { WebhookDelivery } from '../../model/publish/webhook.ts';
import type { Deliveries, DeliveryClaim } from '../deliveries-port.ts';
import { deliveryOf, rearmed } from '../records/deliveries.ts';
import type { Collections } from './collections.ts';
import { withKey } from './documents.ts';
import { isDuplicateKey } from './mongo-error.ts';

export class MongoDeliveries implements Deliveries {
  readonly #deliveries: Collections['deliveries'];

  constructor({ deliveries }: Collections) {
    this.#deliveries = deliveries;
  }

  async add(deliveries: readonly WebhookDelivery[]): Promise<void> {
    for (const { id, ...delivery } of deliveries)
      await this.#deliveries.insertOne({ _id: id, ...delivery }).catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error; // it is there already
      });
  }

  async get(ids: readonly string[]): Promise<WebhookDelivery[]> {
    const documents = await this.#deliveries.find({ _id: { $in: [...ids] } }).toArray();
    return documents.map((document) => deliveryOf(withKey('id', document)));
  }

  async claim({ receivers, now, until, limit }: DeliveryClaim): Promise<WebhookDelivery[]> {
    if (limit === 0) return []; // to the driver 0 means all
    const due = await this.#deliveries
      .find({ state: 'waiting', receiver: { $in: [...receivers] }, nextAt: { $lte: now } })
      .sort({ nextAt: 1, _id: 1 })
      .limit(limit)
      .toArray();
    const claimed: WebhookDelivery[] = [];
    for (const { _id, nextAt } of due) {
      // another process may have claimed it meanwhile
      const document = await this.#deliveries.findOneAndUpdate(
        { _id, state: 'waiting', nextAt },
        { $set: { nextAt: until } },
        { returnDocument: 'after' },
      );
      if (document !== null) claimed.push(deliveryOf(withKey('id', document)));
    }
    return claimed;
  }

  async rearm(deliveries: readonly WebhookDelivery[], retryAt: Date): Promise<void> {
    for (const delivery of deliveries) {
      // another process may change it between the look and the write
      for (let isWritten = false; !isWritten; ) isWritten = await this.#rearmOne(delivery, retryAt);
    }
  }

  async #rearmOne(wanted: WebhookDelivery, retryAt: Date): Promise<boolean> {
    const document = await this.#deliveries.findOne({ _id: wanted.id });
    const stored = document === null ? null : deliveryOf(withKey('id', document));
    const { id, ...fields } = rearmed(stored, wanted, retryAt);
    if (stored === null)
      return await this.#deliveries.insertOne({ _id: id, ...fields }).then(
        () => true,
        (error: unknown) => {
          if (!isDuplicateKey(error)) throw error;
          return false;
        },
      );
    const { state, nextAt, attempts } = stored;
    return (await this.#deliveries.replaceOne({ _id: id, state, nextAt, attempts }, fields)).matchedCount === 1;
  }

  async settle({ nextAt }: WebhookDelivery, { id, ...ended }: WebhookDelivery): Promise<boolean> {
    return (await this.#deliveries.replaceOne({ _id: id, state: 'waiting', nextAt }, ended)).matchedCount === 1;
  }

  async save({ id, ...delivery }: WebhookDelivery): Promise<void> {
    await this.#deliveries.replaceOne({ _id: id }, delivery, { upsert: true });
  }

  async retry(states: readonly ('waiting' | 'failed')[], receiver: string | null, now: Date): Promise<number> {
    const { matchedCount } = await this.#deliveries.updateMany(
      { state: { $in: [...states] }, ...(receiver !== null && { receiver }) },
      { $set: { state: 'waiting', attempts: 0, nextAt: now } },
    );
    return matchedCount;
  }

  async list({ state, limit }: Parameters<Deliveries['list']>[0]): Promise<WebhookDelivery[]> {
    if (limit === 0) return [];
    const documents = await this.#deliveries
      .find(state === undefined ? {} : { state })
      .sort({ 'event.at': -1, _id: 1 })
      .limit(limit)
      .toArray();
    return documents.map((document) => deliveryOf(withKey('id', document)));
  }

  async counts(): ReturnType<Deliveries['counts']> {
    const groups = await this.#deliveries
      .aggregate<{ readonly _id: Pick<WebhookDelivery, 'receiver' | 'state'>; readonly count: number }>([
        { $match: { receiver: { $gte: '' } } }, // all: it makes the server read the index, and no delivery
        { $group: { _id: { receiver: '$receiver', state: '$state' }, count: { $sum: 1 } } },
        { $sort: { '_id.receiver': 1, '_id.state': 1 } },
      ])
      .toArray();
    return groups.map(({ _id: { receiver, state }, count }) => ({ receiver, state, count }));
  }

  async deleteDelivered(before: Date): Promise<number> {
    return (await this.#deliveries.deleteMany({ state: 'delivered', nextAt: { $lt: before } })).deletedCount;
  }

  async deleteOf(receiver: string): Promise<number> {
    return (await this.#deliveries.deleteMany({ receiver })).deletedCount;
  }
}
