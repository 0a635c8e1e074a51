import type { CanonicalUrl } from '../../../model/web/canonical-url.ts';
import { claimRank, type EntryOptions, frontierRecordOf, tasks, waitsSinceMs } from '../../collections/crawl/tasks.ts';
import type { FrontierEntry, FrontierRecord } from '../../crawl/frontier-port.ts';
import { tableIn } from '../../engine/sqlite.ts';
import type { Database } from '../database.ts';
import { state } from '../schema.ts';
import { type AddedLinks, type CountedAddress, PointedLinks } from './pointed-links.ts';
import { placeColumns, type QueuePlace, raiseQueues, refreshQueues } from './queues.ts';

interface ExistingRow extends QueuePlace, CountedAddress {
  readonly state: number;
  readonly priority: number;
  readonly depth: number;
}

/**
 * Inside a transaction: adds new entries, raises existing ones. Reads all existing rows at once: to try an insert of each would cost as much as the inserts.
 * @param pointed what the link graph adds to the rows; addresses that are written here are taken out of it
 * @returns how many were new
 */
export function putEntries(
  db: Database,
  entries: readonly FrontierEntry[],
  options: EntryOptions,
  pointed = new PointedLinks(),
): number {
  const rows = readExisting(db, entries);
  const ready: QueuePlace[] = [];
  let added = 0;
  for (const entry of entries) {
    const row = rows.get(entry.url);
    if (row !== undefined && row.state !== state.named) {
      // a re-visit follows no link: its depth says nothing
      const raised = raise(db, row, options.revisit ? { ...entry, depth: row.depth } : entry, pointed);
      rows.set(entry.url, raised);
      if (raised.rank < row.rank && raised.state === state.ready) ready.push(raised);
      continue;
    }
    if (row === undefined) insert(db, entry, options, pointed.take(entry.url));
    else reset(db, entry, options, `state = ${state.named}`);
    const place = stateRowOf(entry, options);
    rows.set(entry.url, { inLinks: 0, relevance: null, article: null, ...row, ...place });
    if (place.state === state.ready) ready.push(place);
    added += 1;
  }
  raiseQueues(db, ready);
  return added;
}

/** Inside a transaction: makes tasks that are done or failed pending again, with the values of their entries; puts the other entries. */
export function reopenEntries(db: Database, entries: readonly FrontierEntry[], options: EntryOptions): void {
  const others: FrontierEntry[] = [];
  const ready: QueuePlace[] = [];
  for (const entry of entries) {
    const reopened = reset(db, entry, options, `state IN (${state.done}, ${state.failed})`);
    const place = placeOf(entry, options);
    if (!reopened) others.push(entry);
    else if (place !== null) ready.push(place);
  }
  raiseQueues(db, ready);
  putEntries(db, others, options);
}

/** The state of a pending task. */
export const pendingState = (dueAt: number, now: number): number => (dueAt <= now ? state.ready : state.waiting);

export const readEntry = (db: Database, url: CanonicalUrl): FrontierRecord | null => {
  const task = tableIn(db, tasks).get(url);
  return task === null ? null : frontierRecordOf(task);
};

function readExisting(db: Database, entries: readonly FrontierEntry[]): Map<string, ExistingRow> {
  const rows = db.all<ExistingRow>(
    `SELECT ${placeColumns}, state, priority, depth, in_links AS inLinks, relevance, article FROM json_each(:urls) AS entry CROSS JOIN frontier ON url = entry.value`,
    { urls: JSON.stringify(entries.map(({ url }) => url)) },
  );
  return new Map(rows.map((row) => [row.url, row]));
}

function insert(db: Database, entry: FrontierEntry, options: EntryOptions, links: AddedLinks | undefined): void {
  const { inLinks = 0, relevance = null } = links ?? {};
  db.run(
    `INSERT INTO frontier (url, kind, host, site, source_id, depth, max_depth, priority, rank, due_at, set_at, state, revisit, link_title, places, as_written, published_at, in_links, relevance)
     VALUES (:url, :kind, :host, :site, :sourceId, :depth, :maxDepth, :priority, :rank, :dueAt, :setAt, :state, :revisit, :linkTitle, :places, :asWritten, :publishedAt, :inLinks, :relevance)`,
    { ...stateRowOf(entry, options), inLinks, relevance },
  );
}

/** SQL: sets a column, except where the task is a re-visit. */
const unlessRevisit = (column: string, parameter: string): string =>
  `${column} = iif(:revisit, ${column}, ${parameter})`;

/** Makes a row in such a state a pending task, with the values of the entry. @param where SQL: the state @returns whether there was one */
function reset(db: Database, entry: FrontierEntry, options: EntryOptions, where: string): boolean {
  return (
    db.run(
      `UPDATE frontier SET kind = :kind, host = :host, ${unlessRevisit('site', ':site')}, ${unlessRevisit('source_id', ':sourceId')},
         ${unlessRevisit('depth', ':depth')}, ${unlessRevisit('max_depth', ':maxDepth')}, priority = :priority, rank = :rank, due_at = :dueAt, set_at = :setAt, state = :state, revisit = :revisit, link_title = :linkTitle,
         places = coalesce(:places, places), as_written = coalesce(:asWritten, as_written),
         published_at = coalesce(:publishedAt, published_at), attempts = 0, waits_for = NULL
       WHERE url = :url AND ${where}`,
      stateRowOf(entry, options),
    ) === 1
  );
}

/** Raises a task to the higher priority and the smaller depth, and adds its links: one write, which changes no index where the place stays. @returns the row after that */
function raise(db: Database, row: ExistingRow, entry: FrontierEntry, pointed: PointedLinks): ExistingRow {
  const { url } = row;
  const [rank, depth] = [Math.min(row.rank, claimRank(entry)), Math.min(row.depth, entry.depth)];
  const priority = Math.max(row.priority, entry.priority);
  const { inLinks, relevance } = pointed.addTo(row);
  const links = { inLinks, relevance };
  if (entry.publishedAt !== undefined)
    db.run('UPDATE frontier SET published_at = :publishedAt WHERE url = :url AND published_at IS NULL', {
      url,
      publishedAt: entry.publishedAt,
    });
  if (rank < row.rank || priority > row.priority || depth < row.depth)
    db.run(
      'UPDATE frontier SET priority = :priority, rank = :rank, depth = :depth, in_links = :inLinks, relevance = :relevance WHERE url = :url',
      { url, priority, rank, depth, ...links },
    );
  else if (inLinks !== row.inLinks || relevance !== row.relevance)
    db.run('UPDATE frontier SET in_links = :inLinks, relevance = :relevance WHERE url = :url', { url, ...links });
  return { ...row, priority, rank, depth, ...links };
}

const stateRowOf = (entry: FrontierEntry, options: EntryOptions) => ({
  ...rowOf(entry),
  state: stateFor(entry, options),
  setAt: waitsSinceMs(entry.dueAt.getTime(), options.now),
  revisit: Number(options.revisit),
});

function placeOf(entry: FrontierEntry, options: EntryOptions): QueuePlace | null {
  return stateFor(entry, options) === state.ready ? rowOf(entry) : null;
}

const stateFor = (entry: FrontierEntry, { now }: EntryOptions): number => pendingState(entry.dueAt.getTime(), now);

function rowOf({ places, asWritten, publishedAt, dueAt, ...entry }: FrontierEntry) {
  const { url, kind, host, site, sourceId, depth, maxDepth, priority, linkTitle } = entry;
  const origin = { url, kind, host, site, sourceId, depth, maxDepth, priority, linkTitle };
  const optional = {
    places: places === undefined || places.length === 0 ? null : JSON.stringify(places),
    asWritten: asWritten ?? null,
    publishedAt: publishedAt ?? null,
  };
  const rank = claimRank({ kind, priority, dueAt });
  return { ...origin, ...optional, rank, dueAt: dueAt.getTime() };
}

/** Inside a transaction: marks addresses of the page that was just read as done, except those that are leased, or are sources. */
export function endAlsoVisited(db: Database, entries: readonly FrontierEntry[], now: number): void {
  if (entries.length === 0) return;
  putEntries(db, entries, { now, revisit: false });
  for (const { url } of entries) {
    const place = db.get<QueuePlace>(
      `UPDATE frontier SET state = ${state.done}, left_behind = 0
       WHERE url = :url AND kind = 'page' AND state IN (${state.ready}, ${state.waiting}, ${state.failed})
       RETURNING host, site, rank, due_at AS dueAt, url`,
      { url },
    );
    if (place !== undefined) refreshQueues(db, [place]);
  }
}
