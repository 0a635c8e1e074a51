import type { Clock } from '../../src/ports.ts';

/** A clock that stands still. */
export const stoppedClock = (at: Date): Clock => ({ now: () => at, monotonicMs: () => 0 });

/** A clock that goes by itself, from `start` on, and that somebody sets now and then. */
export class SettableClock implements Clock {
  #ms: number;
  #passedMs = 0;

  constructor(start: Date) {
    this.#ms = start.getTime() - performance.now();
  }

  now(): Date {
    return new Date(this.#ms + this.monotonicMs());
  }

  monotonicMs(): number {
    return performance.now() + this.#passedMs;
  }

  /** More time goes by than has gone by itself. */
  pass(ms: number): void {
    this.#passedMs += ms;
  }

  /** Somebody sets the clock, forward or back. */
  step(ms: number): void {
    this.#ms += ms;
  }
}

/** A clock that goes only when it is told to. */
export class ManualClock implements Clock {
  #ms: number;
  #monotonicMs = 0;

  constructor(start: Date) {
    this.#ms = start.getTime();
  }

  now(): Date {
    return new Date(this.#ms);
  }

  monotonicMs(): number {
    return this.#monotonicMs;
  }

  /** Time goes by. */
  pass(ms: number): void {
    this.#ms += ms;
    this.#monotonicMs += ms;
  }

  /** Somebody sets the clock, forward or back: no time goes by. */
  step(ms: number): void {
    this.#ms += ms;
  }
}
