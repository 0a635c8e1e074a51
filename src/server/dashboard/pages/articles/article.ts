import type { ApiSchemas } from '../../data/api.ts';

/** An article as lists have it. */
export type Brief = ApiSchemas['ArticleBrief'];
export type FullArticle = ApiSchemas['Article'];

/** The words that a search looks for, one by one: without what it excludes, and without its signs. */
export const searchedWords = (q: string): readonly string[] =>
  q
    .replace(/[“”„]/g, '"')
    .replace(/(^|\s)-("[^"]*"?|\S+)/g, ' ')
    .split(/[\s"*]+/)
    .filter(Boolean);

/** The title, or what stands for it. */
export const articleTitle = ({ title }: { readonly title: string }): string => title || '(no title)';
