import { z } from 'zod';
import { pageStepSchema } from '../page/page-step.ts';
import { listOf, record } from '../schema.ts';
import { errorKinds } from './visit.ts';

export type SourceKind = 'listing' | 'feed' | 'sitemap';

/** Hours of the week in which a source is polled, in a time zone. */
const activeWindowSchema = record({
  /** IANA name, e.g. `Europe/London`. */
  timeZone: z.string(),
  /** 0 = Sunday … 6 = Saturday. */
  days: listOf(z.number()),
  /** First hour, 0 to 23, and the hour at which the window ends, 1 to 24. */
  fromHour: z.number(),
  toHour: z.number(),
});
export type ActiveWindow = z.infer<typeof activeWindowSchema>;

const sourceSpec = {
  url: z.string(),
  kind: z.enum(['listing', 'feed', 'sitemap']),
  weight: z.number(),
  baseIntervalMs: z.number(),
  /** The interval stays within [base x minFactor, base x maxFactor], also where tuning has learned another base. */
  minFactor: z.number(),
  maxFactor: z.number(),
  activeWindows: listOf(activeWindowSchema),
  /** How many links away from the source a page may be. */
  maxDepth: z.number(),
  /** CSS selector or XPath of the regions whose links are taken; null: all content links. */
  linkSelector: z.string().nullable(),
  /** How the source and its pages are fetched; null: the site's setting. */
  render: z.enum(['static', 'browser', 'auto']).nullable(),
  /** Steps on the source's page; null: the site's setting. */
  steps: listOf(pageStepSchema).nullable(),
};

/** A source as a person defines it: a page, feed or sitemap that is polled for new links. */
const sourceSpecSchema = record(sourceSpec);
export type SourceSpec = z.infer<typeof sourceSpecSchema>;

/** What the server said of the version of a list that was read in full. At least one of the two is not null. */
const sourceValidatorsSchema = record({
  /** As sent, with quotes and `W/`. */
  etag: z.string().nullable(),
  /** As sent. */
  lastModified: z.string().nullable(),
  /** When the list was read in full. */
  readAt: z.date(),
});
export type SourceValidators = z.infer<typeof sourceValidatorsSchema>;

/** What polls of a source brought, by hour of the week (UTC, from Sunday): 168 numbers each. Older evidence has less weight. */
const arrivalsSchema = record({
  /** New links. */
  items: listOf(z.number()),
  /** Hours that were observed. */
  hours: listOf(z.number()),
});
export type Arrivals = z.infer<typeof arrivalsSchema>;

/** How long a source was without new links. Time counts in its active hours, and while it was polled. */
const silenceSchema = record({
  /** Since the last new link, ms. */
  quietMs: z.number(),
  /** The longest time between two polls that found new links, ms. */
  longestMs: z.number(),
  /** Number of times between two such polls. */
  gaps: z.number(),
  /** When the last new link was found; null: never, except at the first poll. */
  newAt: z.date().nullable(),
});
export type Silence = z.infer<typeof silenceSchema>;

/** Polls of a source that failed, with none in between that did not. */
const failingPollsSchema = record({
  since: z.date(),
  polls: z.number(),
  reason: z.enum(errorKinds),
});
export type FailingPolls = z.infer<typeof failingPollsSchema>;

/** What tuning has learned from the polls of past days. */
const sourceTuningSchema = record({
  /** Takes the place of the defined base interval, ms; null: the defined one fits. */
  intervalMs: z.number().nullable(),
  /** Hours of the week (UTC, 0 is Sunday from midnight) outside of which the source is only probed, ascending; null: all hours count. */
  hours: listOf(z.number()).nullable(),
  /** The last UTC day whose rounds were counted, as `2026-11-22`: no day counts twice. */
  day: z.string(),
});
export type SourceTuning = z.infer<typeof sourceTuningSchema>;

export const source = {
  ...sourceSpec,
  /** Stable: made of the canonical URL. */
  id: z.string(),
  /** Host of the scraper it belongs to, or of its URL. */
  site: z.string(),
  intervalMs: z.number(),
  lastPolledAt: z.date().nullable(),
  nextPollAt: z.date(),
  /** When the next poll was planned. */
  plannedAt: z.date().optional(),
  /** Hash of the list's links at the last poll, to detect a change. */
  contentHash: z.string().nullable(),
  /** Of a feed: its entries at the last poll, to detect edits and deletions (`stages/discover/feed-entries.ts`). At most 500. */
  entries: listOf(z.string()).optional(),
  /** Null or absent: it was polled once at most. */
  arrivals: arrivalsSchema.nullable().optional(),
  /** Null or absent: it was polled once at most. */
  silence: silenceSchema.nullable().optional(),
  /** Null or absent: its last poll did not fail. */
  failing: failingPollsSchema.nullable().optional(),
  /** Null or absent: it was never tuned. */
  tuning: sourceTuningSchema.nullable().optional(),
  /** For conditional requests; null or absent: the next poll reads the whole list. */
  validators: sourceValidatorsSchema.nullable().optional(),
  /** The process that polls it, or polled it last; null: nobody has. */
  worker: z.string().nullable(),
  enabled: z.boolean(),
  /** When a person paused it; null or absent: it is not paused. No new definition ends a pause. */
  pausedAt: z.date().nullable().optional(),
  /** As an OPML file named it; null or absent: it has no name but its address. */
  title: z.string().nullable().optional(),
  /** The folders of an OPML file in which it is, the outermost first; null or absent: it is in none. */
  folders: listOf(z.string()).nullable().optional(),
  /** The page or robots.txt where it was discovered; null or absent: a person or a scraper named it. */
  namedBy: z.string().nullable().optional(),
};

/** A source with its polling state. */
const sourceSchema = record(source);
export type Source = z.infer<typeof sourceSchema>;

/** Whether `watch` polls the source at all. */
export const isActive = ({ enabled, pausedAt }: Pick<Source, 'enabled' | 'pausedAt'>): boolean => enabled && !pausedAt;

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
