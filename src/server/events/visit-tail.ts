import { setImmediate } from 'node:timers/promises';
import type { Visit } from '../../model/crawl/visit.ts';
import type { VisitKey } from '../../storage/collections/crawl/visits.ts';
import type { Store } from '../../storage/port.ts';

/** ms. The lease of a task: a visit that takes longer is another process's by then. */
export const longestVisitMs = 600_000;
/**
 * The longer a visit takes, the rarer it is, and the less often one looks for it: keys of visits that began within `ms` are read by one look in `every`, the
 * longest span that is due first. At 100 visits a second that is some 4,500 keys a look, not the 60,000 of all that may have ended.
 */
const spans = [
  { ms: longestVisitMs, every: 60 },
  { ms: 90_000, every: 5 },
  { ms: 15_000, every: 1 },
] as const;
const keysPerRead = 2_000;
const visitsPerRead = 200;

/**
 * Finds visits of all processes that ended since the last look. The store has visits in the order of their starts: a look reads the keys of those that may have
 * ended meanwhile from the index, and fetches the new ones by id. One of up to 15 s is found by the next look, one of 90 s within five, and each within sixty.
 */
export class VisitTail {
  readonly #seen = new Map<string, number>();
  readonly #begunMs: number;
  /** When each span was read last, ms since 1970. */
  readonly #lookedAtMs: number[];
  #looks = 0;

  constructor(nowMs: number) {
    this.#begunMs = nowMs;
    this.#lookedAtMs = spans.map(() => nowMs);
  }

  /** Marks what is stored as seen. */
  async skip(visits: Store['visits']): Promise<void> {
    await this.#newKeys(visits, this.#begunMs - longestVisitMs);
  }

  /** @returns visits that were not there at the look before. Where it throws, the next look finds them. */
  async look(visits: Store['visits'], nowMs: number): Promise<Visit[]> {
    const due = spans.findIndex(({ every }) => this.#looks % every === 0);
    const lookedAtMs = this.#lookedAtMs[due] ?? nowMs;
    const keys = await this.#newKeys(visits, Math.min(lookedAtMs, nowMs) - (spans[due]?.ms ?? longestVisitMs));
    let ended: Visit[];
    try {
      ended = await visitsOf(visits, keys);
    } catch (error) {
      this.forget(keys);
      throw error;
    }
    this.#looks += 1;
    this.#lookedAtMs.fill(nowMs, due); // a longer span has the shorter ones in it
    for (const [id, startedMs] of this.#seen) if (startedMs < nowMs - 2 * longestVisitMs) this.#seen.delete(id);
    return ended;
  }

  /** The next looks find these visits again. */
  forget(visits: readonly VisitKey[]): void {
    for (const { id } of visits) this.#seen.delete(id);
  }

  async #newKeys(visits: Store['visits'], sinceMs: number): Promise<VisitKey[]> {
    const found: VisitKey[] = [];
    for await (const keys of keysSince(visits, new Date(sinceMs)))
      found.push(...keys.filter(({ id }) => !this.#seen.has(id)));
    for (const { id, startedAt } of found) this.#seen.set(id, startedAt.getTime());
    return found;
  }
}

async function* keysSince(
  visits: Store['visits'],
  since: Date,
  ended: { readonly endedSince?: Date } = {},
): AsyncGenerator<VisitKey[]> {
  let after: VisitKey | null = null;
  for (;;) {
    const keys: VisitKey[] = await visits.keysSince({ since, after, limit: keysPerRead, ...ended });
    yield keys;
    after = keys.at(-1) ?? null;
    if (keys.length < keysPerRead) return;
    await setImmediate(); // SQLite reads in this thread: requests are answered in between
  }
}

async function visitsOf(visits: Store['visits'], keys: readonly VisitKey[]): Promise<Visit[]> {
  const found: Visit[] = [];
  for (let start = 0; start < keys.length; start += visitsPerRead)
    found.push(...(await visits.ofIds(keys.slice(start, start + visitsPerRead).map(({ id }) => id))));
  return found;
}

/** Visits that ended at `since` or later, by batches of at most 200. @param maxVisits it ends after this many */
export async function* visitsSince(
  visits: Store['visits'],
  sinceMs: number,
  maxVisits: number,
): AsyncGenerator<readonly Visit[]> {
  let left = maxVisits;
  const began = new Date(sinceMs - longestVisitMs);
  for await (const keys of keysSince(visits, began, { endedSince: new Date(sinceMs) }))
    for (let start = 0; start < keys.length; start += visitsPerRead) {
      const ended = await visitsOf(visits, keys.slice(start, start + visitsPerRead));
      yield ended.slice(0, left);
      await setImmediate(); // SQLite reads in this thread: requests are answered in between
      left -= ended.length;
      if (left <= 0) return;
    }
}
