import type { StoredArticle } from './article.ts';

/** What a list does not show of an article: it can be a hundred times as long as the rest. */
type Long = 'body' | 'bodyHtml' | 'markdown' | 'fingerprint' | 'provenance' | 'newsTerms' | 'images' | 'media';

/** Of the body, in letters (code points). */
export const excerptLetters = 280;

/** An article as lists show it. */
export interface ArticleBrief extends Omit<StoredArticle, Long> {
  /** The beginning of the body, with an ellipsis where there is more. */
  readonly excerpt: string;
  readonly bodyLength: number;
  readonly mediaItems: number;
}
