/** Events that newshawk tells to receivers of webhooks (docs/webhooks.md). */
export const webhookEventTypes = ['extraction.drift', 'extraction.healed', 'webhook.test'] as const;
/** What hubs are told (docs/publishing.md): a feed has changed. */
export const feedChanged = 'feed.changed';
export type WebhookEventType = (typeof webhookEventTypes)[number];

/** Something that happened. */
export interface WebhookEvent {
  /** The same for the same happening, whoever notices it, and however often it is sent. */
  readonly id: string;
  readonly type: WebhookEventType | typeof feedChanged;
  readonly at: Date;
  /** As JSON. */
  readonly data: Readonly<Record<string, string | number | boolean | null>>;
}

/** An event on its way to one receiver. */
export interface WebhookDelivery {
  /** Of event and receiver. */
  readonly id: string;
  /** Host of the receiver's address, with the start of the address's hash: addresses may hold secrets. */
  readonly receiver: string;
  readonly event: WebhookEvent;
  /** `failed`: after all attempts. It waits again when the receiver answers another delivery, or when a person asks for it. */
  readonly state: 'waiting' | 'delivered' | 'failed';
  readonly attempts: number;
  /** When the next attempt is due; of other states, when the last one ended. */
  readonly nextAt: Date;
  /** Why the last attempt failed; null: it did not, or there was none. */
  readonly detail: string | null;
}
