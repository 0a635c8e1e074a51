import type { FetchWay } from '../page/page.ts';
import type { ContentHash } from '../page/snapshot.ts';
import type { CanonicalUrl } from '../web/canonical-url.ts';
import type { LinksLeftBy } from './links-left.ts';
import type { DropReason, SkipReason } from './outcome.ts';
import type { TaskKind } from './task.ts';

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
export interface ListCutShort {
  /** Links that were loaded beyond the first screen. */
  readonly loaded: number;
  /** Entries in all, as the page says; null: it does not. */
  readonly total: number | null;
  readonly by: 'scrolled' | 'clicked';
  /** Which budget is used up. */
  readonly why: string;
}

/** How one task ended. Written once, and the only feedback to the scheduler. */
export interface Visit {
  readonly id: string;
  /** The crawl or watch run that made it. */
  readonly run: string;
  readonly url: CanonicalUrl;
  readonly site: string;
  readonly sourceId: string | null;
  readonly kind: TaskKind;
  readonly startedAt: Date;
  readonly elapsedMs: number;
  readonly outcome: VisitOutcome;
  readonly reason: DropReason | SkipReason | ErrorKind | null;
  readonly detail: string;
  readonly via: FetchWay | null;
  /** A sentence on why it was fetched in this way; null: nothing was fetched. */
  readonly renderReason: string | null;
  readonly status: number | null;
  readonly bytes: number;
  readonly newLinks: number;
  /** Number of links that became no tasks; absent: 0. */
  readonly linksLeft?: number;
  /** The same number by reason; absent: 0. */
  readonly linksLeftBy?: LinksLeftBy;
  /** The list has more than was loaded; absent: nothing is known to be left. */
  readonly listCutShort?: ListCutShort;
  /** Number of records that the page shows; absent: 0. */
  readonly records?: number;
  /** Whether a poll found a new link, or a re-visit found a changed text or changed data; null for other visits. */
  readonly changed: boolean | null;
  readonly articleId: string | null;
  readonly mediaItems: number;
  readonly snapshot: ContentHash | null;
  readonly failureId: string | null;
  readonly identity: string | null;
  readonly proxy: string | null;
  readonly worker: string;
}

/** Polls of one source that began in an hour of the week (UTC, 0 is Sunday from midnight) and did not fail. */
export interface PollsOfHour {
  readonly hour: number;
  readonly polls: number;
  /** Those that found an update. */
  readonly updates: number;
}
