import type { PageState } from '../model/page/page-state.ts';
import type { CanonicalUrl } from '../model/web/canonical-url.ts';

export interface PageClaim {
  readonly now: Date;
  readonly limit: number;
  readonly claimUntil: Date;
  /** Only pages of these sites; null: of all. */
  readonly sites: readonly string[] | null;
}

export interface Pages {
  get(url: CanonicalUrl): Promise<PageState | null>;
  /** The first `limit` pages whose next visit is due, most overdue first; their `nextVisitAt` is set to `claimUntil` in the same step (a lease that expires by itself). By an index, also for some sites. */
  claimDue(request: PageClaim): Promise<PageState[]>;
  /** Visits that were planned later than `now`, by a clock that has been set back since: their waits count from now, and they were last visited now. By an index. @returns how many */
  replan(now: Date): Promise<number>;
  nextDueAt(): Promise<Date | null>;
}
