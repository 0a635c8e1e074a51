import { z } from 'zod';
import type { FetchWay } from '../page/page.ts';
import type { ContentHash } from '../page/snapshot.ts';
import { record, textOf } from '../schema.ts';
import type { CanonicalUrl } from '../web/canonical-url.ts';
import { linksLeftBySchema } from './links-left.ts';
import type { DropReason, SkipReason } from './outcome.ts';

/** Unexpected endings; the table `policies` in errors.ts says what is done about each. */
export const errorKinds = [
  'unreachable',
  'blocked',
  'throttled',
  'timed-out',
  'too-large',
  'proxy',
  'browser-crashed',
  'no-browser',
  'no-proxy',
  'layout-changed',
  'low-confidence',
  'too-short',
  'misconfigured',
  'store',
  'process-died',
  'bug',
] as const;
export type ErrorKind = (typeof errorKinds)[number];

/** `recorded`: no article, but data or records that its site declares. */
export const visitOutcomes = ['stored', 'recorded', 'listed', 'dropped', 'deferred', 'skipped', 'failed'] as const;
export type VisitOutcome = (typeof visitOutcomes)[number];

/** A list that loads more when it is scrolled or clicked, beyond its budget. */
const listCutShortSchema = record({
  /** Links that were loaded beyond the first screen. */
  loaded: z.number(),
  /** Entries in all, as the page says; null: it does not. */
  total: z.number().nullable(),
  by: z.enum(['scrolled', 'clicked']),
  /** Which budget is used up. */
  why: z.string(),
});
export type ListCutShort = z.infer<typeof listCutShortSchema>;

/** How one task ended. Written once, and the only feedback to the scheduler. */
export const visitSchema = record({
  id: z.string(),
  /** The crawl or watch run that made it. */
  run: z.string(),
  url: textOf<CanonicalUrl>(),
  site: z.string(),
  sourceId: z.string().nullable(),
  kind: z.enum(['source', 'page']),
  startedAt: z.date(),
  elapsedMs: z.number(),
  outcome: z.enum(visitOutcomes),
  reason: textOf<DropReason | SkipReason | ErrorKind>().nullable(),
  detail: z.string(),
  via: textOf<FetchWay>().nullable(),
  /** A sentence on why it was fetched in this way; null: nothing was fetched. */
  renderReason: z.string().nullable(),
  status: z.int().nullable(),
  bytes: z.int(),
  newLinks: z.int(),
  /** Number of links that became no tasks; absent: 0. */
  linksLeft: z.int().optional(),
  /** The same number by reason; absent: 0. */
  linksLeftBy: linksLeftBySchema.optional(),
  /** The list has more than was loaded; absent: nothing is known to be left. */
  listCutShort: listCutShortSchema.optional(),
  /** Number of records that the page shows; absent: 0. */
  records: z.int().optional(),
  /** Whether a poll found a new link, or a re-visit found a changed text or changed data; null for other visits. */
  changed: z.boolean().nullable(),
  articleId: z.string().nullable(),
  mediaItems: z.int(),
  snapshot: textOf<ContentHash>().nullable(),
  failureId: z.string().nullable(),
  identity: z.string().nullable(),
  proxy: z.string().nullable(),
  worker: z.string(),
});
export type Visit = z.infer<typeof visitSchema>;

/** When a visit ended. */
export const visitEndsAt = ({ startedAt, elapsedMs }: Pick<Visit, 'startedAt' | 'elapsedMs'>): Date =>
  new Date(startedAt.getTime() + elapsedMs);

/** Polls of one source that began in an hour of the week (UTC, 0 is Sunday from midnight) and did not fail. */
export interface PollsOfHour {
  readonly hour: number;
  readonly polls: number;
  /** Those that found an update. */
  readonly updates: number;
}
