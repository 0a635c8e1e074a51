import type { Filter } from 'mongodb';
import type { StoredArticle } from '../../model/article.ts';
import type { Fingerprint } from '../../model/draft.ts';
import { neighbourRank, titleKey } from '../../model/neighbour-keys.ts';
import { queryWords } from '../../model/search-text.ts';
import type { ArticleFilter, ArticleRevision, Articles, Neighbour } from '../port.ts';
import type { ArticleDocument, Collections } from './collections.ts';
import { articleOf, bandKeys } from './store-article.ts';

/** More articles than this with a mark in common share boilerplate. */
const sketchLimit = 500;

export class MongoArticles implements Articles {
  readonly #collections: Collections;

  constructor(collections: Collections) {
    this.#collections = collections;
  }

  async get(id: string): Promise<StoredArticle | null> {
    const found = await this.#collections.articles.findOne({ _id: id });
    return found === null ? null : articleOf(found);
  }

  async find(filter: ArticleFilter): Promise<StoredArticle[]> {
    if (filter.limit === 0) return []; // to the driver 0 means all
    const found = await this.#collections.articles
      .find(queryOf(filter))
      .sort({ updatedAt: -1, _id: 1 })
      .skip(filter.offset ?? 0)
      .limit(filter.limit ?? 0)
      .toArray();
    return found.map(articleOf);
  }

  async count(filter: ArticleFilter): Promise<number> {
    return await this.#collections.articles.countDocuments(queryOf(filter));
  }

  async *stream(filter: ArticleFilter): AsyncIterable<StoredArticle> {
    if (filter.limit === 0) return;
    const cursor = this.#collections.articles
      .find(queryOf(filter))
      .sort({ _id: 1 })
      .skip(filter.offset ?? 0)
      .limit(filter.limit ?? 0)
      .batchSize(50);
    for await (const document of cursor) yield articleOf(document);
  }

  async neighbours(fingerprint: Fingerprint, exceptId: string, limit: number): Promise<Neighbour[]> {
    const key = titleKey(fingerprint.titleKeywords);
    const candidates = await Promise.all([
      this.#marks({ 'fingerprint.bodyHash': fingerprint.bodyHash }, limit + 1),
      this.#marks({ bands: { $in: bandKeys(fingerprint.simhash) } }, 0), // all: the exact distance is told here
      ...(key === null ? [] : [this.#marks({ titleKey: key }, limit + 1)]),
      ...(fingerprint.sketch.length === 0
        ? []
        : [this.#marks({ 'fingerprint.sketch': { $in: [...fingerprint.sketch] } }, sketchLimit)]),
    ]);
    const ranks = new Map<string, number>();
    for (const { _id, fingerprint: other } of candidates.flat()) {
      const rank = neighbourRank(fingerprint, other);
      if (rank !== null && _id !== exceptId) ranks.set(_id, rank);
    }
    const ordered = [...ranks].sort(([idA, a], [idB, b]) => a - b || (idA < idB ? -1 : 1)).slice(0, limit);
    return await this.#inOrder(ordered.map(([id]) => id));
  }

  async revisions(id: string): Promise<ArticleRevision[]> {
    const found = await this.#collections.revisions.find({ articleId: id }).sort({ revision: 1 }).toArray();
    return found.map(({ _id, ...revision }) => revision);
  }

  #marks(query: Filter<ArticleDocument>, limit: number): Promise<Pick<ArticleDocument, '_id' | 'fingerprint'>[]> {
    return this.#collections.articles
      .find(query)
      .project<Pick<ArticleDocument, '_id' | 'fingerprint'>>({ fingerprint: 1 })
      .sort({ _id: 1 })
      .limit(limit)
      .toArray();
  }

  async #inOrder(ids: readonly string[]): Promise<Neighbour[]> {
    const found = await this.#collections.articles
      .find({ _id: { $in: [...ids] } })
      .project<ArticleDocument>({ cluster: 1, site: 1, title: 1, body: 1, lang: 1, fingerprint: 1 })
      .toArray();
    const byId = new Map(found.map(({ _id, ...rest }) => [_id, { id: _id, ...rest }]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }
}

function queryOf({ status, site, topic, cluster, q, since }: ArticleFilter): Filter<ArticleDocument> {
  const words = queryWords(q ?? '').map((word) => ({
    folded: { $regex: word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&') },
  }));
  return {
    ...(status !== undefined && { status }),
    ...(site !== undefined && { site }),
    ...(topic !== undefined && { keptTopics: topic }),
    ...(cluster !== undefined && { cluster }),
    ...(since !== undefined && { updatedAt: { $gte: since } }),
    ...(words.length > 0 && { $and: words }),
  };
}
