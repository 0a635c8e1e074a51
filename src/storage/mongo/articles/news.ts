import type { ArticleStatus } from '../../../model/article/article.ts';
import type { NewsItem } from '../../../model/article/news.ts';
import type { ArticleAge, News } from '../../articles-port.ts';
import type { Collections } from '../collections.ts';

interface NewsDocument {
  readonly _id: string;
  readonly firstSeenAt: Date;
  readonly site: string;
  readonly cluster: string;
  readonly status: ArticleStatus;
  readonly newsTerms?: readonly string[];
}

export class MongoNews implements News {
  readonly #articles: Collections['articles'];

  constructor({ articles }: Collections) {
    this.#articles = articles;
  }

  async *between(from: Date, to: Date, { topic, limit }: Parameters<News['between']>[2]): AsyncIterable<NewsItem> {
    if (limit === 0) return; // to the driver 0 means all
    const documents = this.#articles
      .find({
        firstSeenAt: { $gte: from, $lt: to },
        'newsTerms.0': { $exists: true },
        ...(topic !== null && { keptTopics: topic }),
      })
      .project<NewsDocument>({ firstSeenAt: 1, site: 1, cluster: 1, status: 1, newsTerms: 1 })
      .sort({ firstSeenAt: -1, _id: -1 })
      .limit(limit);
    for await (const { _id, firstSeenAt, site, cluster, status, newsTerms = [] } of documents)
      yield { id: _id, at: firstSeenAt, site, cluster, status, terms: newsTerms };
  }

  async ages(from: Date, to: Date, limit: number): Promise<ArticleAge[]> {
    if (limit === 0) return []; // to the driver 0 means all
    const documents = await this.#articles
      .find({
        firstSeenAt: { $gte: from, $lt: to },
        'newsTerms.0': { $exists: true },
        'publishedAt.precision': { $in: ['minute', 'second'] },
      })
      .project<{ readonly firstSeenAt: Date; readonly publishedAt: { readonly value: string } }>({
        firstSeenAt: 1,
        'publishedAt.value': 1,
      })
      .sort({ firstSeenAt: -1, _id: -1 })
      .limit(limit)
      .toArray();
    return documents.map(({ firstSeenAt, publishedAt }) => ({ firstSeenAt, publishedAt: new Date(publishedAt.value) }));
  }
}
