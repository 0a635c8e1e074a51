import type { StoredArticle } from '../../../../model/article/article.ts';
import type { ArticleBrief } from '../../../../model/article/article-brief.ts';
import type { ArticleRevision } from '../../../../model/article/article-version.ts';
import type { Snippet } from '../../../../text/search-snippet.ts';
import type { Json } from '../../data/json.ts';

/** An article as lists have it. */
export interface Brief extends Json<ArticleBrief> {
  /** With words of a search: the part of the text where they are. */
  readonly snippet?: Json<Snippet>;
}

type Member = Pick<Brief, 'id' | 'site' | 'title' | 'canonicalUrl' | 'status' | 'relation' | 'publishedAt'>;

/** An article as GET /v1/articles/:id has it. */
export interface FullArticle extends Json<StoredArticle> {
  readonly importance: number;
  /** Oldest first. */
  readonly revisions: readonly Json<ArticleRevision>[];
  /** By which rule the canonical member was chosen. */
  readonly canonicalBy: string;
  readonly members: readonly Member[];
}

/** The words that a search looks for, one by one: without what it excludes, and without its signs. */
export const searchedWords = (q: string): readonly string[] =>
  q
    .replace(/[“”„]/g, '"')
    .replace(/(^|\s)-("[^"]*"?|\S+)/g, ' ')
    .split(/[\s"*]+/)
    .filter(Boolean);

/** The title, or what stands for it. */
export const titleOf = ({ title }: { readonly title: string }): string => title || '(no title)';
