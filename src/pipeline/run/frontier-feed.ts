import { Request } from '@crawlee/core';
import type { Task } from '../../model/crawl/task.ts';
import type { Clock } from '../../ports.ts';
import type { HostHealth } from '../../stages/schedule/host-health.ts';
import type { HostGate } from '../../stages/schedule/politeness.ts';
import type { Frontier } from '../../storage/frontier-port.ts';
import type { BrowserPatience } from './browser-patience.ts';

export interface FeedOptions {
  readonly frontier: Frontier;
  readonly gate: HostGate;
  readonly health: HostHealth;
  readonly clock: Clock;
  readonly owner: string;
  readonly leaseMs: number;
  /** How many more tasks may begin, where so many run. */
  readonly room: (running: number) => number;
  /** Claim only tasks of these sites; null: of all. */
  readonly sites: readonly string[] | null;
  /** True: never finished by itself (`watch`). */
  readonly keepAlive: boolean;
  /** Tasks that are due later than this from now are left for the next run. */
  readonly patienceMs: number;
  /** Leases of others that ended by then are over (clock-watch.ts). */
  readonly leasesEndedBy: (now: Date) => Date;
  /** Pages may need what is missing; default: nothing is. */
  readonly browser?: Pick<BrowserPatience, 'isMissing' | 'waits'>;
  /** Called as a task begins; then `isClosed` is asked again. */
  readonly begins?: (task: Task) => void;
  /** No more tasks: the limit is reached, or somebody wants to stop. */
  readonly isClosed: () => boolean;
}

/** Several times a second is often enough to look for due tasks when there were none. */
const idleLookMs = 150;

/**
 * Crawlee's request manager over our frontier: it hands out claimed tasks of hosts that may be asked now, and knows when all is done. Crawlee's own queue is
 * not used: it knows no priorities, no politeness and no leases. The methods that only fill a queue are refused, because links go through the store.
 */
export class FrontierFeed {
  readonly tasks = new Map<string, Task>();
  readonly #options: FeedOptions;
  #ready: Task[] = [];
  #running = 0;
  #handled = 0;
  /** By the monotonic clock, ms. */
  #lookAgainAt = Number.NEGATIVE_INFINITY;
  /** Until when the leases of others are waited for, by the monotonic clock, ms; null: they are not. */
  #othersUntilMs: number | null = null;
  #claiming: Promise<void> | null = null;

  constructor(options: FeedOptions) {
    this.#options = options;
  }

  get running(): number {
    return this.#running;
  }

  /** Tasks that ended, in all. */
  get handled(): number {
    return this.#handled;
  }

  /** Nothing is left but what others work on. */
  get waitsForOthers(): boolean {
    return this.#othersUntilMs !== null;
  }

  get #room(): number {
    return this.#options.room(this.#running);
  }

  async isEmpty(): Promise<boolean> {
    if (this.#options.isClosed() || this.#room <= 0) return true;
    if (this.#ready.length === 0) await this.#claim();
    return this.#ready.length === 0;
  }

  async isFinished(): Promise<boolean> {
    if (this.#running > 0) return false;
    if (this.#options.isClosed()) return true;
    if (this.#ready.length > 0 || this.#options.keepAlive) return false;
    await this.#claim();
    if (this.#ready.length > 0) return false;
    const { frontier, gate, health, sites, clock, patienceMs, browser } = this.#options;
    const nowMs = clock.monotonicMs();
    const until = new Date(clock.now().getTime() + patienceMs);
    const leftAlone = gate.hostsRestingBeyond(nowMs + patienceMs).union(health.hostsDownFor(patienceMs, nowMs));
    const without = browser?.isMissing() ? 'browser' : undefined;
    const next = await frontier.nextDueAt(sites, leftAlone, without);
    if ((next !== null && next <= until) || (await browser?.waits())) return false;
    return !(await this.#othersHold());
  }

  /**
   * Whether tasks are held by others whose leases may still end: what they leave behind is ours to do. Those who are alive renew their leases; their tasks are
   * not waited for longer than the leases ran when nothing else was left.
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
    // Asked again after the wait: another call may have begun the last page that was allowed.
    if ((await this.isEmpty()) || this.#options.isClosed()) return null;
    const task = this.#ready.shift();
    if (task === undefined) return null;
    this.#options.begins?.(task);
    this.#running += 1;
    this.#options.gate.started(task.host, this.#options.clock.monotonicMs());
    this.#options.health.started(task.host);
    this.tasks.set(task.url, task);
    return new Request({ url: task.url, uniqueKey: task.url, id: task.url, userData: {} });
  }

  async markRequestHandled(request: { readonly uniqueKey: string }): Promise<null> {
    const task = this.tasks.get(request.uniqueKey);
    if (task === undefined) return null;
    this.tasks.delete(request.uniqueKey);
    this.#running -= 1;
    this.#handled += 1;
    this.#lookAgainAt = Number.NEGATIVE_INFINITY;
    this.#options.gate.ended(task.host, this.#options.clock.monotonicMs());
    this.#options.health.ended(task.host);
    return null;
  }

  /** Crawlee gives back what it could not run: due again at once, attempts unchanged. */
  async reclaimRequest(request: { readonly uniqueKey: string }): Promise<null> {
    const task = this.tasks.get(request.uniqueKey);
    await this.markRequestHandled(request);
    if (task !== undefined) await this.#options.frontier.release(task, this.#options.clock.now());
    return null;
  }

  /** Gives back what was claimed and never started. */
  async close(): Promise<void> {
    const unused = this.#ready;
    this.#ready = [];
    for (const task of unused) await this.#options.frontier.release(task, this.#options.clock.now());
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

  /** One claim at a time, whoever asks. */
  async #claim(): Promise<void> {
    this.#claiming ??= this.#claimOnce().finally(() => {
      this.#claiming = null;
    });
    return this.#claiming;
  }

  async #claimOnce(): Promise<void> {
    const { frontier, gate, health, clock, owner, leaseMs, sites, leasesEndedBy } = this.#options;
    const now = clock.now();
    const nowMs = clock.monotonicMs();
    const free = this.#room;
    if (free <= 0 || nowMs < this.#lookAgainAt) return;
    const found = await frontier.claim({
      now,
      limit: free,
      perHost: 1,
      restingHosts: gate.restingHosts(nowMs).union(health.restingHosts(nowMs)),
      owner,
      leaseMs,
      leasesEndedBy: leasesEndedBy(now),
      sites,
    });
    this.#ready.push(...found);
    if (found.length > 0) this.#othersUntilMs = null;
    this.#lookAgainAt = found.length > 0 ? Number.NEGATIVE_INFINITY : nowMs + idleLookMs;
  }
}
