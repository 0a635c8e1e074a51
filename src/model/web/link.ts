import type { CanonicalUrl, WebAddress } from './canonical-url.ts';

/** The part of a page in which a link is. */
export type LinkRegion = 'content' | 'navigation' | 'footer';

export interface Link extends WebAddress {
  /** The page, feed or sitemap that names it; null for a seed. */
  readonly foundOn: CanonicalUrl | null;
  readonly anchorText: string;
  /** The text around the anchor: a teaser, a feed entry's summary. */
  readonly context: string;
  readonly region: LinkRegion;
  /** The date in a feed or sitemap: ISO 8601, or null. */
  readonly publishedAt: string | null;
}
