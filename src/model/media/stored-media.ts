import type { CanonicalUrl } from '../web/canonical-url.ts';
import type { MediaItem } from './media-item.ts';

export interface StoredMedia extends MediaItem {
  /** Of the medium on its page; it stays when the address is signed anew. */
  readonly id: string;
  /** Of the address, with its port. */
  readonly host: string;
  /** Of the address without its signature (model/media/media-fingerprint.ts). */
  readonly fingerprint: string;
  readonly articleId: string | null;
  readonly pageUrl: CanonicalUrl;
  readonly site: string;
  readonly foundAt: Date;
}

export interface MediaFilter {
  readonly site?: string;
  readonly pageUrl?: CanonicalUrl;
  /** By these two only what was stored since they are kept is found. */
  readonly host?: string;
  readonly fingerprint?: string;
  readonly limit: number;
}
