import { z } from 'zod';
import type { ContentHash } from '../page/snapshot.ts';
import { count, listOf, record, textOf } from '../schema.ts';
import type { CanonicalUrl } from '../web/canonical-url.ts';
import { correctionSchema } from './correction.ts';
import { teachingSchema } from './teaching.ts';
import { wrapperVerdictSchema } from './wrapper-verdict.ts';

const wrapperVersionSchema = record({
  version: z.int(),
  learnedAt: z.date(),
  pages: count,
  correctedPages: count,
  verdict: wrapperVerdictSchema,
  /** When it went live last; null: never. */
  validFrom: z.date().nullable(),
  /** When another replaced it, or it was suspended; null: it is live, or never was. */
  validUntil: z.date().nullable(),
});
export type WrapperVersion = z.infer<typeof wrapperVersionSchema>;

export const learningSampleSchema = record({
  url: textOf<CanonicalUrl>(),
  snapshot: textOf<ContentHash>(),
  at: z.date(),
  /** The page lacks the styles of the wrapper that was live then. */
  isStrange: z.boolean(),
  /** The page is no article: own data alone are learned from it. */
  isData: z.literal(true).optional(),
});
export type LearningSample = z.infer<typeof learningSampleSchema>;

/** A change of a site's layout. */
const layoutDriftSchema = record({
  at: z.date(),
  /** When the first page of the new layout was seen. */
  since: z.date(),
  /** A page of the new layout. */
  url: textOf<CanonicalUrl>(),
  /** The wrapper that no longer fits. It is suspended, unless it is pinned. */
  version: z.int(),
  detail: z.string(),
  /** When a wrapper for the new layout went live; null: the generic extractor reads the site. */
  healedAt: z.date().nullable(),
});
export type LayoutDrift = z.infer<typeof layoutDriftSchema>;

/** What is being learned of one site: its wrappers, and how well the live one fits the newest pages. */
export const siteLearningSchema = record({
  site: z.string(),
  /** Version of the wrapper that extraction uses; null: none. */
  live: z.int().nullable(),
  /** A person keeps the live version: no other is switched on. */
  isPinned: z.boolean(),
  /** Oldest first, at most `maxVersions`. */
  versions: listOf(wrapperVersionSchema),
  /** Version of the next wrapper. */
  nextVersion: z.number(),
  /** The newest articles, oldest first: pages to learn from. */
  samples: listOf(learningSampleSchema),
  /** Number of articles since the last attempt to learn. */
  pagesSince: z.number(),
  /** Number of articles from which the next attempt is due. */
  learnAfter: z.number(),
  /** By URL format of the live wrapper: whether the newest pages lack its styles, newest last. `*`: pages of other formats. */
  recent: z.record(z.string(), listOf(z.boolean())).readonly(),
  /** The newest change of the layout; null: none was seen. */
  drift: layoutDriftSchema.nullable(),
  /** Number of changes of the layout so far. */
  drifts: count,
  updatedAt: z.date(),
  /** What the teacher was asked. Absent: nothing yet. */
  teaching: teachingSchema.optional(),
});
export type SiteLearning = z.infer<typeof siteLearningSchema>;

/** A site's record without its pages and versions: one hundredth of its size. */
export const siteBriefSchema = siteLearningSchema
  .unwrap()
  .omit({ versions: true, samples: true, recent: true })
  .readonly();
export type SiteBrief = z.infer<typeof siteBriefSchema>;

/** A stored correction: the page's snapshot is kept with it. */
export const storedCorrectionSchema = record({
  site: z.string(),
  url: textOf<CanonicalUrl>(),
  snapshot: textOf<ContentHash>(),
  correction: correctionSchema,
  by: z.enum(['person', 'teacher']),
  at: z.date(),
});
export type StoredCorrection = z.infer<typeof storedCorrectionSchema>;
