import type { CanonicalUrl } from './canonical-url.ts';

/** An edge of the link graph: the page `from` links to `to`. */
export interface PageLink {
  readonly from: CanonicalUrl;
  readonly to: CanonicalUrl;
  readonly anchorText: string;
  /** Relevance of the link's text and its page to the topics, 0 to 1; null without topics. */
  readonly relevance: number | null;
}
