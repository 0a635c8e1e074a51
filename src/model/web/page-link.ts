import type { CanonicalUrl } from './canonical-url.ts';

/** A line of the link graph: the page `from` points to `to`. */
export interface PageLink {
  readonly from: CanonicalUrl;
  readonly to: CanonicalUrl;
  readonly anchorText: string;
  /** How relevant the link's words and its page are to the topics, 0 to 1; null where there are no topics. */
  readonly relevance: number | null;
}
