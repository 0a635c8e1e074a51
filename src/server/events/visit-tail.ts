import { setImmediate } from 'node:timers/promises';
import type { Visit } from '../../model/crawl/visit.ts';
import type { VisitKey } from '../../storage/crawl/visits-port.ts';
import type { Store } from '../../storage/port.ts';

/** ms. Most visits end within this time of their start: each look reads the keys of visits that began since. */
const usualMs = 90_000;
/** ms. The lease of a task: a visit that takes longer is another process's by then. */
export const longestVisitMs = 600_000;
/** Looks between two that read back to `longestVisitMs`. */
const looksBetweenLong = 10;
const keysPerRead = 2_000;
const visitsPerRead = 200;

/**
 * Finds visits of all processes that ended since the last look. The store has visits in the order of their starts: a look reads the keys of all that may have
 * ended meanwhile from the index, and fetches the new ones by id.
 */
export class VisitTail {
  readonly #seen = new Map<string, number>();
  #lookedAtMs: number;
  #looks = 0;

  constructor(nowMs: number) {
    this.#lookedAtMs = nowMs;
  }

  /** Marks what is stored as seen. */
  async skip(store: Pick<Store, 'visits'>): Promise<void> {
    await this.#newKeys(store, this.#lookedAtMs - longestVisitMs);
  }

  /** @returns visits that were not there at the look before. Where it throws, the next look finds them. */
  async look(store: Pick<Store, 'visits'>, nowMs: number): Promise<Visit[]> {
    const isLong = this.#looks % looksBetweenLong === 0;
    const sinceMs = Math.min(this.#lookedAtMs, nowMs) - (isLong ? longestVisitMs : usualMs);
    const keys = await this.#newKeys(store, sinceMs);
    let visits: Visit[];
    try {
      visits = await visitsOf(store, keys);
    } catch (error) {
      this.forget(keys);
      throw error;
    }
    this.#looks += 1;
    this.#lookedAtMs = nowMs;
    for (const [id, startedMs] of this.#seen) if (startedMs < nowMs - 2 * longestVisitMs) this.#seen.delete(id);
    return visits;
  }

  /** The next looks find these visits again. */
  forget(visits: readonly VisitKey[]): void {
    for (const { id } of visits) this.#seen.delete(id);
  }

  async #newKeys(store: Pick<Store, 'visits'>, sinceMs: number): Promise<VisitKey[]> {
    const found: VisitKey[] = [];
    for await (const keys of keysSince(store, new Date(sinceMs)))
      found.push(...keys.filter(({ id }) => !this.#seen.has(id)));
    for (const { id, startedAt } of found) this.#seen.set(id, startedAt.getTime());
    return found;
  }
}

async function* keysSince({ visits }: Pick<Store, 'visits'>, since: Date): AsyncGenerator<VisitKey[]> {
  let after: VisitKey | null = null;
  for (;;) {
    const keys: VisitKey[] = await visits.keysSince({ since, after, limit: keysPerRead });
    yield keys;
    after = keys.at(-1) ?? null;
    if (keys.length < keysPerRead) return;
  }
}

async function visitsOf({ visits }: Pick<Store, 'visits'>, keys: readonly VisitKey[]): Promise<Visit[]> {
  const found: Visit[] = [];
  for (let start = 0; start < keys.length; start += visitsPerRead)
    found.push(...(await visits.ofIds(keys.slice(start, start + visitsPerRead).map(({ id }) => id))));
  return found;
}

/** Visits that ended at `since` or later, by batches of at most some hundred. @param maxVisits it ends after this many */
export async function* visitsSince(
  store: Pick<Store, 'visits'>,
  sinceMs: number,
  maxVisits: number,
): AsyncGenerator<readonly Visit[]> {
  let left = maxVisits;
  for await (const keys of keysSince(store, new Date(sinceMs - longestVisitMs))) {
    const ended = (await visitsOf(store, keys)).filter(
      ({ startedAt, elapsedMs }) => startedAt.getTime() + elapsedMs >= sinceMs,
    );
    yield ended.slice(0, left);
    await setImmediate(); // SQLite reads in this thread: requests are answered in between
    left -= ended.length;
    if (left <= 0) return;
  }
}
