import type { Clock } from '../../ports.ts';

/** A plan is made anew after this time, ms: within it, learned rates hardly change, and counting a million pages takes up to a second. */
const validMs = 10 * 60_000;

/** A plan of a run that is made of all records in the store: the same one for ten minutes. */
export class TimedPlan<Plan> {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #make: () => Promise<Plan>;
  #plan: Promise<Plan> | null = null;
  #madeAtMs = 0;

  constructor(clock: Pick<Clock, 'monotonicMs'>, make: () => Promise<Plan>) {
    this.#clock = clock;
    this.#make = make;
  }

  /** The plan of now. @throws what reading the store throws; the next call reads again */
  now(): Promise<Plan> {
    const nowMs = this.#clock.monotonicMs();
    if (this.#plan !== null && nowMs - this.#madeAtMs < validMs) return this.#plan;
    const plan = this.#make();
    this.#madeAtMs = nowMs;
    this.#plan = plan;
    plan.catch(() => {
      if (this.#plan === plan) this.#plan = null; // who awaits it gets the error
    });
    return plan;
  }
}
