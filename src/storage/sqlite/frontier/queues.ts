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

/** After ready tasks were taken: the next one becomes the queue's head; without one, the queue is removed. */
export function refreshQueue(db: Database, { host, site }: Queue): void {
  const next = db.get<ClaimPlace>(
    `SELECT rank, due_at AS dueAt, url FROM frontier WHERE state = ${state.ready} AND host = :host AND site = :site
     ORDER BY rank, due_at, url LIMIT 1`,
    { host, site },
  );
  if (next === undefined) db.run('DELETE FROM queues WHERE host = :host AND site = :site', { host, site });
  else
    db.run('UPDATE queues SET rank = :rank, due_at = :dueAt, url = :url WHERE site = :site AND host = :host', {
      host,
      site,
      rank: next.rank,
      dueAt: next.dueAt,
      url: next.url,
    });
}
