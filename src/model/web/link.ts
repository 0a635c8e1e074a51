import type { CanonicalUrl, WebAddress } from './canonical-url.ts';

/** The part of a page in which a link is. */
export type LinkRegion = 'content' | 'navigation' | 'footer';

/** Places of one link that are kept, at most: usually a picture, a headline, and a box beside the list. */
export const maxPlaces = 6;

export interface Link extends WebAddress {
  /** The page, feed or sitemap that names it; null for a seed. */
  readonly foundOn: CanonicalUrl | null;
  readonly anchorText: string;
  /** The text around the anchor: a teaser, a feed entry's summary. */
  readonly context: string;
  readonly region: LinkRegion;
  /** Style paths of its anchors: the elements around each, innermost first, with their class names (`stages/extract/links/link-places.ts`). Without them its place is unknown, or a selector of the scraper chose it. */
  readonly places?: readonly string[];
  /** The date beside it on a list, as the page writes it in ISO 8601; absent: none is known. */
  readonly teaserDate?: string;
  /** Hash of what a feed says of it (`stages/discover/feed-entries.ts`); absent: no feed names it. */
  readonly entryHash?: string;
  /** The date in a feed or sitemap: ISO 8601, or null. */
  readonly publishedAt: string | null;
}
