/** Events that newshawk tells to receivers (docs/webhooks.md). */
export const webhookEventTypes = [
  'article.created',
  'article.updated',
  'extraction.drift',
  'extraction.healed',
  'source.failing',
  'source.recovered',
  'alert.opened',
  'alert.resolved',
  'alert.found',
  'webhook.test',
] as const;
/** What hubs are told (docs/publishing.md): a feed has changed. */
export const feedChanged = 'feed.changed';
export type WebhookEventType = (typeof webhookEventTypes)[number];

type Plain = string | number | boolean | null;
/** An item of a list in an event. */
export type EventItem = Readonly<Record<string, Plain | Readonly<Record<string, Plain>>>>;
export type EventValue = Plain | readonly string[] | readonly EventItem[];
export type EventData = Readonly<Record<string, EventValue>>;

/** Something that happened. */
export interface WebhookEvent {
  /** The same for the same happening, whoever notices it, and however often it is sent. */
  readonly id: string;
  readonly type: WebhookEventType | typeof feedChanged;
  readonly at: Date;
  /** As JSON. */
  readonly data: EventData;
}

/** An event on its way to one receiver. */
export interface WebhookDelivery {
  /** Of event and receiver. */
  readonly id: string;
  /** How and where to: for addresses that may hold secrets, their host with the start of the address's hash. */
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

/** Whether a receiver that asked for these wants an event: `alert.*` stands for all that begin so. A test goes to all. */
export const wantsEvent = (wanted: readonly string[], type: WebhookEvent['type']): boolean =>
  type === 'webhook.test' ||
  wanted.some((pattern) => (pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : pattern === type));

/** Whether any event has this name, or is meant by this pattern. */
export const isEventPattern = (pattern: string): boolean =>
  /^(\*|[a-z]+\.(\*|[a-z]+))$/.test(pattern) &&
  webhookEventTypes.some((type) => type !== 'webhook.test' && wantsEvent([pattern], type));
