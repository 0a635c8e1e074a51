import { z } from 'zod';
import { record } from '../schema.ts';

const hub = {
  url: z.string(),
  topic: z.string(),
};

/** A hub that announces the changes of a feed (WebSub), and the address of the feed as the hub knows it. */
const hubSchema = record(hub);
export type Hub = z.infer<typeof hubSchema>;

/**
 * How a subscription stands. `wanted`: the hub is asked, or asked again, when `askAt` has come; `active`: the hub has confirmed it until `expiresAt`; `denied`: the hub
 * refuses it.
 */
export type SubscriptionState = 'wanted' | 'active' | 'denied';

/** The subscription of a source to its hub. */
export const subscriptionSchema = record({
  ...hub,
  sourceId: z.string(),
  /** Nobody guesses it: the last part of the address that the hub calls. */
  token: z.string(),
  /** The hub signs its notices with it. */
  secret: z.string(),
  state: z.enum(['wanted', 'active', 'denied']),
  /** When the hub is asked next; before the lease ends, it is asked to renew it. */
  askAt: z.date(),
  /** Requests since the hub confirmed last. */
  asked: z.number(),
  /** End of the lease; null: the hub has confirmed none. */
  expiresAt: z.date().nullable(),
  notices: z.number(),
  lastNoticeAt: z.date().nullable(),
  /** Why the last request failed, or the hub refuses; '' where neither is so. */
  detail: z.string(),
});
export type Subscription = z.infer<typeof subscriptionSchema>;

/** Whether the hub announces changes to us now. */
export const isSubscribed = (subscription: Subscription | null, now: Date): boolean =>
  subscription?.state === 'active' && subscription.expiresAt !== null && subscription.expiresAt > now;
