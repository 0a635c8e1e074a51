import { z } from 'zod';
import { count, listOf, record } from '../schema.ts';

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

const plainSchema = z.union([z.string(), z.number(), z.boolean()]).nullable();
/** An item of a list in an event. */
const eventItemSchema = z
  .record(z.string(), z.union([plainSchema, z.record(z.string(), plainSchema).readonly()]))
  .readonly();
export type EventItem = z.infer<typeof eventItemSchema>;
const eventValueSchema = z.union([plainSchema, listOf(z.string()), listOf(eventItemSchema)]);
export type EventValue = z.infer<typeof eventValueSchema>;
const eventDataSchema = z.record(z.string(), eventValueSchema).readonly();
export type EventData = z.infer<typeof eventDataSchema>;

/** Something that happened. */
const eventSchema = record({
  /** The same for the same happening, whoever notices it, and however often it is sent. */
  id: z.string(),
  type: z.enum([...webhookEventTypes, feedChanged]),
  at: z.date(),
  /** As JSON. */
  data: eventDataSchema,
});
export type WebhookEvent = z.infer<typeof eventSchema>;

/** An event on its way to one receiver. */
export const webhookDeliverySchema = record({
  /** Of event and receiver. */
  id: z.string(),
  /** How and where to: for addresses that may hold secrets, their host with the start of the address's hash. */
  receiver: z.string(),
  event: eventSchema,
  /** `failed`: after all attempts. It waits again when the receiver answers another delivery, or when a person asks for it. */
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: count,
  /** When the next attempt is due; of other states, when the last one ended. */
  nextAt: z.date(),
  /** Why the last attempt failed; null: it did not, or there was none. */
  detail: z.string().nullable(),
});
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>;

/** Whether a receiver that asked for these wants an event: `alert.*` stands for all that begin so. A test goes to all. */
export const wantsEvent = (wanted: readonly string[], type: WebhookEvent['type']): boolean =>
  type === 'webhook.test' ||
  wanted.some((pattern) => (pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : pattern === type));

/** Whether any event has this name, or is meant by this pattern. */
export const isEventPattern = (pattern: string): boolean =>
  /^(\*|[a-z]+\.(\*|[a-z]+))$/.test(pattern) &&
  webhookEventTypes.some((type) => type !== 'webhook.test' && wantsEvent([pattern], type));
