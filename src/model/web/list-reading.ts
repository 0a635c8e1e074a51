import type { CanonicalUrl } from './canonical-url.ts';
import type { Link } from './link.ts';

/** A feed's or sitemap's text, decoded and unpacked. */
export interface ListText {
  readonly kind: 'feed' | 'sitemap';
  readonly text: string;
  /** Address of the list. */
  readonly url: string;
  /** At most this many links are read: the newest where the list has dates, else the first. */
  readonly limit: number;
}

/** The links of a feed or sitemap; for a sitemap index, its sitemaps, newest last. */
export interface ListReading {
  readonly links: readonly Link[];
  readonly sitemaps: readonly CanonicalUrl[];
  /** Number of links beyond the limit. */
  readonly left: number;
  /** Addresses of hubs, and of the feed itself, as a feed names them; absent: it is no feed. */
  readonly hubs?: { readonly hub: readonly string[]; readonly self: readonly string[] };
}
