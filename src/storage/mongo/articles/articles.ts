import type { Filter } from 'mongodb';
import type {
  ArticleStatus,
  CommittedArticle,
  JudgedGroup,
  Judgement,
  StoredArticle,
} from '../../../model/article/article.ts';
import type { ArticleBrief } from '../../../model/article/article-brief.ts';
import { type ArticleJson, articleJson } from '../../../model/article/article-json.ts';
import type { ArticleRevision } from '../../../model/article/article-version.ts';
import { type MemberBrief, maxMembers } from '../../../model/article/cluster.ts';
import type { Fingerprint } from '../../../model/article/draft.ts';
import type { ImportanceScale } from '../../../model/article/importance.ts';
import type { Namesake, Neighbour } from '../../../model/article/neighbour.ts';
import {
  articlesPerBand,
  minSamePlaces,
  minSharedMarks,
  nearestNeighbours,
  neighbourRank,
  simhashRank,
} from '../../../model/article/neighbour-keys.ts';
import type { FoundCopies, Recheck } from '../../../model/article/recheck.ts';
import type { ArticleFilter, Articles } from '../../articles-port.ts';
import { fingerprintOf, namesakeOf, neighbourOf, revisionOf, shorten } from '../../records/articles.ts';
import type { Collections } from '../collections.ts';
import { type ArticleDocument, withKey } from '../documents.ts';
import { articleTallies, publishedByCategory, tallied } from '../tallies/article-tallies.ts';
import type { TallyTree } from '../tallies/tally-tree.ts';
import { briefFields, importanceOf, lastChanges, queryOf } from './article-queries.ts';
import { bestFirst, isByRelevance, newestFirst } from './best-first.ts';
import { endRecheck, rechecksLeft, textsWritten } from './rechecks.ts';
import { removeUnheld } from './removals.ts';
import { addedBySearch, indexMore, notIndexed } from './search-index.ts';
import { bandKeys, judgeAgain, type KeyedText, rankKeysOf, readArticle } from './store-article.ts';

/** Articles read per key. A mark or keyword that more articles share is boilerplate: further articles do not count. */
const articlesPerKey = 500;

const simhashOnly = { 'fingerprint.simhash': 1 } as const;

/** Articles per read of a stream. No cursor stays open in between: the server closes one whose reader pauses for ten minutes. */
const batchSize = 50;

export class MongoArticles implements Articles {
  readonly #collections: Collections;
  readonly #tallies: TallyTree;

  constructor(collections: Collections) {
    this.#collections = collections;
    this.#tallies = articleTallies(collections);
  }

  async get(id: string): Promise<StoredArticle | null> {
    const document = await this.#collections.articles.findOne({ _id: id });
    return document === null ? null : readArticle(document);
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
      .find(queryOf(filter))
      .project<ArticleDocument>(briefFields)
      .sort({ updatedAt: -1, _id: 1 })
      .skip(filter.offset ?? 0)
      .limit(filter.limit ?? 0)
      .toArray();
    return documents.map((document) => shorten(readArticle(document)));
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
      ? await this.#collections.articles.countDocuments(queryOf(filter))
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
        .find({ $and: [queryOf(filter), { _id: { $gt: after } }] })
        .sort({ _id: 1 })
        .skip(offset)
        .limit(Math.min(batchSize, left))
        .toArray();
      for (const document of documents) yield readArticle(document);
      after = documents.at(-1)?._id ?? after;
      left = documents.length < batchSize ? 0 : left - documents.length;
      offset = 0;
    }
  }

  async neighbours(fingerprint: Fingerprint, exceptId: string, limit: number): Promise<Neighbour[]> {
    const [copies, near, sharing] = await Promise.all([
      this.#firstById({ 'fingerprint.bodyHash': fingerprint.bodyHash }, { _id: 1 }, limit + 1), // `exceptId` may be among them
      Promise.all(
        bandKeys(fingerprint.simhash).map((band) => this.#firstById({ bands: band }, simhashOnly, articlesPerBand)),
      ),
      this.#sharingKeys(fingerprint),
    ]);
    const ranks = new Map<string, number>();
    const add = (id: string, rank: number | null) => {
      if (rank !== null && id !== exceptId) ranks.set(id, Math.min(rank, ranks.get(id) ?? rank));
    };
    for (const { _id } of copies) add(_id, 0);
    for (const { _id, fingerprint: other } of near.flat()) add(_id, simhashRank(fingerprint, other));
    for (const { _id, fingerprint: other } of sharing) add(_id, neighbourRank(fingerprint, fingerprintOf(other)));
    return await this.#inOrder(nearestNeighbours(ranks, limit));
  }

  async textsWritten(): Promise<number> {
    return await textsWritten(this.#collections);
  }

  async rechecks(limit: number): Promise<Recheck[]> {
    return await rechecksLeft(this.#collections, limit);
  }

  async endRecheck(recheck: Recheck, found: FoundCopies | null): Promise<CommittedArticle | null> {
    return await endRecheck(this.#collections, recheck, found);
  }

  async namesakes(titleKeywords: readonly string[], limit: number): Promise<Namesake[]> {
    const counts = await this.#countShared({ titleKeywords, bodyKeywords: [], sketch: [] });
    const namesakes = [...counts].filter(([, { places }]) => places >= minSamePlaces);
    namesakes.sort(([idA, a], [idB, b]) => b.places - a.places || (idA < idB ? -1 : 1));
    const ids = namesakes.slice(0, limit).map(([id]) => id);
    const documents = await this.#collections.articles
      .find({ _id: { $in: ids } })
      .project<ArticleDocument>({ url: 1, site: 1, title: 1, lang: 1, status: 1, publishedAt: 1, fetchedAt: 1 })
      .toArray();
    const byId = new Map(documents.map((document) => [document._id, namesakeOf(withKey('id', document))]));
    return ids.flatMap((id) => byId.get(id) ?? []);
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
      for (const document of documents) yield readArticle(document);
      const last = documents.at(-1);
      if (last === undefined) return;
      after = last._id;
    }
  }

  async judgeAgain(read: StoredArticle, judgement: Judgement): Promise<ArticleStatus | null> {
    return await judgeAgain(this.#collections, read, judgement);
  }

  readonly remove = (read: Pick<StoredArticle, 'id' | 'updatedAt'>): Promise<boolean> =>
    removeUnheld(this.#collections, read);

  async revisions(id: string): Promise<ArticleRevision[]> {
    const documents = await this.#collections.revisions.find({ articleId: id }).sort({ revision: 1 }).toArray();
    return documents.map(revisionOf);
  }

  /** Number of shared keys per article. Each key has its own limit: a frequent one must not displace the others. */
  async #countShared(keyed: KeyedText): Promise<ReadonlyMap<string, { places: number; marks: number }>> {
    const counts = new Map<string, { places: number; marks: number }>();
    const count = async (query: Filter<ArticleDocument>, field: 'places' | 'marks') => {
      const documents = await this.#collections.articles
        .find(query)
        .project<{ _id: string }>({ _id: 1 })
        .limit(articlesPerKey)
        .toArray();
      for (const { _id } of documents) {
        const shared = counts.get(_id) ?? { places: 0, marks: 0 };
        counts.set(_id, shared);
        shared[field]++;
      }
    };
    await Promise.all([
      ...rankKeysOf(keyed).map((key) => count({ rankKeys: key }, 'places')),
      ...keyed.sketch.map((mark) => count({ 'fingerprint.sketch': mark }, 'marks')),
    ]);
    return counts;
  }

  async #sharingKeys(fingerprint: Fingerprint): Promise<Pick<ArticleDocument, '_id' | 'fingerprint'>[]> {
    const counts = await this.#countShared(fingerprint);
    const ids = [...counts].flatMap(([id, { places, marks }]) =>
      places >= minSamePlaces || marks >= minSharedMarks ? [id] : [],
    );
    return ids.length === 0 ? [] : await this.#firstById({ _id: { $in: ids } }, { fingerprint: 1 }, ids.length);
  }

  /** Reads the order first, as ids: articles that come in meanwhile do not change it. */
  async *#ranked(filter: ArticleFilter, scale: ImportanceScale): AsyncIterable<StoredArticle> {
    const ranked = this.#collections.articles.aggregate<{ _id: string }>(
      [
        { $match: queryOf(filter) },
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

  #firstById(
    query: Filter<ArticleDocument>,
    fields: Readonly<Record<string, 1>>,
    limit: number,
  ): Promise<Pick<ArticleDocument, '_id' | 'fingerprint'>[]> {
    return this.#collections.articles
      .find(query)
      .project<Pick<ArticleDocument, '_id' | 'fingerprint'>>(fields)
      .sort({ _id: 1 })
      .limit(limit)
      .toArray();
  }

  async #inOrder(ids: readonly string[]): Promise<Neighbour[]> {
    const documents = await this.#collections.articles
      .find({ _id: { $in: [...ids] } })
      .project<ArticleDocument>({ cluster: 1, site: 1, title: 1, body: 1, lang: 1, fingerprint: 1 })
      .toArray();
    const byId = new Map(documents.map((document) => [document._id, neighbourOf(withKey('id', document))]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }
}
