import type { CanonicalUrl } from '../../model/canonical-url.ts';
import type { FrontierEntry, FrontierRecord } from '../port.ts';
import type { Database } from './database.ts';
import { placeColumns, type QueuePlace, raiseQueues } from './queues.ts';
import { state } from './schema.ts';

interface Known extends QueuePlace {
  readonly state: number;
}

export interface EntryOptions {
  /** The latest time that anybody told us, ms: what is due by then is ready, the rest waits. */
  readonly latest: number;
  readonly revisit: boolean;
}

/** Inside a transaction: adds new entries, raises known ones. @returns how many were new */
export function putEntries(db: Database, entries: readonly FrontierEntry[], options: EntryOptions): number {
  const ready: QueuePlace[] = [];
  let added = 0;
  for (const entry of entries) {
    const isNew = insert(db, entry, options);
    if (isNew) added += 1;
    const place = isNew ? placeOf(entry, options) : raise(db, entry);
    if (place !== null) ready.push(place);
  }
  raiseQueues(db, ready);
  return added;
}

/** Inside a transaction: what is done or failed is pending again, as told now; the rest as in `putEntries`. */
export function reopenEntries(db: Database, entries: readonly FrontierEntry[], options: EntryOptions): void {
  const others: FrontierEntry[] = [];
  const ready: QueuePlace[] = [];
  for (const entry of entries) {
    const row = { ...rowOf(entry), state: stateFor(entry, options), revisit: Number(options.revisit) };
    const reopened = db.run(
      `UPDATE frontier SET kind = :kind, host = :host, site = :site, source_id = :sourceId, depth = :depth, max_depth = :maxDepth,
         rank = :rank, due_at = :dueAt, state = :state, revisit = :revisit, title = :linkTitle, attempts = 0
       WHERE url = :url AND state IN (${state.done}, ${state.failed})`,
      row,
    );
    if (reopened === 0) others.push(entry);
    else if (row.state === state.ready) ready.push(row);
  }
  raiseQueues(db, ready);
  putEntries(db, others, options);
}

/** A lease that ends with a later try: the state of a task that is due at `dueAt`. */
export const pendingState = (dueAt: number, latest: number): number => (dueAt <= latest ? state.ready : state.waiting);

interface EntryRow extends Omit<FrontierRecord, 'priority' | 'dueAt' | 'state' | 'revisit' | 'leaseUntil'> {
  readonly rank: number;
  readonly dueAt: number;
  readonly state: number;
  readonly revisit: number;
  readonly leaseUntil: number | null;
}

const statesToTheOutside = ['pending', 'pending', 'leased', 'done', 'failed'] as const;

export function readEntry(db: Database, url: CanonicalUrl): FrontierRecord | null {
  const row = db.get<EntryRow>(
    `SELECT url, kind, host, site, source_id AS sourceId, depth, max_depth AS maxDepth, rank, due_at AS dueAt, state, attempts, revisit,
       title AS linkTitle, owner, lease_until AS leaseUntil FROM frontier WHERE url = :url`,
    { url },
  );
  if (row === undefined) return null;
  const { rank, dueAt, leaseUntil, ...rest } = row;
  return {
    ...rest,
    // no minus zero
    priority: 0 - rank,
    dueAt: new Date(dueAt),
    state: statesToTheOutside[row.state] ?? 'pending',
    revisit: row.revisit === 1,
    leaseUntil: leaseUntil === null ? null : new Date(leaseUntil),
  };
}

function insert(db: Database, entry: FrontierEntry, options: EntryOptions): boolean {
  return (
    db.run(
      `INSERT INTO frontier (url, kind, host, site, source_id, depth, max_depth, rank, due_at, state, revisit, title)
       VALUES (:url, :kind, :host, :site, :sourceId, :depth, :maxDepth, :rank, :dueAt, :state, :revisit, :linkTitle) ON CONFLICT (url) DO NOTHING`,
      { ...rowOf(entry), state: stateFor(entry, options), revisit: Number(options.revisit) },
    ) === 1
  );
}

/** Increase-key. @returns the place of the raised task where it is ready */
function raise(db: Database, entry: FrontierEntry): QueuePlace | null {
  const raised = db.get<Known>(
    `UPDATE frontier SET rank = min(rank, :rank), depth = min(depth, :depth) WHERE url = :url AND (rank > :rank OR depth > :depth)
     RETURNING ${placeColumns}, state`,
    { url: entry.url, rank: -entry.priority, depth: entry.depth },
  );
  return raised?.state === state.ready ? raised : null;
}

function placeOf(entry: FrontierEntry, options: EntryOptions): QueuePlace | null {
  return stateFor(entry, options) === state.ready ? rowOf(entry) : null;
}

const stateFor = (entry: FrontierEntry, { latest }: EntryOptions): number =>
  pendingState(entry.dueAt.getTime(), latest);

function rowOf(entry: FrontierEntry) {
  const { url, kind, host, site, sourceId, depth, maxDepth, linkTitle } = entry;
  const place = { url, kind, host, site, sourceId, depth, maxDepth, linkTitle };
  return { ...place, rank: -entry.priority, dueAt: entry.dueAt.getTime() };
}
