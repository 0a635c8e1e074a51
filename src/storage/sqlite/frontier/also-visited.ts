import type { FrontierEntry } from '../../crawl/frontier-port.ts';
import type { Database } from '../database.ts';
import { state } from '../schema.ts';
import { putEntries } from './entries.ts';
import { type QueuePlace, refreshQueues } from './queues.ts';

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
