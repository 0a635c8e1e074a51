import type { NewsItem } from '../model/article/news.ts';

/** Articles by the time at which they were first seen, with the terms that `commit` was given. */
export interface News {
  /** Those with terms that were first seen at `from` or later and before `to`, of a topic that keeps them (null: of all), the newest first, by id among equals. By the index; no text is read. At most `limit`. */
  between(
    from: Date,
    to: Date,
    options: { readonly topic: string | null; readonly limit: number },
  ): AsyncIterable<NewsItem>;
}
