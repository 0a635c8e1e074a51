import type { CanonicalUrl } from '../../../model/web/canonical-url.ts';
import type { FrontierEntry, FrontierRecord } from '../../frontier-port.ts';
import { type EntryOptions, frontierRecordOf, waitsSinceMs } from '../../records/tasks.ts';
import type { Database } from '../database.ts';
import { state } from '../schema.ts';
import { type AddedLinks, type CountedAddress, PointedLinks } from './pointed-links.ts';
import { placeColumns, type QueuePlace, raiseQueues } from './queues.ts';

interface Known extends QueuePlace, CountedAddress {
  readonly state: number;
  readonly depth: number;
}

/**
 * Inside a transaction: adds new entries, raises known ones. All known rows are read at once: to try an insert with each would cost as much as the inserts.
 * @param pointed what the rows get from the link graph; an address that is written here is taken out of it
 * @returns how many were new
 */
export function putEntries(
  db: Database,
  entries: readonly FrontierEntry[],
  options: EntryOptions,
  pointed = new PointedLinks(),
): number {
  const known = readKnown(db, entries);
  const ready: QueuePlace[] = [];
  let added = 0;
  for (const entry of entries) {
    const row = known.get(entry.url);
    if (row !== undefined && row.state !== state.named) {
      // a re-visit is no link: it says nothing of the depth
      const raised = raise(db, row, options.revisit ? { ...entry, depth: row.depth } : entry, pointed);
      known.set(entry.url, raised);
      if (raised.rank < row.rank && raised.state === state.ready) ready.push(raised);
      continue;
    }
    if (row === undefined) insert(db, entry, options, pointed.take(entry.url));
    else reset(db, entry, options, `state = ${state.named}`);
    const place = stateRowOf(entry, options);
    known.set(entry.url, { inLinks: 0, relevance: null, article: null, ...row, ...place });
    if (place.state === state.ready) ready.push(place);
    added += 1;
  }
  raiseQueues(db, ready);
  return added;
}

/** Inside a transaction: what is done or failed is pending again, as told now; the rest as in `putEntries`. */
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

/** A lease that ends with a later try: the state of a task that is due at `dueAt`. */
export const pendingState = (dueAt: number, now: number): number => (dueAt <= now ? state.ready : state.waiting);

interface EntryRow extends Omit<FrontierEntry, 'priority' | 'dueAt' | 'asWritten'> {
  readonly asWritten: string | null;
  readonly rank: number;
  readonly dueAt: number;
  readonly state: number;
  readonly attempts: number;
  readonly revisit: number;
  readonly owner: string | null;
  readonly leaseUntil: number | null;
}

const statesToTheOutside = ['pending', 'pending', 'leased', 'done', 'failed'] as const;

export function readEntry(db: Database, url: CanonicalUrl): FrontierRecord | null {
  const row = db.get<EntryRow>(
    `SELECT url, kind, host, site, source_id AS sourceId, depth, max_depth AS maxDepth, rank, due_at AS dueAt, state, attempts, revisit,
       title AS linkTitle, as_written AS asWritten, owner, lease_until AS leaseUntil FROM frontier WHERE url = :url AND state <> ${state.named}`,
    { url },
  );
  return row === undefined ? null : frontierRecordOf(row, statesToTheOutside[row.state] ?? 'pending');
}

function readKnown(db: Database, entries: readonly FrontierEntry[]): Map<string, Known> {
  const rows = db.all<Known>(
    `SELECT ${placeColumns}, state, depth, in_links AS inLinks, relevance, article FROM json_each(:urls) AS entry CROSS JOIN frontier ON url = entry.value`,
    { urls: JSON.stringify(entries.map(({ url }) => url)) },
  );
  return new Map(rows.map((row) => [row.url, row]));
}

function insert(db: Database, entry: FrontierEntry, options: EntryOptions, links: AddedLinks | undefined): void {
  const { inLinks = 0, relevance = null } = links ?? {};
  db.run(
    `INSERT INTO frontier (url, kind, host, site, source_id, depth, max_depth, rank, due_at, set_at, state, revisit, title, as_written, in_links, relevance)
     VALUES (:url, :kind, :host, :site, :sourceId, :depth, :maxDepth, :rank, :dueAt, :setAt, :state, :revisit, :linkTitle, :asWritten, :inLinks, :relevance)`,
    { ...stateRowOf(entry, options), inLinks, relevance },
  );
}

/** What a re-visit keeps of its row. */
const kept = (column: string, parameter: string): string => `${column} = iif(:revisit, ${column}, ${parameter})`;

/** Makes a row that stands in such a state a pending task, as told now. @param where SQL @returns whether there was one */
function reset(db: Database, entry: FrontierEntry, options: EntryOptions, where: string): boolean {
  return (
    db.run(
      `UPDATE frontier SET kind = :kind, host = :host, ${kept('site', ':site')}, ${kept('source_id', ':sourceId')},
         ${kept('depth', ':depth')}, ${kept('max_depth', ':maxDepth')}, rank = :rank, due_at = :dueAt, set_at = :setAt, state = :state, revisit = :revisit, title = :linkTitle,
         as_written = coalesce(:asWritten, as_written), attempts = 0, waits_for = NULL
       WHERE url = :url AND ${where}`,
      stateRowOf(entry, options),
    ) === 1
  );
}

/** Increase-key, and what the link graph adds: one write, and none to the indexes where the place stays. @returns the row as it is now */
function raise(db: Database, row: Known, entry: FrontierEntry, pointed: PointedLinks): Known {
  const { url } = row;
  const [rank, depth] = [Math.min(row.rank, -entry.priority), Math.min(row.depth, entry.depth)];
  const { inLinks, relevance } = pointed.addTo(row);
  const links = { inLinks, relevance };
  if (rank < row.rank || depth < row.depth)
    db.run(
      'UPDATE frontier SET rank = :rank, depth = :depth, in_links = :inLinks, relevance = :relevance WHERE url = :url',
      { url, rank, depth, ...links },
    );
  else if (inLinks !== row.inLinks || relevance !== row.relevance)
    db.run('UPDATE frontier SET in_links = :inLinks, relevance = :relevance WHERE url = :url', { url, ...links });
  return { ...row, rank, depth, ...links };
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

function rowOf(entry: FrontierEntry) {
  const { url, kind, host, site, sourceId, depth, maxDepth, linkTitle, asWritten = null } = entry;
  const place = { url, kind, host, site, sourceId, depth, maxDepth, linkTitle, asWritten };
  return { ...place, rank: -entry.priority, dueAt: entry.dueAt.getTime() };
}
