import type { StoredArticle } from '../../model/article/article.ts';

/** One article as a line of JSON, with its line break. U+2028 and U+2029 are escaped: some readers treat them as line breaks. */
export const toJsonLine = (article: StoredArticle): string =>
  `${JSON.stringify(article).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}\n`;
