import { z } from 'zod';
import { listOf, record, textOf } from '../schema.ts';
import type { CanonicalUrl } from './canonical-url.ts';

/** The part of a page in which a link is. */
const linkRegionSchema = z.enum(['content', 'navigation', 'footer']);
export type LinkRegion = z.infer<typeof linkRegionSchema>;

/** Places of one link that are kept, at most: usually a picture, a headline, and a box beside the list. */
export const maxPlaces = 6;

export const linkSchema = record({
  url: textOf<CanonicalUrl>(),
  /** The address as the page wrote it, which is requested; absent where it equals `url`. */
  asWritten: z.string().optional(),
  /** The page, feed or sitemap that names it; null for a seed. */
  foundOn: textOf<CanonicalUrl>().nullable(),
  anchorText: z.string(),
  /** The text around the anchor: a teaser, a feed entry's summary. */
  context: z.string(),
  region: linkRegionSchema,
  /** Style paths of its anchors: the elements around each, innermost first, with their class names (`stages/extract/links/link-places.ts`). Without them its place is unknown, or a selector of the scraper chose it. */
  places: listOf(z.string()).optional(),
  /** The date beside it on a list, as the page writes it in ISO 8601; absent: none is known. */
  teaserDate: z.string().optional(),
  /** Hash of what a feed says of it (`stages/discover/feed-entries.ts`); absent: no feed names it. */
  entryHash: z.string().optional(),
  /** The date in a feed or sitemap: ISO 8601, or null. */
  publishedAt: z.string().nullable(),
});
export type Link = z.infer<typeof linkSchema>;

/** An edge of the link graph: the page `from` links to `to`. */
export interface PageLink {
  readonly from: CanonicalUrl;
  readonly to: CanonicalUrl;
  readonly anchorText: string;
  /** Relevance of the link's text and its page to the topics, 0 to 1; null without topics. */
  readonly relevance: number | null;
}
