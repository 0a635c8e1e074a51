import type { CanonicalUrl } from '../../model/canonical-url.ts';
import type { PageLink } from '../../model/page-link.ts';
import type { LinkStanding, Links } from '../links-port.ts';
import type { Ending } from '../port.ts';
import type { Database } from './database.ts';

/** SQL: the links to all addresses of the article `:id`. */
export const inLinksOf = '(SELECT coalesce(sum(in_links), 0) FROM addresses WHERE article = :id)';

const selectLinks = `SELECT f.url AS "from", t.url AS "to", l.anchor AS anchorText, t.relevance FROM links l
  JOIN addresses f ON f.id = l.from_id JOIN addresses t ON t.id = l.to_id`;

export class SqliteLinks implements Links {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async standing(from: CanonicalUrl, to: readonly CanonicalUrl[]): Promise<ReadonlyMap<CanonicalUrl, LinkStanding>> {
    const page = this.#idOf(from);
    const standing = new Map<CanonicalUrl, LinkStanding>();
    for (const url of to) {
      const known = this.#db.get<LinkStanding & { readonly isLinked: number }>(
        `SELECT in_links AS inLinks, relevance, EXISTS (SELECT 1 FROM links WHERE from_id = :page AND to_id = id) AS isLinked
         FROM addresses WHERE url = :url`,
        { url, page },
      );
      const { inLinks = 0, relevance = null, isLinked = 0 } = known ?? {};
      standing.set(url, { inLinks: inLinks + 1 - isLinked, relevance });
    }
    return standing;
  }

  async most(): Promise<number> {
    return this.#db.get<{ value: number }>("SELECT value FROM counters WHERE name = 'most_in_links'")?.value ?? 0;
  }

  async to(url: CanonicalUrl, limit: number): Promise<PageLink[]> {
    const sql = `${selectLinks} WHERE l.to_id = :id ORDER BY f.url LIMIT :limit`;
    return this.#db.all<PageLink>(sql, { id: this.#idOf(url), limit }).map((row) => ({ ...row }));
  }

  async from(url: CanonicalUrl, limit: number): Promise<PageLink[]> {
    const sql = `${selectLinks} WHERE l.from_id = :id ORDER BY t.url LIMIT :limit`;
    return this.#db.all<PageLink>(sql, { id: this.#idOf(url), limit }).map((row) => ({ ...row }));
  }

  /** For `commit`, inside its transaction, after the article: under which addresses it stands, and what the page points to. */
  write({ task, article, pointsTo }: Pick<Ending, 'task' | 'article' | 'pointsTo'>): void {
    if (article !== null) {
      for (const url of new Set([article.url, task.url])) this.#nameArticle(url, article.id);
      this.#count(article.id);
    }
    const [first] = pointsTo;
    if (first !== undefined) this.#link(first.from, JSON.stringify(pointsTo));
  }

  /** One statement a step, not one a link: what goes back and forth would cost more than the writes. @param links as JSON */
  #link(from: CanonicalUrl, links: string): void {
    this.#db.run('INSERT INTO addresses (url) VALUES (:from) ON CONFLICT DO NOTHING', { from });
    this.#db.run(
      `INSERT INTO addresses (url, relevance) SELECT value ->> 'to', value ->> 'relevance' FROM json_each(:links) WHERE true
       ON CONFLICT (url) DO UPDATE SET relevance = excluded.relevance WHERE excluded.relevance > coalesce(relevance, -1)`,
      { links },
    );
    const added = this.#db.all<{ id: number }>(
      `INSERT INTO links (from_id, to_id, anchor)
       SELECT :page, a.id, link.value ->> 'anchorText' FROM json_each(:links) AS link CROSS JOIN addresses a ON a.url = link.value ->> 'to' WHERE true
       ON CONFLICT DO NOTHING RETURNING to_id AS id`,
      { page: this.#idOf(from), links },
    );
    if (added.length === 0) return;
    const counted = this.#db.all<{ inLinks: number; article: string | null }>(
      `UPDATE addresses SET in_links = in_links + 1 WHERE id IN (SELECT value FROM json_each(:ids))
       RETURNING in_links AS inLinks, article`,
      { ids: JSON.stringify(added.map(({ id }) => id)) },
    );
    this.#raiseMost(Math.max(...counted.map(({ inLinks }) => inLinks)));
    for (const id of new Set(counted.map(({ article }) => article))) if (id !== null) this.#count(id);
  }

  #raiseMost(value: number): void {
    this.#db.run(
      `INSERT INTO counters (name, value) VALUES ('most_in_links', :value)
       ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE excluded.value > value`,
      { value },
    );
  }

  #idOf(url: CanonicalUrl): number | null {
    return this.#db.get<{ id: number }>('SELECT id FROM addresses WHERE url = :url', { url })?.id ?? null;
  }

  #nameArticle(url: CanonicalUrl, id: string): void {
    this.#db.run(
      'INSERT INTO addresses (url, article) VALUES (:url, :id) ON CONFLICT (url) DO UPDATE SET article = excluded.article',
      { url, id },
    );
  }

  #count(id: string): void {
    this.#db.run(`UPDATE articles SET in_links = ${inLinksOf} WHERE id = :id`, { id });
  }
}
