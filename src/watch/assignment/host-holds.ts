import { z } from 'zod';
import type { Clock, Log } from '../../ports.ts';
import type { HostGate, HostPace } from '../../stages/schedule/politeness.ts';
import { cutOffMark, type Leases, type ReturnedLease } from '../../storage/collections/crawl/leases.ts';

interface HostHoldsOptions {
  readonly leases: Leases;
  readonly gate: HostGate;
  readonly clock: Clock;
  readonly log: Log;
  readonly owner: string;
}

interface Hold {
  /** Monotonic times, ms. */
  readonly takenAt: number;
  usedAt: number;
  /** Another process waits for the host. */
  isAwaited: boolean;
}

/** Length of a hold, ms. Its process extends it when a third has passed. */
const holdMs = 60_000;
/** A host without work is kept for this time, ms: the next page often comes soon. */
const lingerMs = 5_000;
/** A host that rests for longer is given back with its rest, ms; a shorter rest is waited for, so that no other clock decides its end. */
const longRestMs = 60_000;
/** Interval of looking what others hold, ms. */
const lookEveryMs = 1_000;
/** A host's last worker and pace are kept for this time, ms. */
const rememberedMs = 7 * 24 * 3_600_000;
const forgetEveryMs = 3_600_000;

/**
 * The hosts that this process works on. Whatever the number of processes and machines, a host has one worker at a time: so its pauses hold, and its pace goes
 * with it to the next worker. A hold is a lease in the store.
 */
export class HostHolds {
  readonly #options: HostHoldsOptions;
  readonly #held = new Map<string, Hold>();
  #others: ReadonlySet<string> = new Set();
  #lookedAt = Number.NEGATIVE_INFINITY;
  #forgotAt = Number.NEGATIVE_INFINITY;
  /** The last change of leases: the next one waits for it, or a host could be taken and given back in the wrong order. */
  #lastChange: Promise<unknown> = Promise.resolve();

  constructor(options: HostHoldsOptions) {
    this.#options = options;
  }

  /** Hosts on which other processes work. At most a second old. */
  async others(): Promise<ReadonlySet<string>> {
    const { leases, clock, owner } = this.#options;
    const nowMs = clock.monotonicMs();
    if (nowMs - this.#lookedAt < lookEveryMs) return this.#others;
    this.#lookedAt = nowMs;
    this.#others = await leases.takenByOthers('host', owner, clock.now());
    return this.#others;
  }

  /** Takes these hosts, if no other process holds them. @returns those that this process holds */
  async hold(hosts: Iterable<string>): Promise<ReadonlySet<string>> {
    const { clock } = this.#options;
    const asked = new Set(hosts);
    const isAllHeld = [...asked].every((host) => this.#isHeld(host, clock.monotonicMs()));
    if (!isAllHeld) await this.#inTurn(() => this.#takeMissing(asked));
    const nowMs = clock.monotonicMs();
    const held = [...asked].filter((host) => this.#isHeld(host, nowMs));
    for (const host of held) this.#use(host, nowMs);
    return new Set(held);
  }

  /** Extends the holds of hosts in use, and gives back the others. Called once a second. @param keeps whether a host without tasks is still wanted */
  async keep(keeps: (host: string) => boolean = () => false): Promise<void> {
    await this.#inTurn(() => this.#keep(keeps));
    await this.#forgetOld(this.#options.clock.monotonicMs());
  }

  async #keep(keeps: (host: string) => boolean): Promise<void> {
    const { gate, clock, log } = this.#options;
    const nowMs = clock.monotonicMs();
    const ended: string[] = [];
    const older: string[] = [];
    for (const [host, hold] of this.#held) {
      const restMs = gate.waitMs(host, nowMs);
      const isUsed = gate.isInUse(host) || keeps(host) || (restMs > 0 && restMs <= longRestMs);
      if (isUsed) hold.usedAt = nowMs;
      if (!isUsed && (hold.isAwaited || nowMs - hold.usedAt >= lingerMs)) ended.push(host);
      else if (nowMs - hold.takenAt >= holdMs / 3) older.push(host);
    }
    await this.#release(ended);
    if (older.length > 0) {
      const kept = await this.#take(older);
      const lost = older.filter((host) => !kept.has(host));
      for (const host of lost) this.#held.delete(host);
      if (lost.length > 0) log.warn('hosts.lost', { hosts: lost.slice(0, 10), count: lost.length });
    }
  }

  /** Gives the host back as soon as it is out of use and its pause is over: another process waits for it. */
  giveBackSoon(host: string): void {
    const hold = this.#held.get(host);
    if (hold !== undefined) hold.isAwaited = true;
  }

  /** Gives back all hosts. */
  async end(): Promise<void> {
    await this.#inTurn(() => this.#release([...this.#held.keys()]));
  }

  /** A hold that could not be extended ends before another process may take it. */
  #isHeld(host: string, nowMs: number): boolean {
    const hold = this.#held.get(host);
    return hold !== undefined && nowMs - hold.takenAt < holdMs;
  }

  async #inTurn(change: () => Promise<void>): Promise<void> {
    const turn = this.#lastChange.then(change);
    this.#lastChange = turn.catch(() => undefined); // who asked for it gets the error
    await turn;
  }

  async #takeMissing(hosts: ReadonlySet<string>): Promise<void> {
    const nowMs = this.#options.clock.monotonicMs();
    const missing = [...hosts].filter((host) => !this.#isHeld(host, nowMs));
    if (missing.length > 0) await this.#take(missing);
  }

  #use(host: string, nowMs: number): void {
    const hold = this.#held.get(host);
    if (hold === undefined) return;
    hold.usedAt = nowMs;
    hold.isAwaited = false;
  }

  async #take(hosts: readonly string[]): Promise<ReadonlySet<string>> {
    const { leases, clock, owner, gate } = this.#options;
    const takenAt = clock.monotonicMs(); // before the call: the lease in the store never ends earlier
    const taken = await leases.take('host', hosts, { now: clock.now(), owner, leaseMs: holdMs });
    for (const { name, note } of taken) {
      const last = this.#held.get(name);
      // After its end another process may have had the host, and have left a note.
      const before = last !== undefined && takenAt - last.takenAt < holdMs ? last : null;
      this.#held.set(name, { takenAt, usedAt: before?.usedAt ?? takenAt, isAwaited: before?.isAwaited ?? false });
      if (before !== null || note === null) continue;
      const isCutOff = note.startsWith(cutOffMark);
      const pace = paceOf(isCutOff ? note.slice(cutOffMark.length) : note);
      if (pace !== null) gate.goOnAt(name, pace);
      // its last worker died, perhaps right after a request
      if (isCutOff) gate.pauseFrom(name, takenAt);
    }
    return new Set(taken.map(({ name }) => name));
  }

  async #release(hosts: readonly string[]): Promise<void> {
    if (hosts.length === 0) return;
    const { leases, clock, owner } = this.#options;
    const now = clock.now().getTime();
    const nowMs = clock.monotonicMs();
    const returned = hosts.map((host): ReturnedLease => {
      const { gate } = this.#options;
      const pace = gate.pace(host);
      const freeAt = new Date(now + gate.waitMs(host, nowMs));
      return { name: host, freeAt, note: pace === null ? null : JSON.stringify(pace) };
    });
    for (const host of hosts) this.#held.delete(host);
    await leases.release('host', returned, owner);
  }

  async #forgetOld(nowMs: number): Promise<void> {
    if (nowMs - this.#forgotAt < forgetEveryMs) return;
    this.#forgotAt = nowMs;
    const { leases, clock } = this.#options;
    await leases.forget(new Date(clock.now().getTime() - rememberedMs));
  }
}

const paceSchema = z.object({ slowness: z.number().min(1), crawlDelayMs: z.number().min(0) });

/** Null: full speed, or a note that this version does not know. */
function paceOf(note: string): HostPace | null {
  try {
    return paceSchema.safeParse(JSON.parse(note)).data ?? null;
  } catch {
    return null;
  }
}
