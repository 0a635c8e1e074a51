import type { PageState, RateCount, RateTally } from '../../model/page/page-state.ts';
import type { CanonicalUrl } from '../../model/web/canonical-url.ts';

export interface PageClaim {
  readonly now: Date;
  readonly limit: number;
  readonly claimUntil: Date;
  /** Only pages of these sites; null: of all. */
  readonly sites: readonly string[] | null;
}

/** A page whose visit is due. */
export type DuePage = Pick<PageState, 'url' | 'site'>;

export interface Pages {
  get(url: CanonicalUrl): Promise<PageState | null>;
  /** The first `limit` pages whose next visit is due, most overdue first. Sets their `nextVisitAt` to `claimUntil` in the same step: a lease that expires by itself. Reads an index, also with `sites`. */
  claimDue(request: PageClaim): Promise<DuePage[]>;
  /** Mends visits that were planned at a time later than `now`: the clock has been set back since. Their waits and their last visits start now. Reads an index. @returns how many were mended */
  replan(now: Date): Promise<number>;
  nextDueAt(): Promise<Date | null>;
  /** How many pages are still visited, by `PageState.counted`. Reads an index, of all pages: a fifth of a second for a million. */
  rateCounts(): Promise<RateCount[]>;
  /** What visits showed about each host and format, by age: the sums of `PageState.evidence`. */
  rateTallies(): Promise<RateTally[]>;
}
