import type { CanonicalUrl } from './canonical-url.ts';
import type { TraceLine } from './draft.ts';
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
}
