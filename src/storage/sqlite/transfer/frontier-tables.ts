import type { TaskKind } from '../../../model/crawl/task.ts';
import type { CanonicalUrl } from '../../../model/web/canonical-url.ts';
import type { Need } from '../../crawl/frontier-port.ts';
import { placesOf, placesText } from '../../records/crawl/tasks.ts';
import type { TransferKind, TransferredTask } from '../../transfer-port.ts';
import type { Database } from '../database.ts';
import { named, raiseMostLinked } from '../frontier/links.ts';
import { refreshQueues } from '../frontier/queues.ts';
import { state } from '../schema.ts';
import { dateOf, msOf, type Row, type Table } from './table.ts';

const stateNames = ['ready', 'waiting', 'leased', 'done', 'failed'] as const;

const readTask = (row: Row): TransferredTask => {
  const taskState = stateNames[Number(row.state)] ?? 'ready';
  const isLeased = taskState === 'leased';
  return {
    url: String(row.url) as CanonicalUrl,
    ...(row.asWritten !== null && { asWritten: String(row.asWritten) }),
    kind: row.kind as TaskKind,
    host: String(row.host),
    site: String(row.site),
    sourceId: row.sourceId as string | null,
    depth: Number(row.depth),
    maxDepth: Number(row.maxDepth),
    priority: Number(row.priority),
    linkTitle: row.linkTitle as string | null,
    ...placesOf(row.places as string | null),
    ...(row.publishedAt !== null && { publishedAt: String(row.publishedAt) }),
    attempts: Number(row.attempts),
    revisit: row.revisit === 1,
    rank: Number(row.rank),
    dueAt: dateOf(row.dueAt),
    state: taskState,
    setAt: isLeased || taskState === 'waiting' ? dateOf(row.setAt) : null,
    lease: isLeased ? String(row.lease) : null,
    owner: isLeased ? String(row.owner) : null,
    leaseUntil: isLeased ? dateOf(row.leaseUntil) : null,
    leftBehind: Number(row.leftBehind),
    waitsFor: taskState === 'waiting' ? (row.waitsFor as Need | null) : null,
  };
};

const taskColumns = [
  'url',
  'kind',
  'host',
  'site',
  'source_id',
  'depth',
  'max_depth',
  'rank',
  'due_at',
  'state',
  'attempts',
  'revisit',
  'lease',
  'owner',
  'lease_until',
  'left_behind',
  'title',
  'waits_for',
  'as_written',
  'set_at',
  'priority',
  'places',
  'published_at',
] as const;

/** Leaves the link graph's columns as they are. */
const putTask = `INSERT INTO frontier (${taskColumns.join(', ')}) VALUES (${taskColumns.map((name) => `:${name}`).join(', ')})
  ON CONFLICT (url) DO UPDATE SET ${taskColumns.map((name) => `${name} = excluded.${name}`).join(', ')}`;

function writeTasks(db: Database, tasks: readonly TransferredTask[]): void {
  for (const task of tasks)
    db.run(putTask, {
      url: task.url,
      kind: task.kind,
      host: task.host,
      site: task.site,
      source_id: task.sourceId,
      depth: task.depth,
      max_depth: task.maxDepth,
      rank: task.rank,
      due_at: task.dueAt.getTime(),
      state: state[task.state],
      attempts: task.attempts,
      revisit: Number(task.revisit),
      lease: task.lease,
      owner: task.owner,
      lease_until: msOf(task.leaseUntil),
      left_behind: task.leftBehind,
      title: task.linkTitle,
      waits_for: task.waitsFor,
      as_written: task.asWritten ?? null,
      set_at: msOf(task.setAt) ?? 0,
      priority: task.priority,
      places: placesText(task.places),
      published_at: task.publishedAt ?? null,
    });
  const queues = [...new Map(tasks.map(({ host, site }) => [`${host} ${site}`, { host, site }])).values()];
  for (const { host, site } of queues)
    db.run(
      `INSERT OR IGNORE INTO queues (host, site, rank, due_at, url) SELECT host, site, rank, due_at, url FROM frontier
       WHERE state = ${state.ready} AND host = :host AND site = :site LIMIT 1`,
      { host, site },
    );
  refreshQueues(db, queues);
}

/** The frontier and the link graph, which share a table. */
export const frontierTables = {
  tasks: {
    from: 'frontier',
    keys: ['url'],
    columns: `url, kind, host, site, source_id AS sourceId, depth, max_depth AS maxDepth, rank, due_at AS dueAt, state, attempts, revisit, lease, owner,
      lease_until AS leaseUntil, left_behind AS leftBehind, title AS linkTitle, waits_for AS waitsFor, as_written AS asWritten, set_at AS setAt, priority, places,
      published_at AS publishedAt`,
    where: `state <> ${state.named}`,
    read: readTask,
    write: writeTasks,
  } as Table<'tasks'>,
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
  } as Table<'addresses'>,
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
  } as Table<'links'>,
} satisfies { readonly [Kind in TransferKind]?: Table<Kind> };
