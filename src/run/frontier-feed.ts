import type { Request } from '@crawlee/core';
import type { Task } from '../model/crawl/task.ts';
import type { Clock } from '../ports.ts';
import type { HostHealth } from '../stages/schedule/host-health.ts';
import type { HostGate } from '../stages/schedule/politeness.ts';
import type { ClaimRequest, Frontier, FrontierEntry } from '../storage/crawl/frontier-port.ts';
import type { HostHolds } from '../watch/assignment/host-holds.ts';
import type { BrowserPatience } from './capacity/browser-patience.ts';
import { crawleeRequest, type RequestKey, type RequestSource } from './crawlee.ts';
import { OutsideTasks } from './outside-tasks.ts';

interface FeedOptions {
  readonly frontier: Frontier;
  readonly gate: HostGate;
  readonly health: HostHealth;
  readonly clock: Clock;
  readonly owner: string;
  readonly leaseMs: number;
  /** How many more tasks may begin while this number runs. */
  readonly room: (running: number) => number;
  /** Only tasks of these sites are claimed; null: of all. */
  readonly sites: readonly string[] | null;
  /** Only tasks on these hosts are claimed; default: on all. */
  readonly hosts?: () => ReadonlySet<string>;
  /** True: the feed is never finished (`watch`). */
  readonly keepAlive: boolean;
  /** Tasks that are due later than this are left to the next run. */
  readonly patienceMs: number;
  /** Leases of other processes that end by this time are over (clock-watch.ts). */
  readonly leasesEndedBy: (now: Date) => Date;
  /** Default: no other process works on the store. */
  readonly holds?: Pick<HostHolds, 'others' | 'hold'>;
  /** Default: a browser is there. */
  readonly browser?: BrowserPatience;
  /** As in a claim. */
  readonly priorityNow?: NonNullable<ClaimRequest['priorityNow']>;
  /** Whether a task is outside of the run's scope: it is kept until the run ends, and then given back. Default: none is. */
  readonly isOutside?: ((task: Task) => boolean) | undefined;
  /** Tasks that must not begin in this run, such as those of a broken scraper's site. They stay as they are, with all others on their host. */
  readonly isBarred?: (task: Task) => boolean;
  /** Called before a task begins; `isClosed` is called after it. */
  readonly onBegin?: (task: Task) => void;
  /** True: no more tasks begin, because a limit is reached or the run stops. */
  readonly isClosed: () => boolean;
}

/** Pause between two claims when nothing was due, ms. */
const idleLookMs = 150;

/**
 * Gives Crawlee claimed tasks of hosts that may get a request now, and knows when all is done. Crawlee's own queue has no priorities, no politeness and no
 * leases. Methods that fill a queue throw: links go through the store.
 */
export class FrontierFeed implements RequestSource {
  readonly tasks = new Map<string, Task>();
  readonly #options: FeedOptions;
  #ready: Task[] = [];
  readonly #outside: OutsideTasks;
  /** The next task that runs alone: nothing is claimed until it is over. */
  #suspect: Task | null = null;
  #runsAlone = false;
  #running = 0;
  #handled = 0;
  /** Crawlee was told that all is done: a look of it that comes later begins nothing. */
  #isOver = false;
  /** Hosts of barred tasks. */
  readonly #barredHosts = new Set<string>();
  /** By the monotonic clock, ms. */
  #lookAgainAt = Number.NEGATIVE_INFINITY;
  /** End of the wait for leases of other processes, by the monotonic clock, ms; null: no wait. */
  #othersUntilMs: number | null = null;
  #claiming: Promise<void> | null = null;

  constructor(options: FeedOptions) {
    this.#options = options;
    const { frontier, clock, isOutside = () => false } = options;
    this.#outside = new OutsideTasks({ frontier, clock, isOutside });
  }

  get running(): number {
    return this.#running;
  }

  /** Tasks that are left alone, as they are outside of the run's scope. */
  get outside(): readonly Task[] {
    return this.#outside.all;
  }

  /** Takes tasks into the run that were outside of its scope, and that a page of the run links to. */
  include(links: readonly Task[] | readonly FrontierEntry[]): void {
    this.#ready.push(...this.#outside.include(links));
  }

  /** Tasks that ended, in all. */
  get handled(): number {
    return this.#handled;
  }

  /** Only tasks of other processes are left. */
  get waitsForOthers(): boolean {
    return this.#othersUntilMs !== null;
  }

  /** Whether a task of the host is claimed and has not begun. */
  hasReady(host: string): boolean {
    return this.#ready.some((task) => task.host === host);
  }

  get #room(): number {
    return this.#options.room(this.#running);
  }

  async isEmpty(): Promise<boolean> {
    if (this.#isOver || this.#options.isClosed() || this.#room <= 0 || this.#runsAlone) return true;
    if (this.#ready.length === 0) await this.#claim();
    return this.#ready.length === 0 && !this.#mayRunAlone;
  }

  get #mayRunAlone(): boolean {
    return this.#suspect !== null && this.#running === 0;
  }

  async isFinished(): Promise<boolean> {
    this.#isOver ||= await this.#isDone();
    return this.#isOver;
  }

  async #isDone(): Promise<boolean> {
    if (this.#running > 0) return false;
    if (this.#options.isClosed()) return true;
    if (this.#ready.length > 0 || this.#suspect !== null || this.#options.keepAlive) return false;
    await this.#claim();
    if (this.#ready.length > 0 || this.#suspect !== null) return false;
    const { frontier, gate, health, sites, clock, patienceMs, browser } = this.#options;
    const nowMs = clock.monotonicMs();
    const until = new Date(clock.now().getTime() + patienceMs);
    const leftAlone = gate
      .hostsRestingBeyond(nowMs + patienceMs)
      .union(health.hostsDownFor(patienceMs, nowMs))
      .union(this.#barredHosts);
    const without = browser?.isMissing() ? 'browser' : undefined;
    const next = await frontier.nextDueAt(clock.now(), sites, leftAlone, without);
    if ((next !== null && next <= until) || (await browser?.waits())) return false;
    return !(await this.#othersHold());
  }

  /**
   * Whether leases of other processes may still end: then their tasks are ours. A living process renews its leases, so the wait is not longer than the leases
   * ran when nothing else was left.
   */
  async #othersHold(): Promise<boolean> {
    const { frontier, sites, owner, clock } = this.#options;
    const until = await frontier.heldUntil(sites, owner);
    if (until === null) {
      this.#othersUntilMs = null;
      return false;
    }
    const nowMs = clock.monotonicMs();
    this.#othersUntilMs ??= nowMs + Math.max(0, until.getTime() - clock.now().getTime()) + 2 * idleLookMs;
    return nowMs < this.#othersUntilMs;
  }

  async fetchNextRequest(): Promise<Request | null> {
    // closed again after the await: another call may have begun the last page within the limit
    if ((await this.isEmpty()) || this.#options.isClosed()) return null;
    const task = this.#ready.shift() ?? this.#takeSuspect();
    if (task === null) return null;
    this.#options.onBegin?.(task);
    this.#running += 1;
    this.#options.gate.started(task.host, this.#options.clock.monotonicMs());
    this.#options.health.started(task.host);
    this.tasks.set(task.url, task);
    if (this.#runsAlone) await this.#outside.giveBackAll(); // its death counts where its process holds no other task
    return crawleeRequest(task.url);
  }

  /** The suspect, if nothing else runs. */
  #takeSuspect(): Task | null {
    if (!this.#mayRunAlone) return null;
    const suspect = this.#suspect;
    this.#suspect = null;
    this.#runsAlone = true;
    return suspect;
  }

  async markRequestHandled({ uniqueKey }: RequestKey): Promise<null> {
    const task = this.tasks.get(uniqueKey);
    if (task === undefined) return null;
    this.tasks.delete(uniqueKey);
    this.#running -= 1;
    this.#runsAlone = false;
    this.#handled += 1;
    this.#lookAgainAt = Number.NEGATIVE_INFINITY;
    this.#options.gate.ended(task.host, this.#options.clock.monotonicMs());
    this.#options.health.ended(task.host);
    return null;
  }

  /** The task is due again at once, attempts unchanged. */
  async reclaimRequest(request: RequestKey): Promise<null> {
    const task = this.tasks.get(request.uniqueKey);
    await this.markRequestHandled(request);
    if (task !== undefined) await this.#release(task);
    return null;
  }

  async #release(task: Task, now = this.#options.clock.now()): Promise<void> {
    await this.#options.frontier.release(task, now, now);
  }

  /** Releases tasks that were claimed and did not begin. */
  async close(): Promise<void> {
    const suspects = this.#suspect === null ? [] : [this.#suspect];
    const unused = [...this.#ready, ...suspects, ...this.#outside.kept];
    this.#ready = [];
    this.#suspect = null;
    for (const task of unused) await this.#release(task);
    await this.#outside.giveBackLinked();
  }

  async handledCount(): Promise<number> {
    return this.#handled;
  }

  getTotalCount(): number {
    return this.#handled + this.#running + this.#ready.length;
  }

  getPendingCount(): number {
    return this.#ready.length;
  }

  async addRequest(): Promise<never> {
    throw new Error('Links go to the frontier, not to Crawlee.');
  }

  async addRequestsBatched(): Promise<never> {
    return this.addRequest();
  }

  /** One claim at a time. */
  async #claim(): Promise<void> {
    this.#claiming ??= this.#claimOnce().finally(() => {
      this.#claiming = null;
    });
    return this.#claiming;
  }

  async #claimOnce(): Promise<void> {
    const { frontier, gate, health, clock, owner, leaseMs, sites, leasesEndedBy, holds, priorityNow } = this.#options;
    const now = clock.now();
    const nowMs = clock.monotonicMs();
    const free = this.#room;
    const hosts = this.#options.hosts?.();
    if (free <= 0 || nowMs < this.#lookAgainAt || hosts?.size === 0 || this.#suspect !== null || this.#runsAlone)
      return;
    await this.#outside.giveBackLinked();
    const resting = gate.restingHosts(nowMs).union(health.restingHosts(nowMs)).union(this.#barredHosts);
    const claimed = await frontier.claim({
      now,
      limit: free,
      perHost: 1,
      restingHosts: holds === undefined ? resting : resting.union(await holds.others()),
      owner,
      leaseMs,
      leasesEndedBy: leasesEndedBy(now),
      sites,
      ...(hosts !== undefined && { hosts }),
      ...(priorityNow !== undefined && { priorityNow }),
    });
    const own = await this.#ofHeldHosts(await this.#notBarred(claimed));
    for (const claimedTask of own) {
      const task = this.#outside.sort(claimedTask);
      if (task === null) continue;
      if (task.isSuspect !== true) this.#ready.push(task);
      else if (this.#suspect === null) this.#suspect = task;
      else await this.#release(task);
    }
    if (own.length > 0) this.#othersUntilMs = null;
    this.#lookAgainAt = own.length > 0 ? Number.NEGATIVE_INFINITY : nowMs + idleLookMs;
  }

  async #notBarred(claimed: readonly Task[]): Promise<readonly Task[]> {
    const { isBarred = () => false } = this.#options;
    const barred = claimed.filter(isBarred);
    for (const task of barred) {
      this.#barredHosts.add(task.host);
      await this.#release(task);
    }
    return barred.length === 0 ? claimed : claimed.filter((task) => !barred.includes(task));
  }

  /** Gives back tasks of hosts that another process took in between. */
  async #ofHeldHosts(claimed: readonly Task[]): Promise<readonly Task[]> {
    if (this.#options.holds === undefined || claimed.length === 0) return claimed;
    const held = await this.#options.holds.hold(claimed.map(({ host }) => host));
    for (const task of claimed) if (!held.has(task.host)) await this.#release(task);
    return claimed.filter(({ host }) => held.has(host));
  }
}
