import { z } from 'zod';
import { record } from '../../model/schema.ts';

/** What `GET /v1/events` tells (docs/api.md). */
export const serverEventTypes = [
  'article.created',
  'article.updated',
  'visit.ended',
  'failure.opened',
  'source.changed',
  'stats',
  'log',
  'events.lost',
] as const;
export type ServerEventType = (typeof serverEventTypes)[number];

/** The data of one event of the stream. */
export const serverEventSchema = record({
  type: z.enum(serverEventTypes),
  at: z.string().meta({ format: 'date-time' }),
  /** Null: of no site. */
  site: z.string().nullable(),
  data: z.unknown(),
}).meta({ id: 'ServerEvent' });

export interface ServerEvent extends z.infer<typeof serverEventSchema> {
  /** The same for the same happening, however often it is sent; null: it can't be resumed from. */
  readonly id: string | null;
}

/** Starts with the time, so that a server that has never sent it can find what came after it. @param name unique among events of this time */
export const eventId = (atMs: number, type: string, name: string): string =>
  `${Math.round(atMs)}.${type}.${encodeURIComponent(name)}`;

/** ms since 1970; null: it is no id of an event. */
export function timeOfEventId(id: string): number | null {
  const [, digits] = /^(\d{1,15})\.[a-z.]+\.[^\s]+$/.exec(id) ?? [];
  return digits === undefined ? null : Number(digits);
}
