import type { CanonicalUrl } from '../web/canonical-url.ts';
import type { MediaItem } from './media-item.ts';

export interface StoredMedia extends MediaItem {
  /** Identifies the medium on its page; a new signature of the address does not change it. */
  readonly id: string;
  /** Host of the address, with its port. */
  readonly host: string;
  /** Fingerprint of the address without its signature (model/media/media-fingerprint.ts). */
  readonly fingerprint: string;
  readonly articleId: string | null;
  readonly pageUrl: CanonicalUrl;
  readonly site: string;
  readonly foundAt: Date;
}

export interface MediaFilter {
  readonly site?: string;
  readonly pageUrl?: CanonicalUrl;
  /** `host` and `fingerprint` do not match media that versions before these fields stored. */
  readonly host?: string;
  readonly fingerprint?: string;
  /** Only those that stand after this one in the list. */
  readonly after?: Pick<StoredMedia, 'foundAt' | 'pageUrl' | 'url'>;
  readonly limit: number;
}
