import type { Subscription } from '../../model/crawl/subscription.ts';

/** Subscriptions of sources to their hubs. */
export interface Subscriptions {
  /** Adds the subscription of a source, or replaces it. */
  put(subscription: Subscription): Promise<void>;
  ofSource(sourceId: string): Promise<Subscription | null>;
  byToken(token: string): Promise<Subscription | null>;
  /** For a source that is not there any more. */
  remove(sourceId: string): Promise<void>;
  /** Those whose hub is to be asked by now, the longest overdue first. Reads an index. */
  toAsk(now: Date, limit: number): Promise<Subscription[]>;
}
