import { z } from 'zod';
import { traceLineSchema } from '../article/draft.ts';
import { mediaItemSchema } from '../media/media-item.ts';
import { noMediaReasonSchema } from '../page/page.ts';
import type { ContentHash } from '../page/snapshot.ts';
import { listOf, record, textOf } from '../schema.ts';
import type { CanonicalUrl } from '../web/canonical-url.ts';
import { errorKinds, type Visit } from './visit.ts';

/** The rules by which a page was read. */
const failureVersionsSchema = record({
  newshawk: z.string(),
  /** Hash of the scraper's file; null: the site has no scraper. */
  scraper: z.string().nullable(),
  /** Version of the site's learned wrapper; null: none was in use. */
  wrapper: z.number().nullable(),
});
export type FailureVersions = z.infer<typeof failureVersionsSchema>;

/** When and how the page succeeded later: by a new visit, or by a replay of the stored page with today's rules. */
const failureMendedSchema = record({
  at: z.date(),
  by: z.enum(['visit', 'replay']),
});
export type FailureMended = z.infer<typeof failureMendedSchema>;

const failureCandidateSchema = mediaItemSchema
  .unwrap()
  .pick({ url: true, delivery: true, role: true, score: true, reasons: true })
  .readonly();

/** How a page was played, for a person who studies the failure. */
const failureMediaSchema = record({
  /** Null: media were found. */
  noMedia: noMediaReasonSchema.nullable(),
  endedBy: z.string(),
  steps: listOf(
    record({
      atMs: z.number(),
      what: z.string(),
      /** Hash of a WebP blob; null: no screenshot. */
      screenshot: textOf<ContentHash>().nullable(),
    }),
  ),
  /** Best first. Headers are left out: they may hold a session. */
  candidates: listOf(failureCandidateSchema),
});
export type FailureMedia = z.infer<typeof failureMediaSchema>;

/** The stored evidence of a failed fetch or extraction. */
export const failureSchema = record({
  id: z.string(),
  run: z.string(),
  url: textOf<CanonicalUrl>(),
  site: z.string(),
  at: z.date(),
  reason: z.enum(errorKinds),
  detail: z.string(),
  /** Hash of a blob; null: no page arrived. */
  snapshot: textOf<ContentHash>().nullable(),
  /** WebP. */
  screenshot: textOf<ContentHash>().nullable(),
  thumbnail: textOf<ContentHash>().nullable(),
  /** The page's requests as HTTP Archive 1.2: JSON, zstd. Null: none was recorded. */
  har: textOf<ContentHash>().nullable(),
  /** The page's console and errors, a list of lines: JSON, zstd. Null: it wrote none. */
  console: textOf<ContentHash>().nullable(),
  /** What read the page. */
  versions: failureVersionsSchema.nullable(),
  trace: listOf(traceLineSchema),
  extractor: z.string(),
  /** The search for the page's media; null: the page was not played. */
  media: failureMediaSchema.nullable(),
  /** Null: the failure is open. A mended failure is kept as evidence. */
  mended: failureMendedSchema.nullable(),
});
export type Failure = z.infer<typeof failureSchema>;

/** Drop reasons that leave nothing to mend: the page is gone, unchanged or a copy. */
const settled: ReadonlySet<Visit['reason']> = new Set(['gone', 'unchanged', 'duplicate']);

/** Whether a visit shows that the page works again. A page dropped for its type or by robots.txt shows nothing. */
export const comesThrough = ({ outcome, reason }: Pick<Visit, 'outcome' | 'reason'>): boolean =>
  outcome === 'stored' ||
  outcome === 'recorded' ||
  outcome === 'listed' ||
  (outcome === 'dropped' && settled.has(reason));
