import { QueueError } from '../../errors.ts';
import { beatEveryMs, silentAfterMs } from '../../model/crawl/worker-beat.ts';
import type { Clock, Log } from '../../ports.ts';
import type { HostSlice } from '../../queue/host-slice.ts';
import type { RedisQueue } from '../../queue/redis-queue.ts';
import { assignWorkers, type HeldSources } from '../../stages/schedule/dispatch.ts';
import type { NamedLease } from '../../storage/collections/crawl/leases.ts';
import type { FrontierEntry } from '../../storage/crawl/frontier-port.ts';
import type { Store } from '../../storage/port.ts';
import { releaseOwners } from './other-owners.ts';
import { ownerState } from './owner.ts';

interface DispatcherOptions {
  readonly store: Store;
  readonly queue: Pick<RedisQueue, 'slices' | 'give' | 'recall' | 'workers' | 'removeWorker'>;
  readonly clock: Clock;
  readonly log: Log;
  /** This process: it makes due tasks ready under its name. */
  readonly owner: string;
}

interface Assignment {
  readonly slices: readonly HostSlice[];
  readonly workers: readonly string[];
  /** Leases of hosts. */
  readonly taken: readonly NamedLease[];
}

/** Slices that a worker has in its queue, at most: more would leave the order of the frontier. */
const slicesPerWorker = 128;
/** Interval of reading the leases of hosts, ms. */
const leasesEveryMs = 5_000;
/** Hosts stay where they are while each worker has its share of all hosts within this factor, and one host: a host that moves asks for robots.txt again. */
const shareSlack = 1.25;
/** A host is asked back again after this time, ms: longer than its slice. */
const recallAgainMs = 60_000;
/** Hosts given in one pass, at most. */
const hostsPerPass = 1_000;

/**
 * The leader's part of the queue: gives each host that has due tasks to a worker. A host stays with the worker that had it while that one lives; another one goes to
 * the least loaded, and none has more than its share of a site, or much more than its share of all hosts: a worker that comes later gets hosts of the others. The
 * slices of a worker that is silent go to the others.
 */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  /** The last heartbeat of each worker, and when it was seen first; monotonic, ms. */
  readonly #beats = new Map<string, { readonly at: number; readonly seenAtMs: number }>();
  #lookedAtMs = Number.NEGATIVE_INFINITY;
  #leases: readonly NamedLease[] = [];
  #leasesReadAtMs = Number.NEGATIVE_INFINITY;
  /** The last worker of each host, and its site. */
  readonly #last = new Map<string, { readonly worker: string; readonly site: string }>();
  /** When hosts were asked back, monotonic, ms. */
  readonly #recalledAtMs = new Map<string, number>();

  constructor(options: DispatcherOptions) {
    this.#options = options;
  }

  /** One pass. @returns how many hosts were given; 0 where the queue is away */
  async pass(): Promise<number> {
    try {
      return await this.#pass();
    } catch (error) {
      if (error instanceof QueueError) return 0; // the queue has logged it; the next pass does the rest
      throw error;
    }
  }

  async #pass(): Promise<number> {
    const { queue, store, clock, log } = this.#options;
    const workers = await this.#living();
    await this.#removeDead(workers);
    const slices = await queue.slices();
    const room = workers.length * slicesPerWorker - slices.length;
    if (workers.length === 0) return 0;
    if (room <= 0) {
      await this.#recallSurplus(slices, workers);
      return 0;
    }
    await this.#makeReady();
    const taken = await this.#hostLeases();
    const now = clock.now();
    const busy = new Set(slices.map(({ host }) => host));
    // of a process that works without the queue
    for (const { name, owner, freeAt } of taken) if (freeAt > now && !workers.includes(owner)) busy.add(name);
    const heads = await store.frontier.best(Math.min(room, hostsPerPass), busy);
    const given = this.#assigned(heads, { slices, workers, taken });
    if (given.length > 0) {
      await queue.give(given);
      log.info('slices.given', { hosts: given.length, workers: workers.length });
    }
    await this.#recallSurplus([...slices, ...given], workers);
    return given.length;
  }

  /** A worker for each of these hosts: the one that had it before, within its share, or the least loaded. */
  #assigned(heads: readonly FrontierEntry[], { slices, workers, taken }: Assignment): HostSlice[] {
    const share = shareOf(slices.length + heads.length, workers);
    const lastOwner = new Map(taken.map(({ name, owner }) => [name, owner]));
    const counts = countsOf(slices);
    const hosts = heads.map(({ host, site }) => {
      // a host that was asked back is for another worker
      const before = this.#recalledAtMs.has(host)
        ? null
        : (this.#last.get(host)?.worker ?? lastOwner.get(host) ?? null);
      const worker = before !== null && (counts.get(before) ?? 0) < share ? before : null;
      if (worker !== null) counts.set(worker, (counts.get(worker) ?? 0) + 1);
      return { id: host, site, worker };
    });
    const assigned = assignWorkers(hosts, { workers, holdings: this.#holdings(slices, hosts) });
    return hosts.flatMap(({ id, site }): HostSlice[] => {
      const worker = assigned.get(id);
      if (worker === undefined) return [];
      this.#last.set(id, { worker, site });
      this.#recalledAtMs.delete(id);
      return [{ host: id, worker }];
    });
  }

  /**
   * Workers whose heartbeat has changed lately, by name. Times of two machines are not compared: clocks differ. After a time in which this process saw nothing
   * (the store was away, or it has just begun) every worker has the time to be heard.
   */
  async #living(): Promise<string[]> {
    const { store, clock, owner: self } = this.#options;
    const nowMs = clock.monotonicMs();
    const sawNothing = nowMs - this.#lookedAtMs > beatEveryMs;
    const living: string[] = [];
    for (const { owner, kind, at } of await store.workers.list()) {
      if (kind !== 'worker' || ownerState(owner, self) === 'dead') continue; // dead: a process of this machine
      const before = this.#beats.get(owner);
      const isHeard = before === undefined || before.at !== at.getTime();
      const seenAtMs = isHeard || sawNothing ? nowMs : before.seenAtMs;
      this.#beats.set(owner, { at: at.getTime(), seenAtMs });
      if (nowMs - seenAtMs < silentAfterMs) living.push(owner);
    }
    this.#lookedAtMs = nowMs;
    return living;
  }

  /** A worker that came later has fewer hosts, and those that have more would keep them: while a host has work, its slice comes again at the same worker. */
  async #recallSurplus(slices: readonly HostSlice[], workers: readonly string[]): Promise<void> {
    const { queue, clock, log } = this.#options;
    const nowMs = clock.monotonicMs();
    for (const [host, atMs] of this.#recalledAtMs) if (nowMs - atMs >= recallAgainMs) this.#recalledAtMs.delete(host);
    const hosts = surplusOf(slices, workers).filter((host) => !this.#recalledAtMs.has(host));
    if (hosts.length === 0) return;
    for (const host of hosts) this.#recalledAtMs.set(host, nowMs);
    await queue.recall(hosts);
    log.info('slices.recalled', { hosts: hosts.length });
  }

  async #removeDead(living: readonly string[]): Promise<void> {
    const { queue, store, clock, log } = this.#options;
    const dead = (await queue.workers()).filter((worker) => !living.includes(worker));
    for (const worker of dead) {
      log.warn('worker.silent', { worker });
      await queue.removeWorker(worker);
    }
    await releaseOwners(store, dead, clock.now());
  }

  /** Leases of all hosts: with a hundred thousand hosts too many to read each second. An older list costs a worker a look at a host that is not free. */
  async #hostLeases(): Promise<readonly NamedLease[]> {
    const { store, clock } = this.#options;
    const nowMs = clock.monotonicMs();
    if (nowMs - this.#leasesReadAtMs >= leasesEveryMs) {
      this.#leasesReadAtMs = nowMs;
      this.#leases = await store.leases.list('host');
    }
    return this.#leases;
  }

  /** A claim of nothing makes the tasks that are due ready. */
  async #makeReady(): Promise<void> {
    const { store, clock, owner } = this.#options;
    await store.frontier.claim({
      now: clock.now(),
      limit: 0,
      perHost: 0,
      restingHosts: new Set(),
      owner,
      leaseMs: 0,
      sites: null,
      // whose leases have expired is for workers to say: they know when the clock was set forward
      leasesEndedBy: new Date(0),
    });
  }

  /** Slices in the queue and hosts to give, by site and worker. */
  #holdings(slices: readonly HostSlice[], hosts: readonly { readonly site: string; readonly worker: string | null }[]) {
    const counts = new Map<string, HeldSources>();
    const add = (site: string, worker: string | null) => {
      const key = `${site} ${worker}`;
      counts.set(key, { site, worker, count: (counts.get(key)?.count ?? 0) + 1 });
    };
    for (const { host, worker } of slices) add(this.#last.get(host)?.site ?? host, worker);
    for (const { site, worker } of hosts) add(site, worker);
    return [...counts.values()];
  }
}

/** The most hosts that one worker may have. @param hosts of all workers together */
const shareOf = (hosts: number, workers: readonly string[]): number =>
  Math.ceil((hosts / Math.max(1, workers.length)) * shareSlack) + 1;

/** Hosts above the equal share of their worker, where one worker has much less than that, or much more. */
function surplusOf(slices: readonly HostSlice[], workers: readonly string[]): string[] {
  const counts = countsOf(slices);
  const ofEach = workers.map((worker) => counts.get(worker) ?? 0);
  const equalShare = slices.length / workers.length;
  const isShort = Math.min(...ofEach) + 1 < equalShare / shareSlack;
  if (!isShort && Math.max(...ofEach) <= shareOf(slices.length, workers)) return [];
  const byWorker = Map.groupBy(slices, ({ worker }) => worker);
  return [...byWorker.values()].flatMap((own) => own.slice(Math.ceil(equalShare)).map(({ host }) => host));
}

const countsOf = (slices: readonly HostSlice[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { worker } of slices) counts.set(worker, (counts.get(worker) ?? 0) + 1);
  return counts;
};
