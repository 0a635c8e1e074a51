import type { CanonicalUrl } from './canonical-url.ts';
import type { TraceLine } from './draft.ts';
import type { MediaItem } from './media-item.ts';
import type { NoMediaReason } from './page.ts';
import type { ContentHash } from './snapshot.ts';
import type { ErrorKind } from './visit.ts';

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
}

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
