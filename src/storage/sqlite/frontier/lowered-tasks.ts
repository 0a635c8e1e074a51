import type { CanonicalUrl } from '../../../model/web/canonical-url.ts';
import { type ClaimRequest, maxRepriced } from '../../crawl/frontier-port.ts';
import type { Bindings, Database } from '../database.ts';
import { state } from '../schema.ts';
import { mostInLinks } from './links.ts';
import { placeColumns, type QueuePlace, refreshQueues } from './queues.ts';

interface PricedRow extends QueuePlace {
  readonly url: CanonicalUrl;
  readonly priority: number;
  readonly depth: number;
  readonly publishedAt: string | null;
  readonly inLinks: number;
  readonly relevance: number | null;
}

/** Tasks of a queue that are looked at together: its next best ones are likely to be as stale as its head. */
const batchSize = 50;

/** Lowers the priorities of the best tasks of one claim, each once: they were computed when Cmax was smaller. */
export class LoweredTasks {
  readonly #db: Database;
  readonly #priorityNow: ClaimRequest['priorityNow'];
  readonly #seen = new Set<string>();
  #maxInLinks: number | null = null;

  constructor(db: Database, priorityNow: ClaimRequest['priorityNow']) {
    this.#db = db;
    this.#priorityNow = priorityNow;
  }

  /** @returns whether a task was lowered: then others may come before the chosen ones */
  lowerBefore(chosen: readonly QueuePlace[]): boolean {
    if (this.#priorityNow === undefined || this.#seen.size >= maxRepriced) return false;
    const stale = chosen.filter((place) => this.#lowerAll('url = :url', { url: place.url }).length > 0);
    const next = stale.flatMap(({ host, site }) =>
      this.#seen.size >= maxRepriced
        ? []
        : this.#lowerAll(`state = ${state.ready} AND host = :host AND site = :site`, { host, site }),
    );
    const lowered = [...stale, ...next];
    if (lowered.length > 0) refreshQueues(this.#db, lowered);
    return lowered.length > 0;
  }

  /** Lowers the best of these tasks that are stale and were not looked at. @param where SQL */
  #lowerAll(where: string, bindings: Bindings): QueuePlace[] {
    const rows = this.#db.all<PricedRow & { readonly isLinked: number }>(
      `SELECT ${placeColumns}, priority, depth, published_at AS publishedAt, in_links AS inLinks, relevance,
         kind = 'page' AND NOT revisit AND depth > 0 AND in_links > 0 AS isLinked FROM frontier
       WHERE ${where} ORDER BY rank, due_at, url LIMIT ${batchSize}`,
      bindings,
    );
    const fresh = rows.filter(({ url }) => !this.#seen.has(url));
    for (const { url } of fresh) this.#seen.add(url);
    return fresh.filter((row) => row.isLinked === 1 && this.#lower(row));
  }

  #lower({ url, priority, dueAt, depth, publishedAt, inLinks, relevance }: PricedRow): boolean {
    this.#maxInLinks ??= mostInLinks(this.#db);
    const task = { url, priority, depth, publishedAt, inLinks, relevance, dueAt: new Date(dueAt) };
    const now = this.#priorityNow?.({ ...task, maxInLinks: this.#maxInLinks }) ?? priority;
    if (now >= priority) return false;
    this.#db.run('UPDATE frontier SET priority = :now, rank = rank + :priority - :now WHERE url = :url', {
      url,
      now,
      priority,
    });
    return true;
  }
}
