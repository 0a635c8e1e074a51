import type { Clock } from '../../ports.ts';
import type { SliceEnd } from '../../queue/host-slice.ts';
import type { HostHealth } from '../../stages/schedule/host-health.ts';
import type { HostGate } from '../../stages/schedule/politeness.ts';
import type { Frontier } from '../../storage/crawl/frontier-port.ts';
import type { HostHolds } from './host-holds.ts';

interface HostSlicesOptions {
  readonly frontier: Frontier;
  readonly holds: Pick<HostHolds, 'hold' | 'giveBackSoon'>;
  readonly gate: HostGate;
  readonly health: HostHealth;
  readonly clock: Clock;
}

interface OpenSlice {
  readonly openedAtMs: number;
  /** Since when nothing of the host has been due, monotonic, ms; null: something is. */
  idleSinceMs: number | null;
  /** Its time is over: its tasks may end, and no more begin. */
  isOver: boolean;
  /** Another worker is to have the host. */
  isRecalled: boolean;
  readonly end: (end: SliceEnd) => void;
  readonly ended: Promise<SliceEnd>;
}

/** Then the host waits for its next slice, so that others get their turn; ms. */
const sliceMs = 30_000;
/** A host that rests for longer gives up its slice meanwhile, ms. */
const longRestMs = 10_000;
/** A host that another process holds is tried again after this time, ms. */
const heldElsewhereMs = 5_000;
const later = { kind: 'later', inMs: heldElsewhereMs } as const satisfies SliceEnd;
/** A slice without due tasks ends after this time, ms: the links of its last page may come. */
const idleMs = 1_000;

/** The hosts that this worker has a slice of: it claims only their tasks. A slice ends when nothing of its host is due, when the host rests for long, after its time, or when it is asked back. */
export class HostSlices {
  readonly #options: HostSlicesOptions;
  readonly #slices = new Map<string, OpenSlice>();
  #isEnding = false;

  constructor(options: HostSlicesOptions) {
    this.#options = options;
  }

  /** Number of slices in work. */
  get size(): number {
    return this.#slices.size;
  }

  /** Hosts whose tasks may begin. */
  open(): ReadonlySet<string> {
    return new Set([...this.#slices].flatMap(([host, { isOver }]) => (isOver ? [] : [host])));
  }

  /** Whether this worker has a slice of the host. */
  has(host: string): boolean {
    return this.#slices.has(host);
  }

  /** Works on the host until its slice ends. */
  async run(host: string): Promise<SliceEnd> {
    const before = this.#slices.get(host);
    if (before !== undefined) return await before.ended; // the queue has lost its job, and got another one
    if (this.#isEnding) return { kind: 'done' };
    const { promise, resolve } = Promise.withResolvers<SliceEnd>();
    const slice: OpenSlice = {
      openedAtMs: this.#options.clock.monotonicMs(),
      idleSinceMs: null,
      isOver: true,
      isRecalled: false,
      end: resolve,
      ended: promise,
    };
    this.#slices.set(host, slice);
    try {
      const held = await this.#options.holds.hold([host]);
      if (!held.has(host)) return later;
      slice.isOver = this.#isEnding || slice.isRecalled;
      return await promise;
    } finally {
      this.#slices.delete(host);
      slice.end(later); // for a second job, where there was no hold; a slice that has ended stays as it is
    }
  }

  /** The time of these hosts' slices is over: other workers are to have them. */
  recall(hosts: Iterable<string>): void {
    for (const host of hosts) {
      const slice = this.#slices.get(host);
      if (slice === undefined || slice.isRecalled) continue;
      slice.isOver = true;
      slice.isRecalled = true;
    }
  }

  /** Ends the slices whose time has come. Called about once a second. */
  async look(): Promise<void> {
    const nowMs = this.#options.clock.monotonicMs();
    const resting = this.#options.health.restingHosts(nowMs);
    for (const [host, slice] of this.#slices) await this.#lookAt(host, slice, nowMs, resting.has(host));
  }

  /** No more tasks begin. Each slice ends when its tasks have. */
  end(): void {
    this.#isEnding = true;
    for (const slice of this.#slices.values()) slice.isOver = true;
  }

  async #lookAt(host: string, slice: OpenSlice, nowMs: number, isDown: boolean): Promise<void> {
    const { gate, frontier } = this.#options;
    if (nowMs - slice.openedAtMs >= sliceMs) slice.isOver = true;
    if (gate.isInUse(host)) {
      slice.idleSinceMs = null;
      return;
    }
    if (slice.isRecalled) this.#options.holds.giveBackSoon(host);
    if (this.#isEnding) return slice.end({ kind: 'done' });
    const restMs = gate.waitMs(host, nowMs);
    if (isDown || restMs > longRestMs) return slice.end({ kind: 'later', inMs: Math.max(restMs, longRestMs) });
    if ((await frontier.waitingOn(host, 1)) > 0) {
      slice.idleSinceMs = null;
      if (slice.isOver) slice.end({ kind: 'later', inMs: restMs });
      return;
    }
    slice.idleSinceMs ??= nowMs;
    if (slice.isOver || nowMs - slice.idleSinceMs >= idleMs) slice.end({ kind: 'done' });
  }
}
