import type { CanonicalUrl } from '../../../model/web/canonical-url.ts';
import { type TaskRecord, tasks } from '../../collections/crawl/tasks.ts';
import { tableIn } from '../../engine/sqlite.ts';
import type { TransferKey, TransferKind } from '../../transfer-port.ts';
import type { Database } from '../database.ts';
import { named, raiseMostLinked } from '../frontier/links.ts';
import { refreshQueues } from '../frontier/queues.ts';
import { state } from '../schema.ts';
import type { TransferTable } from './table.ts';

const shown = { state: { in: ['ready', 'waiting', 'leased', 'done', 'failed'] } } as const;

/** The tasks of the frontier, whose table has addresses of the link graph too. */
export const readTasks = (db: Database, after: TransferKey | null, limit: number): TaskRecord[] =>
  tableIn(db, tasks).find({
    where: shown,
    order: ['url'],
    limit,
    after: after === null ? undefined : { url: after[0] },
  });

export const tasksOf = (db: Database, keys: readonly TransferKey[]): TaskRecord[] =>
  tableIn(db, tasks).find({ where: { ...shown, url: { in: keys.map(([url]) => url as CanonicalUrl) } } });

/** Inside a transaction. */
export function writeTasks(db: Database, written: readonly TaskRecord[]): void {
  tableIn(db, tasks).put(...written);
  const queues = [...new Map(written.map(({ host, site }) => [`${host} ${site}`, { host, site }])).values()];
  for (const { host, site } of queues)
    db.run(
      `INSERT OR IGNORE INTO queues (host, site, rank, due_at, url) SELECT host, site, rank, due_at, url FROM frontier
       WHERE state = ${state.ready} AND host = :host AND site = :site LIMIT 1`,
      { host, site },
    );
  refreshQueues(db, queues);
}

/** The link graph, which shares a table with the frontier. */
export const linkTables = {
  addresses: {
    from: 'frontier',
    keys: ['url'],
    columns: 'url, in_links AS inLinks, relevance, article',
    where: 'in_links > 0 OR relevance IS NOT NULL OR article IS NOT NULL',
    read: ({ url, inLinks, relevance, article }) => ({
      url: String(url),
      inLinks: Number(inLinks),
      relevance: relevance as number | null,
      article: article as string | null,
    }),
    write(db, records) {
      for (const { url, inLinks, relevance, article } of records)
        db.run(
          `INSERT INTO frontier (${named.columns}, in_links, relevance, article) VALUES (:url, ${named.values}, :inLinks, :relevance, :article)
           ON CONFLICT (url) DO UPDATE SET in_links = excluded.in_links, relevance = excluded.relevance, article = excluded.article`,
          { url, inLinks, relevance, article },
        );
      raiseMostLinked(
        db,
        records.reduce((most, { inLinks }) => Math.max(most, inLinks), 0),
      );
    },
  } as TransferTable<'addresses'>,
  links: {
    from: 'link_pages p CROSS JOIN links l ON l.page = p.id',
    keys: ['p.url', 'l.to_url'],
    columns: 'p.url AS page, l.to_url AS target, l.anchor AS anchorText',
    read: ({ page, target, anchorText }) => ({
      from: String(page) as CanonicalUrl,
      to: String(target) as CanonicalUrl,
      anchorText: String(anchorText),
    }),
    write(db, records) {
      for (const { from, to, anchorText } of records) {
        db.run('INSERT OR IGNORE INTO link_pages (url) VALUES (:from)', { from });
        db.run(
          `INSERT OR REPLACE INTO links (page, to_url, anchor) SELECT id, :to, :anchorText FROM link_pages WHERE url = :from`,
          { from, to, anchorText },
        );
      }
    },
  } as TransferTable<'links'>,
} satisfies { readonly [Kind in TransferKind]?: TransferTable<Kind> };
