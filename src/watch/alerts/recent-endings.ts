import type { SiteEndings, Visits } from '../../storage/collections/crawl/visits.ts';

/** Width of a slot, ms. */
const slotMs = 5 * 60_000;
/** Visits are written when they end: a slot that is older than this changes no more, ms. */
const closedAfterMs = 20 * 60_000;

/**
 * How the visits of the last minutes ended, by site. A look reads the visits of the last 25 minutes only, however long the window is: the counts of older slots are
 * kept in memory.
 */
export class RecentEndings {
  readonly #visits: Visits;
  /** Closed slots by their beginning, ms. */
  readonly #closed = new Map<number, readonly SiteEndings[]>();

  constructor(visits: Visits) {
    this.#visits = visits;
  }

  /** Visits that began at `from` or later, in whole slots of five minutes: a slot that began before `from` is left out. */
  async since(from: Date, now: Date): Promise<readonly SiteEndings[]> {
    const first = Math.ceil(from.getTime() / slotMs) * slotMs;
    const open = Math.max(first, Math.floor((now.getTime() - closedAfterMs) / slotMs) * slotMs);
    for (const slot of this.#closed.keys()) if (slot < first || slot >= open) this.#closed.delete(slot);
    for (let slot = first; slot < open; slot += slotMs)
      if (!this.#closed.has(slot))
        this.#closed.set(slot, await this.#visits.endingsBySite(new Date(slot), new Date(slot + slotMs)));
    const newest = await this.#visits.endingsBySite(new Date(open), new Date(now.getTime() + slotMs));
    return [...[...this.#closed.values()].flat(), ...newest];
  }

  /** Of the last five minutes. */
  async newest(now: Date): Promise<readonly SiteEndings[]> {
    return await this.#visits.endingsBySite(new Date(now.getTime() - slotMs), new Date(now.getTime() + slotMs));
  }
}
