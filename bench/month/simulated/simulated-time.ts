import type { Clock, Timers } from '../../../src/ports.ts';

interface Sleeper {
  readonly untilMs: number;
  readonly wake: () => void;
}

interface Look {
  readonly everyMs: number;
  readonly look: () => void;
  lastMs: number;
}

/** A jump ends only where looks of this period or less are due: the ticks of a run. */
const tickMs = 1_000;

/**
 * Time that stands still until `jumpTo`. The world's time never steps; the wall clock, which the product reads, differs from it by the steps that somebody made.
 */
export class SimulatedTime implements Clock, Timers {
  readonly #startMs: number;
  readonly #sleepers = new Set<Sleeper>();
  readonly #looks = new Set<Look>();
  #passedMs = 0;
  #steppedMs = 0;

  constructor(start: Date) {
    this.#startMs = start.getTime();
  }

  /** Time since the start, ms. */
  monotonicMs(): number {
    return this.#passedMs;
  }

  now(): Date {
    return new Date(this.wallMs);
  }

  get wallMs(): number {
    return this.#startMs + this.#passedMs + this.#steppedMs;
  }

  /** Somebody sets the wall clock, forward or back: no time passes. */
  step(ms: number): void {
    this.#steppedMs += ms;
  }

  sleep(ms: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    if (signal.aborted) return Promise.reject(signal.reason);
    const sleeper = { untilMs: this.#passedMs + ms, wake: resolve };
    const abort = (): void => {
      this.#sleepers.delete(sleeper);
      reject(signal.reason);
    };
    signal.addEventListener('abort', abort, { once: true });
    this.#sleepers.add(sleeper);
    return promise.finally(() => signal.removeEventListener('abort', abort));
  }

  every(ms: number, look: () => void): () => void {
    const entry = { everyMs: ms, look, lastMs: this.#passedMs };
    this.#looks.add(entry);
    return () => void this.#looks.delete(entry);
  }

  /** Whether something looks by this time: a run has begun and has not ended. */
  get isLookedAt(): boolean {
    return this.#looks.size > 0;
  }

  /** The earliest end of a sleep, ms since the start; infinite: nothing sleeps. */
  get nextWakeMs(): number {
    let earliest = Number.POSITIVE_INFINITY;
    for (const { untilMs } of this.#sleepers) earliest = Math.min(earliest, untilMs);
    return earliest;
  }

  /** The first moment from `ms` on at which a tick may come. */
  tickFrom(ms: number): number {
    let tick = ms;
    for (const { everyMs, lastMs } of this.#looks) if (everyMs <= tickMs) tick = Math.max(tick, lastMs + everyMs);
    return tick;
  }

  /** Time passes until `ms` since the start. Looks that are due come once, as in a process that was busy meanwhile. */
  jumpTo(ms: number): void {
    if (ms < this.#passedMs) throw new RangeError(`time does not go back: ${ms} is before ${this.#passedMs}`);
    this.#passedMs = ms;
    for (const sleeper of [...this.#sleepers].filter(({ untilMs }) => untilMs <= ms)) {
      this.#sleepers.delete(sleeper);
      sleeper.wake();
    }
    for (const entry of [...this.#looks]) {
      if (entry.lastMs + entry.everyMs > ms) continue;
      entry.lastMs = ms;
      entry.look();
    }
  }
}
