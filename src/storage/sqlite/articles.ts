import type { StoredArticle } from '../../model/article.ts';
import type { ArticleRevision } from '../../model/article-version.ts';
import type { Fingerprint } from '../../model/draft.ts';
import type { Namesake, Neighbour } from '../../model/neighbour.ts';
import type { ArticleFilter, Articles } from '../port.ts';
import { type ArticleRow, articleOf, conditionsOf, orderOf, selectArticles } from './article-rows.ts';
import type { Database } from './database.ts';
import { namesakeIds, neighbourIds } from './neighbours.ts';

/** Articles read at once by `stream`: at 20 KB each, about a megabyte. */
const page = 50;

export class SqliteArticles implements Articles {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async get(id: string): Promise<StoredArticle | null> {
    const row = this.#db.get<ArticleRow>(`${selectArticles} WHERE a.id = :id`, { id });
    return row === undefined ? null : articleOf(row);
  }

  async find(filter: ArticleFilter): Promise<StoredArticle[]> {
    const { where, parameters } = conditionsOf(filter);
    const { order, weights } = orderOf(filter);
    const rows = this.#db.all<ArticleRow>(
      `${selectArticles} WHERE ${where} ORDER BY ${order} LIMIT :limit OFFSET :offset`,
      { ...parameters, ...weights, limit: filter.limit ?? -1, offset: filter.offset ?? 0 },
    );
    return rows.map(articleOf);
  }

  async count(filter: ArticleFilter): Promise<number> {
    const { where, parameters } = conditionsOf(filter);
    // without words to look for, the texts need not be touched
    const tables = where.includes('t.folded') ? 'articles a JOIN article_texts t ON t.id = a.id' : 'articles a';
    return this.#db.get<{ n: number }>(`SELECT count(*) AS n FROM ${tables} WHERE ${where}`, parameters)?.n ?? 0;
  }

  async *stream(filter: ArticleFilter): AsyncIterable<StoredArticle> {
    if (filter.byImportance !== undefined) return yield* this.#streamRanked(filter);
    const { where, parameters } = conditionsOf(filter);
    const sql = `${selectArticles} WHERE a.id > :after AND ${where} ORDER BY a.id LIMIT :limit OFFSET :offset`;
    let [after, offset, left] = ['', filter.offset ?? 0, filter.limit ?? Number.POSITIVE_INFINITY];
    while (left > 0) {
      const rows = this.#db.all<ArticleRow>(sql, { ...parameters, after, limit: Math.min(page, left), offset });
      for (const row of rows) yield articleOf(row);
      after = rows.at(-1)?.id ?? after;
      left = rows.length < page ? 0 : left - rows.length;
      offset = 0;
    }
  }

  /** The order is settled first, by ids alone: articles that come in meanwhile move nobody. */
  async *#streamRanked(filter: ArticleFilter): AsyncIterable<StoredArticle> {
    const { where, parameters } = conditionsOf(filter);
    const { order, weights } = orderOf(filter);
    const ids = this.#db.all<{ id: string }>(
      `SELECT a.id FROM articles a JOIN article_texts t ON t.id = a.id WHERE ${where} ORDER BY ${order} LIMIT :limit OFFSET :offset`,
      { ...parameters, ...weights, limit: filter.limit ?? -1, offset: filter.offset ?? 0 },
    );
    for (const { id } of ids) {
      const article = await this.get(id);
      if (article !== null) yield article;
    }
  }

  async neighbours(fingerprint: Fingerprint, exceptId: string, limit: number): Promise<Neighbour[]> {
    const found: Neighbour[] = [];
    for (const id of neighbourIds(this.#db, fingerprint, exceptId, limit)) {
      const article = await this.get(id);
      if (article !== null) found.push(neighbourOf(article));
    }
    return found;
  }

  async namesakes(titleKeywords: readonly string[], limit: number): Promise<Namesake[]> {
    const found: Namesake[] = [];
    for (const id of namesakeIds(this.#db, titleKeywords, limit)) {
      const article = await this.get(id);
      if (article !== null) found.push(namesakeOf(article));
    }
    return found;
  }

  async categories(): Promise<{ label: string; articles: number }[]> {
    return this.#db.all<{ label: string; articles: number }>(
      `SELECT category AS label, count(*) AS articles FROM articles WHERE category IS NOT NULL AND status = 'published'
       GROUP BY category ORDER BY articles DESC, category`,
    );
  }

  async revisions(id: string): Promise<ArticleRevision[]> {
    const rows = this.#db.all<{ revision: number; doc: string }>(
      'SELECT revision, doc FROM revisions WHERE id = :id ORDER BY revision',
      { id },
    );
    return rows.map(({ revision, doc }) => {
      const { title, body, diff, replacedAt } = JSON.parse(doc) as Omit<ArticleRevision, 'articleId' | 'revision'>;
      return { articleId: id, revision, title, body, diff: diff ?? null, replacedAt: new Date(replacedAt) };
    });
  }
}

const neighbourOf = ({ id, cluster, site, title, body, lang, fingerprint }: StoredArticle): Neighbour => ({
  id,
  cluster,
  site,
  title,
  body,
  lang,
  fingerprint,
});

const namesakeOf = ({ id, url, site, title, lang, status, publishedAt, fetchedAt }: StoredArticle): Namesake => ({
  ...{ id, url, site, title, lang, status, publishedAt, fetchedAt },
});
