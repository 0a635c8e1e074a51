import type { StoredArticle } from './article.ts';

/** Fields that lists leave out: they can be a hundred times as long as the rest. */
type Long =
  | 'body'
  | 'bodyHtml'
  | 'markdown'
  | 'fingerprint'
  | 'provenance'
  | 'newsTerms'
  | 'images'
  | 'posts'
  | 'media';

/** Length of an excerpt, code points. */
export const excerptLetters = 280;

/** An article as lists show it. */
export interface ArticleBrief extends Omit<StoredArticle, Long> {
  /** The first letters of the body; an ellipsis shows that it goes on. */
  readonly excerpt: string;
  readonly bodyLength: number;
  readonly mediaItems: number;
}
