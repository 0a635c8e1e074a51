import type { TraceLine } from '../article/draft.ts';
import type { MediaItem } from '../media/media-item.ts';
import type { NoMediaReason } from '../page/page.ts';
import type { ContentHash } from '../page/snapshot.ts';
import type { CanonicalUrl } from '../web/canonical-url.ts';
import type { ErrorKind, Visit } from './visit.ts';

/** The stored evidence of a failed fetch or extraction. */
export interface Failure {
  readonly id: string;
  readonly run: string;
  readonly url: CanonicalUrl;
  readonly site: string;
  readonly at: Date;
  readonly reason: ErrorKind;
  readonly detail: string;
  /** Hash of a blob; null: no page arrived. */
  readonly snapshot: ContentHash | null;
  /** WebP. */
  readonly screenshot: ContentHash | null;
  readonly thumbnail: ContentHash | null;
  /** The page's requests as HTTP Archive 1.2: JSON, zstd. Null: none was recorded. */
  readonly har: ContentHash | null;
  /** The page's console and errors, a list of lines: JSON, zstd. Null: it wrote none. */
  readonly console: ContentHash | null;
  /** What read the page; null where an older version stored the failure. */
  readonly versions: FailureVersions | null;
  readonly trace: readonly TraceLine[];
  readonly extractor: string;
  /** The search for the page's media; null: the page was not played. */
  readonly media: FailureMedia | null;
  /** Null: the failure is open. A mended failure is kept as evidence. */
  readonly mended: FailureMended | null;
}

/** The rules by which a page was read. */
export interface FailureVersions {
  readonly newshawk: string;
  /** Hash of the scraper's file; null: the site has no scraper. */
  readonly scraper: string | null;
  /** Version of the site's learned wrapper; null: none was in use. */
  readonly wrapper: number | null;
}

/** When and how the page succeeded later: by a new visit, or by a replay of the stored page with today's rules. */
export interface FailureMended {
  readonly at: Date;
  readonly by: 'visit' | 'replay';
}

/** Drop reasons that leave nothing to mend: the page is gone, unchanged or a copy. */
const settled: ReadonlySet<Visit['reason']> = new Set(['gone', 'unchanged', 'duplicate']);

/** Whether a visit shows that the page works again. A page dropped for its type or by robots.txt shows nothing. */
export const comesThrough = ({ outcome, reason }: Pick<Visit, 'outcome' | 'reason'>): boolean =>
  outcome === 'stored' ||
  outcome === 'recorded' ||
  outcome === 'listed' ||
  (outcome === 'dropped' && settled.has(reason));

/** How a page was played, for a person who studies the failure. */
export interface FailureMedia {
  /** Null: media were found. */
  readonly noMedia: NoMediaReason | null;
  readonly endedBy: string;
  readonly steps: readonly {
    readonly atMs: number;
    readonly what: string;
    /** Hash of a WebP blob; null: no screenshot. */
    readonly screenshot: ContentHash | null;
  }[];
  /** Best first. Headers are left out: they may hold a session. */
  readonly candidates: readonly Pick<MediaItem, 'url' | 'delivery' | 'role' | 'score' | 'reasons'>[];
}
