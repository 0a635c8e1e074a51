import type { CanonicalUrl } from '../web/canonical-url.ts';

/** What re-visiting knows of a page (scheduling, section 3). */
export interface PageState {
  readonly url: CanonicalUrl;
  readonly site: string;
  /** Observed time span t, ms. */
  readonly observedMs: number;
  /** Number of changes x; 1 at the first visit. */
  readonly changes: number;
  readonly visits: number;
  /** Visits in a row that found nothing new; absent in states stored before this was counted. */
  readonly unchangedInRow?: number;
  readonly lastVisitAt: Date;
  readonly nextVisitAt: Date;
  readonly simhash: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** 404/410 in a row; at 2 the page is gone. */
  readonly goneCount: number;
}
