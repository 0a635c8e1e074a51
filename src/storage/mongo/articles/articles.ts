import type {
  ArticleStatus,
  CommittedArticle,
  JudgedGroup,
  Judgement,
  StoredArticle,
} from '../../../model/article/article.ts';
import type { ArticleBrief } from '../../../model/article/article-brief.ts';
import { type ArticleJson, articleJson } from '../../../model/article/article-json.ts';
import { type MemberBrief, maxMembers } from '../../../model/article/cluster.ts';
import type { Fingerprint } from '../../../model/article/draft.ts';
import type { ImportanceScale } from '../../../model/article/importance.ts';
import type { Namesake, Neighbour } from '../../../model/article/neighbour.ts';
import type { FoundCopies, Recheck } from '../../../model/article/recheck.ts';
import type { ArticleFilter, Articles, ReextractedArticle, ScoredArticle, ScoreRange } from '../../articles-port.ts';
import { ArticleRecords } from '../../records/article-records.ts';
import { shorten } from '../../records/articles.ts';
import type { Collections } from '../collections.ts';
import type { ArticleDocument } from '../documents.ts';
import { articleCounters, publishedByCategory, tallied } from '../tallies/article-tallies.ts';
import type { TallyTree } from '../tallies/tally-tree.ts';
import { articleQuery, briefFields, importanceOf, lastChanges } from './article-queries.ts';
import { bestFirst, isByRelevance, newestFirst } from './best-first.ts';
import { namesakes, neighbourDocuments } from './neighbours.ts';
import { endRecheck, reextract } from './rechecks.ts';
import { removeUnheld } from './removals.ts';
import { addedBySearch, indexMore, notIndexed } from './search-index.ts';
import { articleOf, judgeAgain } from './store-article.ts';

/** Articles per read of a stream. No cursor stays open in between: the server closes one whose reader pauses for ten minutes. */
const batchSize = 50;

const scoredIn = (topic: string, { from, to }: ScoreRange) => ({
  topics: { $elemMatch: { topic, score: { $gt: 0, $gte: from, ...(to !== null && { $lt: to }) } } },
});

export class MongoArticles extends ArticleRecords implements Articles {
  readonly #collections: Collections;
  readonly #tallies: TallyTree;

  constructor(collections: Collections) {
    super(collections.open);
    this.#collections = collections;
    this.#tallies = articleCounters(collections);
  }

  async get(id: string): Promise<StoredArticle | null> {
    const document = await this.#collections.articles.findOne({ _id: id });
    return document === null ? null : articleOf(document);
  }

  async getJson(id: string): Promise<ArticleJson | null> {
    const article = await this.get(id);
    return article === null ? null : articleJson(article);
  }

  async find(filter: ArticleFilter): Promise<StoredArticle[]> {
    if (filter.limit === 0) return []; // to the driver 0 means all
    await this.#beforeSearch(filter);
    if (isByRelevance(filter)) return await bestFirst(this.#collections, filter);
    if (filter.byImportance !== undefined) {
      const articles: StoredArticle[] = [];
      for await (const article of this.#ranked(filter, filter.byImportance)) articles.push(article);
      return articles;
    }
    return await newestFirst(this.#collections, filter);
  }

  async list(filter: ArticleFilter): Promise<ArticleBrief[]> {
    if (filter.limit === 0) return []; // to the driver 0 means all
    await this.#beforeSearch(filter);
    if (filter.byImportance !== undefined || isByRelevance(filter)) return (await this.find(filter)).map(shorten);
    const documents = await this.#collections.articles
      .find(articleQuery(filter))
      .project<ArticleDocument>(briefFields)
      .sort({ updatedAt: -1, _id: 1 })
      .skip(filter.offset ?? 0)
      .limit(filter.limit ?? 0)
      .toArray();
    return documents.map((document) => shorten(articleOf(document)));
  }

  async listJson(filter: ArticleFilter): Promise<ArticleJson[]> {
    return (await this.list(filter)).map(articleJson);
  }

  readonly members = (cluster: string): Promise<MemberBrief[]> => this.list({ cluster, limit: maxMembers });

  async notIndexed(): Promise<number> {
    return await notIndexed(this.#collections);
  }

  async indexMore(limit: number): Promise<number> {
    return await indexMore(this.#collections, limit);
  }

  async #beforeSearch({ q }: ArticleFilter): Promise<void> {
    if (q !== undefined) await indexMore(this.#collections, addedBySearch);
  }

  async count(filter: ArticleFilter): Promise<number> {
    await this.#beforeSearch(filter);
    const { site, cluster, q, since } = filter;
    // these have indexes of few articles; the rest could be all
    const isNarrow = [site, cluster, q, since].some((value) => value !== undefined);
    return isNarrow
      ? await this.#collections.articles.countDocuments(articleQuery(filter))
      : await tallied(this.#tallies, filter);
  }

  async lastChanges(sites: readonly string[]): Promise<ReadonlyMap<string, Date>> {
    return await lastChanges(this.#collections, sites);
  }

  async *stream(filter: ArticleFilter): AsyncIterable<StoredArticle> {
    if (filter.limit === 0) return;
    await this.#beforeSearch(filter);
    if (filter.byImportance !== undefined) return yield* this.#ranked(filter, filter.byImportance);
    if (isByRelevance(filter)) return yield* await bestFirst(this.#collections, filter);
    let [after, offset, left] = ['', filter.offset ?? 0, filter.limit ?? Number.POSITIVE_INFINITY];
    while (left > 0) {
      const documents = await this.#collections.articles
        .find({ $and: [articleQuery(filter), { _id: { $gt: after } }] })
        .sort({ _id: 1 })
        .skip(offset)
        .limit(Math.min(batchSize, left))
        .toArray();
      for (const document of documents) yield articleOf(document);
      after = documents.at(-1)?._id ?? after;
      left = documents.length < batchSize ? 0 : left - documents.length;
      offset = 0;
    }
  }

  async neighbours(fingerprint: Fingerprint, exceptId: string, limit: number): Promise<Neighbour[]> {
    return await neighbourDocuments(this.#collections, fingerprint, { exceptId, limit });
  }

  async endRecheck(recheck: Recheck, found: FoundCopies | null): Promise<CommittedArticle | null> {
    return await endRecheck(this.#collections, recheck, found);
  }

  async namesakes(titleKeywords: readonly string[], limit: number): Promise<Namesake[]> {
    return await namesakes(this.#collections, titleKeywords, limit);
  }

  async categories(): Promise<{ label: string; articles: number }[]> {
    const counts = [...(await publishedByCategory(this.#tallies))].map(([label, articles]) => ({ label, articles }));
    return counts.sort((a, b) => b.articles - a.articles || (a.label < b.label ? -1 : 1));
  }

  async judgedGroups(): Promise<JudgedGroup[]> {
    const groups = this.#collections.articles.aggregate<{ _id: Omit<JudgedGroup, 'articles'>; articles: number }>([
      { $match: { site: { $gte: '' } } }, // all: it makes the server read the index, which has all fields, and no article
      {
        $group: {
          _id: { site: '$site', judgedBy: { $ifNull: ['$judgedBy', null] } },
          articles: { $sum: 1 },
        },
      },
    ]);
    return (await groups.toArray()).map(({ _id, articles }) => ({ ..._id, articles }));
  }

  async *inJudgedGroup({ site, judgedBy }: Pick<JudgedGroup, 'site' | 'judgedBy'>): AsyncIterable<StoredArticle> {
    for (let after = ''; ; ) {
      const documents = await this.#collections.articles
        .find({ site, judgedBy, _id: { $gt: after } }) // a query for null finds a missing field too
        .sort({ _id: 1 })
        .limit(batchSize)
        .toArray();
      for (const document of documents) yield articleOf(document);
      const last = documents.at(-1);
      if (last === undefined) return;
      after = last._id;
    }
  }

  async judgeAgain(read: StoredArticle, judgement: Judgement): Promise<ArticleStatus | null> {
    return await judgeAgain(this.#collections, read, judgement);
  }

  async reextract(
    read: Pick<StoredArticle, 'id' | 'revision' | 'fetchedAt'>,
    article: ReextractedArticle,
    at: Date,
  ): Promise<Recheck | null> {
    return await reextract(this.#collections, read, article, at);
  }

  readonly remove = (read: Pick<StoredArticle, 'id' | 'updatedAt'>): Promise<boolean> =>
    removeUnheld(this.#collections, read);

  async countScored(topic: string, range: ScoreRange): Promise<number> {
    return await this.#collections.articles.countDocuments(scoredIn(topic, range));
  }

  async scoredAt(topic: string, range: ScoreRange, positions: readonly number[]): Promise<ScoredArticle[]> {
    if (positions.length === 0) return [];
    // a document has several scores and the order is by one of them: sorted here, from ids and scores alone
    const documents = await this.#collections.articles
      .find(scoredIn(topic, range))
      .project<{ _id: string; topics: { topic: string; score: number }[] }>({ 'topics.topic': 1, 'topics.score': 1 })
      .toArray();
    const inOrder = documents
      .map(({ _id: id, topics }) => ({ id, score: topics.find((score) => score.topic === topic)?.score ?? 0 }))
      .sort((a, b) => a.score - b.score || (a.id < b.id ? -1 : 1));
    return positions.flatMap((position) => inOrder[position] ?? []);
  }

  /** Reads the order first, as ids: articles that come in meanwhile do not change it. */
  async *#ranked(filter: ArticleFilter, scale: ImportanceScale): AsyncIterable<StoredArticle> {
    const ranked = this.#collections.articles.aggregate<{ _id: string }>(
      [
        { $match: articleQuery(filter) },
        { $project: { updatedAt: 1, importance: importanceOf(scale) } },
        { $sort: { importance: -1, updatedAt: -1, _id: 1 } },
        { $skip: filter.offset ?? 0 },
        ...(filter.limit === undefined ? [] : [{ $limit: filter.limit }]),
        { $project: { _id: 1 } },
      ],
      { allowDiskUse: true },
    );
    for (const { _id } of await ranked.toArray()) {
      const article = await this.get(_id);
      if (article !== null) yield article;
    }
  }
}
