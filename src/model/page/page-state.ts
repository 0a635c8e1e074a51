import type { CanonicalUrl } from '../web/canonical-url.ts';

/** What is believed about a page's rate of changes: a Gamma distribution of the changes per ms. Its mean is shape / exposureMs. */
export interface RateBelief {
  /** Number of changes seen, roughly, with those of the prior. */
  readonly shape: number;
  /** Time in which they were seen, ms. */
  readonly exposureMs: number;
}

/** Where a page is counted (stages/schedule/revisits/rate-classes.ts). */
export interface RateClass {
  readonly host: string;
  /** Shape of the address, as `urlFormats` gives it. */
  readonly format: string;
  /** Class of the age at the last visit. */
  readonly ageClass: number;
  /** Class of the rate after the last visit. */
  readonly rateClass: number;
}

/** The number of pages of a class that are still visited. */
export interface RateCount extends RateClass {
  readonly pages: number;
}

/** Changes of the pages of a host and format at an age, and the time in which they happened. */
export interface RateEvidence extends Omit<RateClass, 'rateClass'> {
  /** Expected number: a visit shows only whether there was one. */
  readonly changes: number;
  readonly observedMs: number;
}

/** The evidence of all visits; older visits count less. */
export interface RateTally extends RateEvidence {
  readonly visits: number;
}

/** The schedule of a page's re-visits (stages/schedule/revisits/revisit.ts). */
export interface PageState {
  readonly url: CanonicalUrl;
  readonly site: string;
  /** Observed time span t, ms. */
  readonly observedMs: number;
  /** Number of changes x; 1 at the first visit. */
  readonly changes: number;
  readonly visits: number;
  /** Visits in a row without a change; absent where an older version stored the state. */
  readonly unchangedInRow?: number;
  readonly lastVisitAt: Date;
  readonly nextVisitAt: Date;
  readonly simhash: string;
  /** Hash of the page's own data and records; null or absent: its site declares none, or an older version stored the state. */
  readonly data?: string | null;
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** Answers 404 or 410 in a row; at 2 the page is gone. */
  readonly goneCount: number;
  /** When the article was published; null: unknown, its age starts with its first visit. Absent where an older version stored the state. */
  readonly publishedAt?: string | null;
  /** Absent where an older version stored the state. */
  readonly rate?: RateBelief;
  /** What the last visit showed about pages of its format, by age: the store adds it to the tallies. Absent: nothing. */
  readonly evidence?: readonly RateEvidence[];
  /** Where it is counted; null: it is not visited again, and takes no part in the budgets. Absent where an older version stored the state: it is counted from its next visit on. */
  readonly counted?: RateClass | null;
}
