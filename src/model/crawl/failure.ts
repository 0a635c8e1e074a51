import type { TraceLine } from '../article/draft.ts';
import type { MediaItem } from '../media/media-item.ts';
import type { NoMediaReason } from '../page/page.ts';
import type { ContentHash } from '../page/snapshot.ts';
import type { CanonicalUrl } from '../web/canonical-url.ts';
import type { ErrorKind, Visit } from './visit.ts';

/** The bundle of a failed extraction or fetch. */
export interface Failure {
  readonly id: string;
  readonly run: string;
  readonly url: CanonicalUrl;
  readonly site: string;
  readonly at: Date;
  readonly reason: ErrorKind;
  readonly detail: string;
  /** Blobs; null where the page never came. */
  readonly snapshot: ContentHash | null;
  /** WebP. */
  readonly screenshot: ContentHash | null;
  readonly thumbnail: ContentHash | null;
  readonly trace: readonly TraceLine[];
  readonly extractor: string;
  /** What was done to find the page's media; null: nothing was played. */
  readonly media: FailureMedia | null;
  /** Null: it is open. The bundle stays: it is the evidence. */
  readonly mended: FailureMended | null;
}

/** When the page came through after all, and how: a later visit, or today's rules on the stored page. */
export interface FailureMended {
  readonly at: Date;
  readonly by: 'visit' | 'replay';
}

/** Drops that leave nothing to be mended: the page is gone, as it was, or known. */
const settled: ReadonlySet<Visit['reason']> = new Set(['gone', 'unchanged', 'duplicate']);

/** Whether a visit shows that the page comes through. One that was dropped for its looks, or by robots.txt, shows nothing. */
export const comesThrough = ({ outcome, reason }: Pick<Visit, 'outcome' | 'reason'>): boolean =>
  outcome === 'stored' || outcome === 'listed' || (outcome === 'dropped' && settled.has(reason));

/** The play of a page, for the person who looks into it. */
export interface FailureMedia {
  /** Null: there were some. */
  readonly noMedia: NoMediaReason | null;
  readonly endedBy: string;
  readonly steps: readonly {
    readonly atMs: number;
    readonly what: string;
    /** WebP; null where there is none. */
    readonly screenshot: ContentHash | null;
  }[];
  /** Best first, without the headers: they may hold a session. */
  readonly candidates: readonly Pick<MediaItem, 'url' | 'delivery' | 'role' | 'score' | 'reasons'>[];
}
