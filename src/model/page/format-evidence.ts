import type { CanonicalUrl } from '../web/canonical-url.ts';

/**
 * How one page came out that was fetched both ways. `same`: a static fetch gave what the browser gave; `differs`: both gave something, not the same;
 * `static-lacks`: only the browser gave something; `browser-lacks`: only the static fetch did.
 */
export type ComparisonResult = 'same' | 'differs' | 'static-lacks' | 'browser-lacks';

export interface Comparison {
  readonly at: Date;
  readonly url: CanonicalUrl;
  readonly result: ComparisonResult;
  /** In words: what was missing, or how far the two were apart. */
  readonly detail: string;
}

/** What is known of the pages of one host whose addresses look alike: whether a static fetch gives what a browser gives. */
export interface FormatEvidence {
  readonly host: string;
  /** As made by `urlFormats` or `sourceFormat`. */
  readonly format: string;
  /** Comparisons ever made. */
  readonly compared: number;
  /** How many of them came out as `same` or `browser-lacks`: a browser would have been wasted. */
  readonly enough: number;
  /** The newest comparisons, newest last. */
  readonly comparisons: readonly Comparison[];
  /** Whether the newest static fetches gave what they should, newest last; kept while one of them did not. */
  readonly staticGave: readonly boolean[];
  readonly updatedAt: Date;
}
