import type { CanonicalUrl } from '../web/canonical-url.ts';

/** The schedule of a page's re-visits (stages/schedule/revisit.ts). */
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
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** Answers 404 or 410 in a row; at 2 the page is gone. */
  readonly goneCount: number;
}
