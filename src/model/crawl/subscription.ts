/** A hub that announces the changes of a feed (WebSub), and the address of the feed as the hub knows it. */
export interface Hub {
  readonly url: string;
  readonly topic: string;
}

/**
 * How a subscription stands. `wanted`: the hub is asked, or asked again, when `askAt` has come; `active`: the hub has confirmed it until `expiresAt`; `denied`: the hub
 * refuses it.
 */
export type SubscriptionState = 'wanted' | 'active' | 'denied';

/** The subscription of a source to its hub. */
export interface Subscription extends Hub {
  readonly sourceId: string;
  /** Nobody guesses it: the last part of the address that the hub calls. */
  readonly token: string;
  /** The hub signs its notices with it. */
  readonly secret: string;
  readonly state: SubscriptionState;
  /** When the hub is asked next; before the lease ends, it is asked to renew it. */
  readonly askAt: Date;
  /** Requests since the hub confirmed last. */
  readonly asked: number;
  /** End of the lease; null: the hub has confirmed none. */
  readonly expiresAt: Date | null;
  readonly notices: number;
  readonly lastNoticeAt: Date | null;
  /** Why the last request failed, or the hub refuses; '' where neither is so. */
  readonly detail: string;
}

/** Whether the hub announces changes to us now. */
export const isSubscribed = (subscription: Subscription | null, now: Date): boolean =>
  subscription?.state === 'active' && subscription.expiresAt !== null && subscription.expiresAt > now;
