import type { NewsItem } from '../model/article/news.ts';

/** When an article was published, by its page, and when it was seen here first. */
export interface ArticleAge {
  readonly publishedAt: Date;
  readonly firstSeenAt: Date;
}

/** Articles with news terms, by the time at which they were first seen. */
export interface News {
  /** Articles first seen at `from` or later and before `to`, newest first, then by id, at most `limit`. Reads an index, no texts. @param options topic: only articles that it keeps; null: all */
  between(
    from: Date,
    to: Date,
    options: { readonly topic: string | null; readonly limit: number },
  ): AsyncIterable<NewsItem>;
  /** Articles first seen at `from` or later and before `to` whose pages state a time of day, newest first, at most `limit`. Reads an index, no texts. */
  ages(from: Date, to: Date, limit: number): Promise<ArticleAge[]>;
}
