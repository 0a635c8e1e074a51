/** How many active sources of a site a worker holds. */
export interface HeldSources {
  readonly site: string;
  /** Null: no worker holds them yet. */
  readonly worker: string | null;
  readonly count: number;
}

/** A source, or a host, that is assigned. */
interface AssignedSource {
  readonly id: string;
  readonly site: string;
  /** The worker that had it before; null: none. */
  readonly worker: string | null;
}

export interface DispatchState {
  /** Names of the workers that are alive, at least one. */
  readonly workers: readonly string[];
  /** All active sources, counted by site and worker; workers that are gone count for the site only. */
  readonly holdings: readonly HeldSources[];
}

/**
 * Which worker polls each source. A source stays with the worker that polled it before while that worker is alive; another one goes to the worker with the
 * fewest sources. No worker holds more of one site than `ceil(sources of the site / workers) + 1`, so that no single machine presses on a site: a source beyond
 * that moves, too. Deterministic: every worker that knows the same state computes the same answer.
 * @returns the worker's name by source id
 */
export function assignWorkers(
  sources: readonly AssignedSource[],
  { workers, holdings }: DispatchState,
): Map<string, string> {
  const load = new WorkerLoad(workers, holdings);
  return new Map(sources.map((source) => [source.id, load.place(source)]));
}

class WorkerLoad {
  /** Sources per living worker, in the order of names. */
  readonly #totals: Map<string, number>;
  /** By site and worker. */
  readonly #ofSite = new Map<string, number>();
  readonly #siteTotals = new Map<string, number>();

  constructor(workers: readonly string[], holdings: readonly HeldSources[]) {
    this.#totals = new Map(workers.toSorted().map((worker) => [worker, 0]));
    for (const { site, worker, count } of holdings) {
      this.#siteTotals.set(site, (this.#siteTotals.get(site) ?? 0) + count);
      if (worker !== null && this.#totals.has(worker)) this.#add(worker, site, count);
    }
  }

  place({ site, worker }: AssignedSource): string {
    const holder = worker !== null && this.#totals.has(worker) ? worker : null;
    const cap = Math.ceil((this.#siteTotals.get(site) ?? 1) / this.#totals.size) + 1;
    if (holder !== null && this.#held(holder, site) <= cap) return holder;
    const next = this.#leastLoaded(site, cap);
    if (holder !== null) this.#add(holder, site, -1);
    this.#add(next, site, 1);
    return next;
  }

  #held(worker: string, site: string): number {
    return this.#ofSite.get(`${site} ${worker}`) ?? 0;
  }

  #add(worker: string, site: string, count: number): void {
    this.#totals.set(worker, (this.#totals.get(worker) ?? 0) + count);
    this.#ofSite.set(`${site} ${worker}`, this.#held(worker, site) + count);
  }

  /** The cap leaves room at one worker at least: together the caps exceed the sources of the site. */
  #leastLoaded(site: string, cap: number): string {
    const [first, ...others] = [...this.#totals.keys()].filter((worker) => this.#held(worker, site) < cap);
    if (first === undefined) throw new Error('there is no worker to poll a source');
    const totalOf = (worker: string): number => this.#totals.get(worker) ?? 0;
    return others.reduce((least, worker) => (totalOf(worker) < totalOf(least) ? worker : least), first);
  }
}
