import type { PageStep } from '../page/page-step.ts';
import type { RenderMode } from './task.ts';
import type { ErrorKind } from './visit.ts';

export type SourceKind = 'listing' | 'feed' | 'sitemap';

/** Hours of the week in which a source is polled, in a time zone. */
export interface ActiveWindow {
  /** IANA name, e.g. `Europe/London`. */
  readonly timeZone: string;
  /** 0 = Sunday … 6 = Saturday. */
  readonly days: readonly number[];
  /** First hour, 0 to 23, and the hour at which the window ends, 1 to 24. */
  readonly fromHour: number;
  readonly toHour: number;
}

/** A source as a person defines it: a page, feed or sitemap that is polled for new links. */
export interface SourceSpec {
  readonly url: string;
  readonly kind: SourceKind;
  readonly weight: number;
  readonly baseIntervalMs: number;
  /** The interval stays within [base x minFactor, base x maxFactor], also where tuning has learned another base. */
  readonly minFactor: number;
  readonly maxFactor: number;
  readonly activeWindows: readonly ActiveWindow[];
  /** How many links away from the source a page may be. */
  readonly maxDepth: number;
  /** CSS selector or XPath of the regions whose links are taken; null: all content links. */
  readonly linkSelector: string | null;
  /** How the source and its pages are fetched; null: the site's setting. */
  readonly render: RenderMode | null;
  /** Steps on the source's page; null: the site's setting. */
  readonly steps: readonly PageStep[] | null;
}

/** What the server said of the version of a list that was read in full. At least one of the two is not null. */
export interface SourceValidators {
  /** As sent, with quotes and `W/`. */
  readonly etag: string | null;
  /** As sent. */
  readonly lastModified: string | null;
  /** When the list was read in full. */
  readonly readAt: Date;
}

/** Whether `watch` polls the source at all. */
export const isActive = ({ enabled, pausedAt }: Pick<Source, 'enabled' | 'pausedAt'>): boolean => enabled && !pausedAt;

/** What polls of a source brought, by hour of the week (UTC, from Sunday): 168 numbers each. Older evidence has less weight. */
export interface Arrivals {
  /** New links. */
  readonly items: readonly number[];
  /** Hours that were observed. */
  readonly hours: readonly number[];
}

/** How long a source was without new links. Time counts in its active hours, and while it was polled. */
export interface Silence {
  /** Since the last new link, ms. */
  readonly quietMs: number;
  /** The longest time between two polls that found new links, ms. */
  readonly longestMs: number;
  /** Number of times between two such polls. */
  readonly gaps: number;
  /** When the last new link was found; null: never, except at the first poll. */
  readonly newAt: Date | null;
}

/** Polls of a source that failed, with none in between that did not. */
export interface FailingPolls {
  readonly since: Date;
  readonly polls: number;
  readonly reason: ErrorKind;
}

/** What tuning has learned from the polls of past days. */
export interface SourceTuning {
  /** Takes the place of the defined base interval, ms; null: the defined one fits. */
  readonly intervalMs: number | null;
  /** Hours of the week (UTC, 0 is Sunday from midnight) outside of which the source is only probed, ascending; null: all hours count. */
  readonly hours: readonly number[] | null;
  /** The last UTC day whose rounds were counted, as `2026-11-22`: no day counts twice. */
  readonly day: string;
}

type Intervals = Pick<Source, 'tuning' | 'baseIntervalMs' | 'minFactor' | 'maxFactor'>;

/** The interval from which polling adapts, ms: the learned one, or else the defined one. */
export const baseIntervalOf = ({ tuning, baseIntervalMs, minFactor, maxFactor }: Intervals): number =>
  Math.min(baseIntervalMs * maxFactor, Math.max(baseIntervalMs * minFactor, tuning?.intervalMs ?? baseIntervalMs));

/** The shortest and the longest interval, ms: the factors of the learned one, within those of the defined one, which a person has set. */
export function intervalLimits(source: Intervals): { readonly shortestMs: number; readonly longestMs: number } {
  const { baseIntervalMs, minFactor, maxFactor } = source;
  const base = baseIntervalOf(source);
  return {
    shortestMs: Math.max(baseIntervalMs, base) * minFactor,
    longestMs: Math.min(baseIntervalMs, base) * maxFactor,
  };
}

/** When sources are polled again: `rate` by the learned rate of new links at each hour of the week, `adaptive` by random factors alone. Both stay within base x factors. */
export type PollPolicy = 'rate' | 'adaptive';

/** A source with its polling state. */
export interface Source extends SourceSpec {
  /** Stable: made of the canonical URL. */
  readonly id: string;
  /** Host of the scraper it belongs to, or of its URL. */
  readonly site: string;
  readonly intervalMs: number;
  readonly lastPolledAt: Date | null;
  readonly nextPollAt: Date;
  /** When the next poll was planned; absent where an older version stored the source. */
  readonly plannedAt?: Date;
  /** Hash of the list's links at the last poll, to detect a change. */
  readonly contentHash: string | null;
  /** Of a feed: its entries at the last poll, to detect edits and deletions (`stages/discover/feed-entries.ts`). At most 500. */
  readonly entries?: readonly string[];
  /** Null or absent: it was polled once at most. */
  readonly arrivals?: Arrivals | null;
  /** Null or absent: it was polled once at most. */
  readonly silence?: Silence | null;
  /** Null or absent: its last poll did not fail. */
  readonly failing?: FailingPolls | null;
  /** Null or absent: it was never tuned. */
  readonly tuning?: SourceTuning | null;
  /** For conditional requests; null or absent: the next poll reads the whole list. */
  readonly validators?: SourceValidators | null;
  /** The process that polls it, or polled it last; null: nobody has. */
  readonly worker: string | null;
  readonly enabled: boolean;
  /** When a person paused it; null or absent: it is not paused. No new definition ends a pause. */
  readonly pausedAt?: Date | null;
  /** As an OPML file named it; null or absent: it has no name but its address. */
  readonly title?: string | null;
  /** The folders of an OPML file in which it is, the outermost first; null or absent: it is in none. */
  readonly folders?: readonly string[] | null;
  /** The page or robots.txt where it was discovered; null or absent: a person or a scraper named it. */
  readonly namedBy?: string | null;
}
