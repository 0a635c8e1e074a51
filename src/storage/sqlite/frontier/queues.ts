import type { Database } from '../database.ts';
import { state } from '../schema.ts';

/** A task's place in the order of claims: smallest first, field by field. */
export interface ClaimPlace {
  readonly rank: number;
  readonly dueAt: number;
  readonly url: string;
}

/** Names the ready tasks of one host and site. A host's pages nearly always belong to one site. */
export interface Queue {
  readonly host: string;
  readonly site: string;
}

export interface QueuePlace extends ClaimPlace, Queue {}

/** SQL: the columns of a QueuePlace. */
export const placeColumns = 'host, site, rank, due_at AS dueAt, url';

export function comesBefore(a: ClaimPlace, b: ClaimPlace): boolean {
  if (a.rank !== b.rank) return a.rank < b.rank;
  if (a.dueAt !== b.dueAt) return a.dueAt < b.dueAt;
  return a.url < b.url;
}

/** After tasks became ready, or their priority rose: makes the best of each queue its head where it comes before the present one. One write per queue, not per task. */
export function raiseQueues(db: Database, places: Iterable<QueuePlace>): void {
  const best = new Map<string, QueuePlace>();
  for (const place of places) {
    const name = `${place.host} ${place.site}`;
    const previous = best.get(name);
    if (previous === undefined || comesBefore(place, previous)) best.set(name, place);
  }
  for (const { host, site, rank, dueAt, url } of best.values())
    db.run(
      `INSERT INTO queues (host, site, rank, due_at, url) VALUES (:host, :site, :rank, :dueAt, :url)
       ON CONFLICT (site, host) DO UPDATE SET rank = excluded.rank, due_at = excluded.due_at, url = excluded.url
       WHERE (excluded.rank, excluded.due_at, excluded.url) < (queues.rank, queues.due_at, queues.url)`,
      { host, site, rank, dueAt, url },
    );
}

/** SQL: the best ready task of a row of `queues`. */
const nextOfQueue = (columns: string): string =>
  `SELECT ${columns} FROM frontier f WHERE f.state = ${state.ready} AND f.host = queues.host AND f.site = queues.site ORDER BY f.rank, f.due_at, f.url LIMIT 1`;

/** SQL: the queues `:queues`, a JSON list of pairs of site and host. */
const named = '(site, host) IN (SELECT value ->> 0, value ->> 1 FROM json_each(:queues))';

/** After ready tasks were taken: the next one becomes the head of its queue; without one, the queue is removed. */
export function refreshQueues(db: Database, taken: readonly Queue[]): void {
  const queues = JSON.stringify(taken.map(({ site, host }) => [site, host]));
  db.run(`DELETE FROM queues WHERE ${named} AND NOT EXISTS (${nextOfQueue('1')})`, { queues });
  db.run(`UPDATE queues SET (rank, due_at, url) = (${nextOfQueue('f.rank, f.due_at, f.url')}) WHERE ${named}`, {
    queues,
  });
}
