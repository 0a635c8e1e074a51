import type { NewsItem } from '../model/article/news.ts';

/** Articles with news terms, by the time at which they were first seen. */
export interface News {
  /** Articles first seen at `from` or later and before `to`, newest first, then by id, at most `limit`. Reads an index, no texts. @param options topic: only articles that it keeps; null: all */
  between(
    from: Date,
    to: Date,
    options: { readonly topic: string | null; readonly limit: number },
  ): AsyncIterable<NewsItem>;
}
