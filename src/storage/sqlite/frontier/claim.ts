import type { Task } from '../../../model/crawl/task.ts';
import type { CanonicalUrl } from '../../../model/web/canonical-url.ts';
import { ageingMs, pollHeadStart, type TaskRecord, taskOf, tasks } from '../../collections/crawl/tasks.ts';
import { type ClaimRequest, freeDeaths, type LeaseRequest, type Need } from '../../crawl/frontier-port.ts';
import { tableIn } from '../../engine/sqlite.ts';
import type { Bindings, Database } from '../database.ts';
import { state } from '../schema.ts';
import { LoweredTasks } from './lowered-tasks.ts';
import {
  type ClaimPlace,
  comesBefore,
  placeColumns,
  type Queue,
  type QueuePlace,
  raiseQueues,
  refreshQueues,
} from './queues.ts';

/** Rows per transaction: a longer one makes other processes wait. */
const batchSize = 500;

/** SQL: a task's place in the order of claims (see `claimRank`). @param dueAt SQL: when it is due, ms */
export const rankWhenDue = (dueAt: string): string =>
  `${dueAt} / ${ageingMs}.0 - priority - iif(kind = 'source', ${pollHeadStart}, 0)`;

/** Inside a transaction: makes waiting tasks that are due ready. @returns whether there may be more */
export function promoteDue(db: Database, now: number): boolean {
  const due = db.all<QueuePlace>(
    `UPDATE frontier SET state = ${state.ready} WHERE url IN
       (SELECT url FROM frontier WHERE state = ${state.waiting} AND due_at <= :now ORDER BY due_at LIMIT ${batchSize})
     RETURNING ${placeColumns}`,
    { now },
  );
  raiseQueues(db, due);
  return due.length === batchSize;
}

/** Inside a transaction: makes some of the tasks that wait for `need` ready. @returns how many; 0: no task waits for it any more */
export function promoteWaitingFor(db: Database, need: Need, now: number): number {
  const woken = db.all<QueuePlace>(
    `UPDATE frontier SET state = ${state.ready}, due_at = min(due_at, :now), rank = ${rankWhenDue('min(due_at, :now)')} WHERE url IN
       (SELECT url FROM frontier WHERE state = ${state.waiting} AND waits_for = :need LIMIT ${batchSize})
     RETURNING ${placeColumns}`,
    { need, now },
  );
  raiseQueues(db, woken);
  return woken.length;
}

/**
 * Inside a transaction: a wait or lease that began later than `now` begins now, with its length: the clock has been set back since, and the task would wait for
 * that time too. Reads an index: usually there is no such task.
 */
export function mendTimes(db: Database, now: number): void {
  const mended = (column: string) => `${column} - set_at + :now`;
  const later = 'set_at > :now';
  db.run(
    `UPDATE frontier SET due_at = ${mended('due_at')}, rank = ${rankWhenDue(`(${mended('due_at')})`)}, set_at = :now WHERE state = ${state.waiting} AND ${later}`,
    { now },
  );
  db.run(
    `UPDATE frontier SET lease_until = ${mended('lease_until')}, set_at = :now WHERE state = ${state.leased} AND ${later}`,
    { now },
  );
}

/** The first death makes a task a suspect; of the further ones those count in which its owner had no other task. */
const releaseDead = `state = ${state.ready}, lease = NULL, owner = NULL, lease_until = NULL,
  left_behind = left_behind + (left_behind = 0 OR :isAlone), attempts = attempts + (:isAlone AND left_behind >= ${freeDeaths})`;

/** Inside a transaction: makes tasks of processes that died ready: see `Frontier.claim`. @param which SQL, of leased tasks @returns how many */
export function releaseDeadTasks(db: Database, which: string, bindings: Bindings): number {
  const dead = `state = ${state.leased} AND ${which}`;
  const owners = db.all<{ owner: string }>(`SELECT DISTINCT owner FROM frontier WHERE ${dead}`, bindings);
  const freed = owners.flatMap(({ owner }) => {
    // counted first: a query within the update would see the tasks that it has made ready
    const tasks = db.all(`SELECT 1 FROM frontier WHERE state = ${state.leased} AND owner = :owner LIMIT 2`, { owner });
    return db.all<QueuePlace>(
      `UPDATE frontier SET ${releaseDead} WHERE ${dead} AND owner = :dead RETURNING ${placeColumns}`,
      { ...bindings, dead: owner, isAlone: Number(tasks.length === 1) },
    );
  });
  raiseQueues(db, freed);
  return freed.length;
}

/** Inside a transaction: makes tasks with expired leases ready, and ends these leases. The claiming owner keeps its own. */
export function expireLeases(db: Database, { now, owner, leasesEndedBy = now }: ClaimRequest): void {
  releaseDeadTasks(db, 'lease_until <= :endedBy AND owner <> :owner', { endedBy: leasesEndedBy.getTime(), owner });
}

/** Inside a transaction: leases the best tasks. */
export function claimReady(db: Database, request: ClaimRequest): Task[] {
  const lowered = new LoweredTasks(db, request.priorityNow);
  let chosen = choose(db, request);
  while (lowered.lowerBefore(chosen)) chosen = choose(db, request);
  return chosen.length === 0 ? [] : leaseRows(db, readRows(db, chosen), request);
}

/** Inside a transaction: leases this task, if nobody holds it. */
export function takeTask(db: Database, url: CanonicalUrl, request: LeaseRequest): Task | null {
  const task = tableIn(db, tasks).get(url);
  if (task === null || task.state === 'leased' || task.state === 'named') return null;
  return leaseRows(db, [task], request)[0] ?? null;
}

/** The whole records, in this order. */
function readRows(db: Database, places: readonly QueuePlace[]): TaskRecord[] {
  const found = tableIn(db, tasks).find({ where: { url: { in: places.map(({ url }) => url as CanonicalUrl) } } });
  const byUrl = new Map<string, TaskRecord>(found.map((task) => [task.url, task]));
  return places.flatMap(({ url }) => byUrl.get(url) ?? []);
}

function leaseRows(db: Database, chosen: readonly TaskRecord[], { now: at, owner, leaseMs }: LeaseRequest): Task[] {
  const lease = nextLease(db);
  const now = at.getTime();
  const until = now + leaseMs;
  db.run(
    `UPDATE frontier SET state = ${state.leased}, lease = :lease, owner = :owner, lease_until = :until, set_at = :now
     WHERE url IN (SELECT value FROM json_each(:urls))`,
    { lease, owner, until, now, urls: JSON.stringify(chosen.map(({ url }) => url)) },
  );
  refreshQueues(db, chosen);
  return chosen.map((row) => taskOf(row, lease));
}

/**
 * A lazy merge of the queues, ordered by their best task. Each gives at most `perHost` tasks. The walk ends when no later queue can have a better task than
 * those chosen, so it reads about `limit` queues, whatever the size of the frontier.
 */
function choose(db: Database, request: ClaimRequest): QueuePlace[] {
  const { limit, perHost } = request;
  const best: QueuePlace[] = [];
  if (limit < 1 || perHost < 1) return best;
  const { sql, bindings } = headsOf(request);
  db.each<QueuePlace>(sql, bindings, (head) => {
    const last = best[limit - 1];
    if (last !== undefined && comesBefore(last, head)) return false;
    // the head is the queue's best task
    for (const place of perHost === 1 ? [head] : readyOf(db, head, perHost)) insertInOrder(best, place);
    dropBeyond(best, head.host, perHost);
    if (best.length > limit) best.length = limit;
    return true;
  });
  return best;
}

/** From this number of sites on, it is less work to walk the queues of all sites in their order than to sort those of the named ones. */
const manySites = 1_000;

/** SQL: the queues that a claim may take from, the best first. */
function headsOf({ restingHosts, sites, hosts }: ClaimRequest) {
  const conditions: string[] = [];
  if (restingHosts.size > 0) conditions.push('host NOT IN (SELECT value FROM json_each(:resting))');
  // a plus sign keeps SQLite from that index
  const [walksAll, walksSites] = ['rank, due_at, url', '+rank, due_at, url'];
  const isNarrow = sites !== null && sites.length < manySites;
  if (sites !== null) conditions.push(`${isNarrow ? 'site' : '+site'} IN (SELECT value FROM json_each(:sites))`);
  if (hosts !== undefined) conditions.push('host IN (SELECT value FROM json_each(:hosts))');
  // without the hint, the queues of all hosts are read
  const byHost = hosts === undefined ? '' : 'INDEXED BY queues_host';
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const bindings: Bindings = {
    ...(restingHosts.size > 0 && { resting: JSON.stringify([...restingHosts]) }),
    ...(sites !== null && { sites: JSON.stringify(sites) }),
    ...(hosts !== undefined && { hosts: JSON.stringify([...hosts]) }),
  };
  return {
    sql: `SELECT ${placeColumns} FROM queues ${byHost} ${where} ORDER BY ${isNarrow ? walksSites : walksAll}`,
    bindings,
  };
}

/** Reads an index only. Does not check the due time: after the clock was set back, a ready task stays ready. */
function readyOf(db: Database, { host, site }: Queue, limit: number): QueuePlace[] {
  return db.all<QueuePlace>(
    `SELECT ${placeColumns} FROM frontier
     WHERE state = ${state.ready} AND host = :host AND site = :site ORDER BY rank, due_at, url LIMIT :limit`,
    { host, site, limit },
  );
}

/** A host with several queues may have given more than `perHost` tasks: the last ones go. */
function dropBeyond(sorted: QueuePlace[], host: string, perHost: number): void {
  const excess = sorted.filter((place) => place.host === host).slice(perHost);
  for (const place of excess) sorted.splice(sorted.indexOf(place), 1);
}

function insertInOrder<T extends ClaimPlace>(sorted: T[], place: T): void {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = sorted[middle];
    if (other !== undefined && comesBefore(other, place)) low = middle + 1;
    else high = middle;
  }
  sorted.splice(low, 0, place);
}

/** A number that only grows: each claim of a task has another lease. */
function nextLease(db: Database): string {
  const row = db.get<{ value: number }>(
    `INSERT INTO counters (name, value) VALUES ('lease', 1) ON CONFLICT (name) DO UPDATE SET value = value + 1 RETURNING value`,
  );
  return String(row?.value);
}
