import { type Subscription, subscriptionSchema } from '../../../model/crawl/subscription.ts';
import { collection } from '../../collection.ts';
import type { OpenRecords, RecordsOf } from '../../engine/records.ts';

export const subscriptions = collection({
  name: 'subscriptions',
  schema: subscriptionSchema,
  key: ['sourceId'],
  columns: ['token', 'askAt'],
  indexes: [{ by: ['token'] }, { by: ['askAt', 'sourceId'] }],
});

/** Subscriptions of sources to their hubs. */
export class Subscriptions {
  readonly #subscriptions: RecordsOf<typeof subscriptions>;

  constructor(open: OpenRecords) {
    this.#subscriptions = open(subscriptions);
  }

  /** Adds the subscription of a source, or replaces it. */
  async put(subscription: Subscription): Promise<void> {
    await this.#subscriptions.put(subscription);
  }

  async ofSource(sourceId: string): Promise<Subscription | null> {
    return await this.#subscriptions.get(sourceId);
  }

  async byToken(token: string): Promise<Subscription | null> {
    const [subscription] = await this.#subscriptions.find({ where: { token }, limit: 1 });
    return subscription ?? null;
  }

  /** For a source that is not there any more. */
  async remove(sourceId: string): Promise<void> {
    await this.#subscriptions.removeKeys([[sourceId]]);
  }

  /** Those whose hub is to be asked by now, the longest overdue first. Reads an index. */
  async toAsk(now: Date, limit: number): Promise<Subscription[]> {
    return await this.#subscriptions.find({ where: { askAt: { lte: now } }, order: ['askAt', 'sourceId'], limit });
  }
}
