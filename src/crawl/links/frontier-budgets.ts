import type { CanonicalUrl } from '../../model/web/canonical-url.ts';
import type { Clock } from '../../ports.ts';
import type { Frontier, FrontierEntry } from '../../storage/crawl/frontier-port.ts';

interface BudgetPorts {
  readonly frontier: Pick<Frontier, 'pendingOn' | 'counts' | 'unknown'>;
  readonly clock: Clock;
  /** Tasks that wait, at most. */
  readonly limits: { readonly tasksPerHost: number; readonly tasksTotal: number };
}

/** Links that may become tasks. */
export interface TakenPlaces {
  readonly taken: ReadonlySet<CanonicalUrl>;
  /** Why others may not; empty: all may. */
  readonly full: readonly string[];
}

/** The places for waiting tasks, of each host and in all. Other processes fill the same frontier, and fetches empty it: so the store's count decides, read again and again. */
export class FrontierBudgets {
  readonly #io: BudgetPorts;
  readonly #all: Places;
  readonly #ofHosts = new Map<string, Places>();

  constructor(io: BudgetPorts) {
    this.#io = io;
    this.#all = new Places(io.limits.tasksTotal);
  }

  /**
   * Takes a place for each of the entries, known or not, where there is ample room: nothing is looked up on most pages. Known ones take none, so less room is
   * seen than there is, until the next count. @returns whether there was
   */
  async takeAmple(entries: readonly FrontierEntry[]): Promise<boolean> {
    const places = await this.#places(entries);
    if (!places.every(({ of, wanted }) => of.isAmple(wanted))) return false;
    for (const { of, wanted } of places) of.take(wanted);
    return true;
  }

  /** Those of the addresses that need a place: a task that waits has one, and one that is done gets no other by a link. */
  async unknown(entries: readonly FrontierEntry[]): Promise<Set<CanonicalUrl>> {
    return await this.#io.frontier.unknown(entries.map(({ url }) => url));
  }

  /** Takes places for entries without a task, in their order, as far as there are any. */
  async take(entries: readonly FrontierEntry[]): Promise<TakenPlaces> {
    await this.#places(entries);
    const taken = new Set<CanonicalUrl>();
    const full = new Set<string>();
    for (const { url, host } of entries) {
      const ofHost = this.#of(host);
      if (!this.#all.hasRoom) full.add('the frontier has as many waiting as it may (NEWSHAWK_TASKS_TOTAL)');
      else if (!ofHost.hasRoom) full.add(`${host} has as many waiting as it may (NEWSHAWK_TASKS_PER_HOST)`);
      else {
        this.#all.take(1);
        ofHost.take(1);
        taken.add(url);
      }
    }
    return { taken, full: [...full] };
  }

  /** The places that the entries want, counted again where it is time. */
  async #places(entries: readonly FrontierEntry[]): Promise<{ readonly of: Places; readonly wanted: number }[]> {
    if (entries.length === 0) return [];
    const { frontier, clock, limits } = this.#io;
    const places = [{ of: this.#all, wanted: entries.length }];
    await this.#all.look(clock, entries.length, async () => (await frontier.counts()).pending);
    for (const [host, { length: wanted }] of Map.groupBy(entries, (entry) => entry.host)) {
      const of = this.#of(host);
      await of.look(clock, wanted, () => frontier.pendingOn(host, limits.tasksPerHost));
      places.push({ of, wanted });
    }
    return places;
  }

  #of(host: string): Places {
    const places = this.#ofHosts.get(host) ?? new Places(this.#io.limits.tasksPerHost);
    this.#ofHosts.set(host, places);
    return places;
  }
}

/** Until links have taken this share of the room, nothing is looked up or counted again. Eight processes that see the same room do not fill it twice. */
const ampleShare = 1 / 8;
/** Other processes add tasks meanwhile, ms. */
const countAgainMs = 30_000;
/** A count holds for this multiple of its duration: counting takes a fiftieth of the time at most. Millions of keys take MongoDB seconds. */
const pauseFactor = 50;

/** The places for waiting tasks of one host, or of all. */
class Places {
  readonly #max: number;
  /** By the last count. */
  #free = 0;
  /** Since the last count. */
  #taken = 0;
  #countedAt = Number.NEGATIVE_INFINITY;
  #holdsUntil = Number.NEGATIVE_INFINITY;

  constructor(max: number) {
    this.#max = max;
  }

  get hasRoom(): boolean {
    return this.#taken < this.#free;
  }

  isAmple(wanted: number): boolean {
    return this.#taken + wanted <= this.#free * ampleShare;
  }

  take(count: number): void {
    this.#taken += count;
  }

  /** Counts again where the room may not be ample any more, or the last count is old. */
  async look(clock: BudgetPorts['clock'], wanted: number, count: () => Promise<number>): Promise<void> {
    const begunAt = clock.monotonicMs();
    const isOld = begunAt - this.#countedAt >= countAgainMs;
    if (begunAt < this.#holdsUntil || (this.isAmple(wanted) && !isOld)) return;
    this.#free = this.#max - (await count());
    this.#taken = 0;
    this.#countedAt = clock.monotonicMs();
    this.#holdsUntil = this.#countedAt + pauseFactor * (this.#countedAt - begunAt);
  }
}
