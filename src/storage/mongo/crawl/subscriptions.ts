import type { Subscription } from '../../../model/crawl/subscription.ts';
import type { Subscriptions } from '../../crawl/subscriptions-port.ts';
import { subscriptionOf } from '../../records/crawl/subscriptions.ts';
import type { Collections } from '../collections.ts';
import { withKey } from '../documents.ts';

export class MongoSubscriptions implements Subscriptions {
  readonly #subscriptions: Collections['subscriptions'];

  constructor({ subscriptions }: Collections) {
    this.#subscriptions = subscriptions;
  }

  async put({ sourceId, ...subscription }: Subscription): Promise<void> {
    await this.#subscriptions.replaceOne({ _id: sourceId }, subscription, { upsert: true });
  }

  async ofSource(sourceId: string): Promise<Subscription | null> {
    return await this.#first({ _id: sourceId });
  }

  async byToken(token: string): Promise<Subscription | null> {
    return await this.#first({ token });
  }

  async remove(sourceId: string): Promise<void> {
    await this.#subscriptions.deleteOne({ _id: sourceId });
  }

  async toAsk(now: Date, limit: number): Promise<Subscription[]> {
    if (limit < 1) return []; // to the driver 0 means all
    const query = this.#subscriptions.find({ askAt: { $lte: now } }).sort({ askAt: 1, _id: 1 });
    return (await query.limit(limit).toArray()).map((document) => subscriptionOf(withKey('sourceId', document)));
  }

  async #first(query: { readonly _id?: string; readonly token?: string }): Promise<Subscription | null> {
    const document = await this.#subscriptions.findOne(query);
    return document === null ? null : subscriptionOf(withKey('sourceId', document));
  }
}
