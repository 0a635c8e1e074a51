import type { CanonicalUrl } from './canonical-url.ts';
import type { Link } from './link.ts';

/** A feed's or sitemap's text, decoded and unpacked. */
export interface ListText {
  readonly kind: 'feed' | 'sitemap';
  readonly text: string;
  /** Where it came from. */
  readonly url: string;
  /** Links that are wanted: the newest where it says when, else the first. */
  readonly most: number;
}

/** What a feed or sitemap names: pages, and (an index) further sitemaps, the newest last. */
export interface ListReading {
  readonly links: readonly Link[];
  readonly sitemaps: readonly CanonicalUrl[];
  /** Links that it names beyond those. */
  readonly left: number;
}
