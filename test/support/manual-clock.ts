import type { Clock } from '../../src/ports.ts';

/** A clock that goes only when it is told to. */
export class ManualClock implements Clock {
  #ms: number;

  constructor(start: Date) {
    this.#ms = start.getTime();
  }

  now(): Date {
    return new Date(this.#ms);
  }

  pass(ms: number): void {
    this.#ms += ms;
  }
}
