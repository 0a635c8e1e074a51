import { setImmediate as nextTurn } from 'node:timers/promises';
import type {
  ArticleStatus,
  CommittedArticle,
  JudgedGroup,
  Judgement,
  StoredArticle,
} from '../../../model/article/article.ts';
import type { ArticleBrief } from '../../../model/article/article-brief.ts';
import type { ArticleJson } from '../../../model/article/article-json.ts';
import type { MemberBrief } from '../../../model/article/cluster.ts';
import type { Fingerprint } from '../../../model/article/draft.ts';
import type { Namesake, Neighbour } from '../../../model/article/neighbour.ts';
import type { FoundCopies, Recheck } from '../../../model/article/recheck.ts';
import type { ArticleFilter, Articles, ReextractedArticle, ScoredArticle, ScoreRange } from '../../articles-port.ts';
import { tableRecords } from '../../engine/sqlite-records.ts';
import { ArticleRecords } from '../../records/article-records.ts';
import { namesakeOf, neighbourOf } from '../../records/articles.ts';
import type { Database } from '../database.ts';
import { readMembers } from './article-briefs.ts';
import { articleJsonOf, type RankedRow, selectJson } from './article-json.ts';
import { countArticles, idsOf, readBriefs, readBriefsJson } from './article-lists.ts';
import { type ArticleRow, filterSql, readArticle, selectArticles } from './article-rows.ts';
import { namesakeIds, neighbourIds } from './neighbours.ts';
import { endRecheck, reextract } from './rechecks.ts';
import { heldArticles, removeArticles } from './remove-articles.ts';
import { indexBeforeSearch, indexedAtOnce, indexPending, notIndexed } from './search-index.ts';
import { judgeAgain } from './store-article.ts';

/** Articles per read of a stream: about 1 MB, at 20 KB each. */
const batchSize = 50;

/** SQL over `article_topics`. */
const inRange = 'topic = :topic AND score > 0 AND score >= :from AND (:to IS NULL OR score < :to)';

export class SqliteArticles extends ArticleRecords implements Articles {
  readonly #db: Database;

  constructor(db: Database) {
    super((declared) => tableRecords(db, declared));
    this.#db = db;
  }

  async get(id: string): Promise<StoredArticle | null> {
    const row = this.#db.get<ArticleRow>(`${selectArticles} WHERE a.id = :id`, { id });
    return row === undefined ? null : readArticle(row);
  }

  async getJson(id: string): Promise<ArticleJson | null> {
    const row = this.#db.get<RankedRow>(selectJson, { id });
    return row === undefined ? null : articleJsonOf(row);
  }

  async find(filter: ArticleFilter): Promise<StoredArticle[]> {
    return this.#ids(filter).flatMap((id) => {
      const row = this.#db.get<ArticleRow>(`${selectArticles} WHERE a.id = :id`, { id });
      return row === undefined ? [] : [readArticle(row)];
    });
  }

  async list(filter: ArticleFilter): Promise<ArticleBrief[]> {
    if (filter.q !== undefined) indexBeforeSearch(this.#db);
    return readBriefs(this.#db, filter);
  }

  async listJson(filter: ArticleFilter): Promise<ArticleJson[]> {
    if (filter.q !== undefined) indexBeforeSearch(this.#db);
    return readBriefsJson(this.#db, filter);
  }

  async members(cluster: string): Promise<MemberBrief[]> {
    return readMembers(this.#db, cluster);
  }

  async notIndexed(): Promise<number> {
    return notIndexed(this.#db);
  }

  async indexMore(limit: number): Promise<number> {
    let done = 0;
    while (done < limit) {
      const added = indexPending(this.#db, Math.min(indexedAtOnce, limit - done));
      if (added === 0) break;
      done += added;
      await nextTurn();
    }
    return done;
  }

  async count(filter: ArticleFilter): Promise<number> {
    if (filter.q !== undefined) indexBeforeSearch(this.#db);
    return countArticles(this.#db, filter);
  }

  async lastChanges(sites: readonly string[]): Promise<ReadonlyMap<string, Date>> {
    const rows = this.#db.all<{ site: string; at: number | null }>(
      `SELECT value AS site, (SELECT updated_at FROM articles WHERE site = value ORDER BY updated_at DESC LIMIT 1) AS at
       FROM json_each(:sites)`,
      { sites: JSON.stringify(sites) },
    );
    return new Map(rows.flatMap(({ site, at }) => (at === null ? [] : [[site, new Date(at)]])));
  }

  async *stream(filter: ArticleFilter): AsyncIterable<StoredArticle> {
    if (filter.byImportance !== undefined || filter.byRelevance === true)
      return yield* this.#streamIds(this.#ids(filter));
    if (filter.q !== undefined) {
      const { offset = 0, limit = Number.POSITIVE_INFINITY, ...all } = filter;
      return yield* this.#streamIds(
        this.#ids(all)
          .sort()
          .slice(offset, offset + limit),
      );
    }
    const { where, parameters } = filterSql(filter);
    const sql = `${selectArticles} WHERE a.id > :after AND ${where} ORDER BY a.id LIMIT :limit OFFSET :offset`;
    let [after, offset, left] = ['', filter.offset ?? 0, filter.limit ?? Number.POSITIVE_INFINITY];
    while (left > 0) {
      const rows = this.#db.all<ArticleRow>(sql, { ...parameters, after, limit: Math.min(batchSize, left), offset });
      for (const row of rows) yield readArticle(row);
      after = rows.at(-1)?.id ?? after;
      left = rows.length < batchSize ? 0 : left - rows.length;
      offset = 0;
    }
  }

  /** Reads the order first, as ids: articles that come in meanwhile do not change it. */
  async *#streamIds(ids: readonly string[]): AsyncIterable<StoredArticle> {
    for (const id of ids) {
      const article = await this.get(id);
      if (article !== null) yield article;
    }
  }

  async neighbours(fingerprint: Fingerprint, exceptId: string, limit: number): Promise<Neighbour[]> {
    const neighbours: Neighbour[] = [];
    for (const id of neighbourIds(this.#db, fingerprint, exceptId, limit)) {
      const article = await this.get(id);
      if (article !== null) neighbours.push(neighbourOf(article));
    }
    return neighbours;
  }

  async endRecheck(recheck: Recheck, found: FoundCopies | null): Promise<CommittedArticle | null> {
    return this.#db.transaction(() => endRecheck(this.#db, recheck, found));
  }

  async namesakes(titleKeywords: readonly string[], limit: number): Promise<Namesake[]> {
    const namesakes: Namesake[] = [];
    for (const id of namesakeIds(this.#db, titleKeywords, limit)) {
      const article = await this.get(id);
      if (article !== null) namesakes.push(namesakeOf(article));
    }
    return namesakes;
  }

  async categories(): Promise<{ label: string; articles: number }[]> {
    return this.#db.all<{ label: string; articles: number }>(
      `SELECT category AS label, sum(n) AS articles FROM article_tallies WHERE topic = '' AND site = '' AND category <> '' AND status = 'published'
       GROUP BY category HAVING sum(n) > 0 ORDER BY articles DESC, category`,
    );
  }

  async judgedGroups(): Promise<JudgedGroup[]> {
    return this.#db.all<JudgedGroup>(
      'SELECT site, judged_by AS judgedBy, count(*) AS articles FROM articles GROUP BY site, judged_by',
    );
  }

  async *inJudgedGroup({ site, judgedBy }: Pick<JudgedGroup, 'site' | 'judgedBy'>): AsyncIterable<StoredArticle> {
    const sql = `${selectArticles} WHERE a.site = :site AND a.judged_by IS :judgedBy AND a.id > :after ORDER BY a.id LIMIT :batchSize`;
    for (let after = ''; ; ) {
      const rows = this.#db.all<ArticleRow>(sql, { site, judgedBy, after, batchSize });
      for (const row of rows) yield readArticle(row);
      const last = rows.at(-1);
      if (last === undefined) return;
      after = last.id;
    }
  }

  async judgeAgain(read: StoredArticle, judgement: Judgement): Promise<ArticleStatus | null> {
    return this.#db.transaction(() => judgeAgain(this.#db, read, judgement));
  }

  async reextract(
    read: Pick<StoredArticle, 'id' | 'revision' | 'fetchedAt'>,
    article: ReextractedArticle,
    at: Date,
  ): Promise<Recheck | null> {
    return this.#db.transaction(() => reextract(this.#db, read, article, at));
  }

  async remove({ id, updatedAt }: Pick<StoredArticle, 'id' | 'updatedAt'>): Promise<boolean> {
    return this.#db.transaction(() => {
      const row = this.#db.get<{ at: number }>('SELECT updated_at AS at FROM articles WHERE id = :id', { id });
      if (row?.at !== updatedAt.getTime() || heldArticles(this.#db).has(id)) return false;
      removeArticles(this.#db, [id]);
      return true;
    });
  }

  #ids(filter: ArticleFilter): string[] {
    if (filter.q !== undefined) indexBeforeSearch(this.#db);
    const { sql, parameters } = idsOf(filter);
    return this.#db.all<{ id: string }>(sql, parameters).map(({ id }) => id);
  }

  async countScored(topic: string, { from, to }: ScoreRange): Promise<number> {
    const sql = `SELECT count(*) AS n FROM article_topics WHERE ${inRange}`;
    return this.#db.get<{ n: number }>(sql, { topic, from, to })?.n ?? 0;
  }

  async scoredAt(topic: string, { from, to }: ScoreRange, positions: readonly number[]): Promise<ScoredArticle[]> {
    const sql = `SELECT id, score FROM article_topics WHERE ${inRange} ORDER BY score, id LIMIT 1 OFFSET :position`;
    return positions.flatMap((position) => {
      const row = this.#db.get<ScoredArticle>(sql, { topic, from, to, position });
      return row === undefined ? [] : [{ ...row }];
    });
  }
}
