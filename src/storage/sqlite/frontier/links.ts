import type { CanonicalUrl } from '../../../model/web/canonical-url.ts';
import type { PageLink } from '../../../model/web/link.ts';
import type { LinkStanding, Links } from '../../crawl/frontier-port.ts';
import type { VisitResult } from '../../port.ts';
import type { Database } from '../database.ts';
import { state } from '../schema.ts';
import { type CountedAddress, PointedLinks } from './pointed-links.ts';

/** SQL: the number of links to all addresses of the article `:id`. */
export const inLinksOf = '(SELECT coalesce(sum(in_links), 0) FROM frontier WHERE article = :id)';

/** SQL: columns and values of an address that has no task: a row of the frontier that only the link graph uses. */
export const named = {
  columns: 'url, kind, host, site, depth, max_depth, rank, due_at, state, revisit',
  values: `'page', '', '', 0, 0, 0, 0, ${state.named}, 0`,
};

/** Inside a transaction: raises the largest number of links to one address. */
export function raiseMostLinked(db: Database, value: number): void {
  db.run(
    `INSERT INTO counters (name, value) VALUES ('most_in_links', :value)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE excluded.value > value`,
    { value },
  );
}

/** Cmax: the largest number of links to one address. */
export const mostInLinks = (db: Database): number =>
  db.get<{ value: number }>("SELECT value FROM counters WHERE name = 'most_in_links'")?.value ?? 0;

/** The link graph keeps an address in its row of the frontier, which an ending writes anyway: another table would cost one more page of the file per address. */
export class SqliteLinks implements Links {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async standing(from: CanonicalUrl, to: readonly CanonicalUrl[]): Promise<ReadonlyMap<CanonicalUrl, LinkStanding>> {
    const standings = this.#db.all<LinkStanding & { readonly url: CanonicalUrl }>(
      `SELECT link.value AS url, f.relevance, coalesce(f.in_links, 0) + NOT EXISTS (SELECT 1 FROM links WHERE page = :page AND to_url = link.value) AS inLinks
       FROM json_each(:to) AS link LEFT JOIN frontier f ON f.url = link.value`,
      { to: JSON.stringify(to), page: this.#idOf(from) },
    );
    return new Map(standings.map(({ url, inLinks, relevance }) => [url, { inLinks, relevance }]));
  }

  async maxInLinks(): Promise<number> {
    return mostInLinks(this.#db);
  }

  async from(url: CanonicalUrl, limit: number): Promise<PageLink[]> {
    const rows = this.#db.all<Omit<PageLink, 'from'>>(
      `SELECT l.to_url AS "to", l.anchor AS anchorText, f.relevance FROM links l JOIN frontier f ON f.url = l.to_url
       WHERE l.page = :id ORDER BY l.to_url LIMIT :limit`,
      { id: this.#idOf(url), limit },
    );
    return rows.map((row) => ({ from: url, ...row }));
  }

  /** For `commit`, inside its transaction, before the tasks: writes the page's links, in one statement. @returns what they add to their addresses */
  write({ pointsTo }: Pick<VisitResult, 'pointsTo'>): PointedLinks {
    const [first] = pointsTo;
    if (first === undefined) return new PointedLinks();
    const page = this.#idOf(first.from) ?? this.#newPage(first.from);
    // in the table's order: SQLite then fills each page of the file
    const lines = pointsTo.map(({ to, anchorText }) => [to, anchorText]).sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
    const added = this.#db.all<{ to: CanonicalUrl }>(
      `INSERT INTO links (page, to_url, anchor) SELECT :page, value ->> 0, value ->> 1 FROM json_each(:lines) WHERE true
       ON CONFLICT DO NOTHING RETURNING to_url AS "to"`,
      { page, lines: JSON.stringify(lines) },
    );
    const isNew = new Set(added.map(({ to }) => to));
    return new PointedLinks(pointsTo.map(({ to, relevance }) => [to, { inLinks: Number(isNew.has(to)), relevance }]));
  }

  /** For `commit`, after article and tasks: notes the article at its addresses, and counts the links to addresses that the tasks did not write. */
  count({ task, article }: Pick<VisitResult, 'task' | 'article'>, pointed: PointedLinks): void {
    if (article !== null) {
      for (const url of new Set([article.url, task.url])) this.#noteArticle(url, article.id);
      pointed.articles.add(article.id);
    }
    const remaining = pointed.remaining();
    if (remaining.length > 0)
      this.#countOthers(
        remaining.map(([url, { inLinks, relevance }]) => [url, inLinks, relevance]),
        pointed,
      );
    if (pointed.most > 0) raiseMostLinked(this.#db, pointed.most);
    for (const id of pointed.articles)
      this.#db.run(`UPDATE articles SET in_links = ${inLinksOf} WHERE id = :id`, { id });
  }

  #countOthers(added: readonly (readonly [string, number, number | null])[], pointed: PointedLinks): void {
    const counted = this.#db.all<Pick<CountedAddress, 'inLinks' | 'article'>>(
      `INSERT INTO frontier (${named.columns}, in_links, relevance) SELECT value ->> 0, ${named.values}, value ->> 1, value ->> 2 FROM json_each(:added) WHERE true
       ON CONFLICT (url) DO UPDATE SET in_links = in_links + excluded.in_links, relevance = nullif(max(coalesce(relevance, -1), coalesce(excluded.relevance, -1)), -1)
       WHERE excluded.in_links > 0 OR excluded.relevance > coalesce(relevance, -1)
       RETURNING in_links AS inLinks, article`,
      { added: JSON.stringify(added) },
    );
    for (const { inLinks, article } of counted) {
      pointed.most = Math.max(pointed.most, inLinks);
      if (article !== null) pointed.articles.add(article);
    }
  }

  #idOf(url: CanonicalUrl): number | null {
    return this.#db.get<{ id: number }>('SELECT id FROM link_pages WHERE url = :url', { url })?.id ?? null;
  }

  #newPage(url: CanonicalUrl): number | null {
    return this.#db.get<{ id: number }>('INSERT INTO link_pages (url) VALUES (:url) RETURNING id', { url })?.id ?? null;
  }

  #noteArticle(url: CanonicalUrl, id: string): void {
    this.#db.run(
      `INSERT INTO frontier (${named.columns}, article) VALUES (:url, ${named.values}, :id)
       ON CONFLICT (url) DO UPDATE SET article = excluded.article WHERE article IS NOT excluded.article`,
      { url, id },
    );
  }
}
