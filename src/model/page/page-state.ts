import { z } from 'zod';
import { listOf, record, textOf } from '../schema.ts';
import type { CanonicalUrl } from '../web/canonical-url.ts';

/** What is believed about a page's rate of changes: a Gamma distribution of the changes per ms. Its mean is shape / exposureMs. */
const rateBeliefSchema = record({
  /** Number of changes seen, roughly, with those of the prior. */
  shape: z.number(),
  /** Time in which they were seen, ms. */
  exposureMs: z.number(),
});
export type RateBelief = z.infer<typeof rateBeliefSchema>;

const ratePlace = {
  host: z.string(),
  /** Shape of the address, as `urlFormats` gives it. */
  format: z.string(),
  /** Class of the age at the last visit. */
  ageClass: z.int(),
};

/** Where a page is counted (stages/schedule/revisits/rate-classes.ts). */
const rateClassSchema = record({
  ...ratePlace,
  /** Class of the rate after the last visit. */
  rateClass: z.int(),
});
export type RateClass = z.infer<typeof rateClassSchema>;

/** The number of pages of a class that are still visited. */
export interface RateCount extends RateClass {
  readonly pages: number;
}

const rateEvidence = {
  ...ratePlace,
  /** Expected number: a visit shows only whether there was one. */
  changes: z.number(),
  observedMs: z.number(),
};

/** Changes of the pages of a host and format at an age, and the time in which they happened. */
const rateEvidenceSchema = record(rateEvidence);
export type RateEvidence = z.infer<typeof rateEvidenceSchema>;

/** The evidence of all visits; older visits count less. */
export const rateTallySchema = record({ ...rateEvidence, visits: z.number() });
export type RateTally = z.infer<typeof rateTallySchema>;

export const pageState = {
  url: textOf<CanonicalUrl>(),
  site: z.string(),
  /** Observed time span t, ms. */
  observedMs: z.number(),
  /** Number of changes x; 1 at the first visit. */
  changes: z.number(),
  visits: z.number(),
  /** Visits in a row without a change. */
  unchangedInRow: z.number().optional(),
  lastVisitAt: z.date(),
  nextVisitAt: z.date(),
  simhash: z.string(),
  /** Hash of the page's own data and records; null or absent: its site declares none. */
  data: z.string().nullable().optional(),
  etag: z.string().nullable(),
  lastModified: z.string().nullable(),
  /** Answers 404 or 410 in a row; at 2 the page is gone. */
  goneCount: z.number(),
  /** When the article was published; null: unknown, its age starts with its first visit. */
  publishedAt: z.string().nullable().optional(),
  rate: rateBeliefSchema.optional(),
  /** What the last visit showed about pages of its format, by age: the store adds it to the tallies. Absent: nothing. */
  evidence: listOf(rateEvidenceSchema).optional(),
  /** Where it is counted; null: it is not visited again, and takes no part in the budgets. */
  counted: rateClassSchema.nullable().optional(),
};

/** The schedule of a page's re-visits (stages/schedule/revisits/revisit.ts). */
const pageStateSchema = record(pageState);
export type PageState = z.infer<typeof pageStateSchema>;
