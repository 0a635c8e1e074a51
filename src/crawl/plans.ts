import type { Clock } from '../ports.ts';
import type { Config } from '../settings/config.ts';
import { ratesByAge } from '../stages/schedule/revisits/age-rates.ts';
import { allocateVisits } from '../stages/schedule/revisits/allocation.ts';
import type { RevisitPlan } from '../stages/schedule/revisits/revisit.ts';
import type { Store } from '../storage/port.ts';

// Plans of a run that are made of all records in the store.

/** A plan is made anew after this time, ms: within it, learned rates hardly change, and counting a million pages takes up to a second. */
const validMs = 10 * 60_000;

/** A plan of a run that is made of all records in the store: the same one for ten minutes. */
export class TimedPlan<Plan> {
  readonly #clock: Clock;
  readonly #make: () => Promise<Plan>;
  #plan: Promise<Plan> | null = null;
  #madeAtMs = 0;

  constructor(clock: Clock, make: () => Promise<Plan>) {
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

const dayMs = 86_400_000;

/** The plan of re-visits at this moment: made of the rates of all pages in the store, of what visits showed at each age, and of the configured budgets. */
export async function revisitPlan(store: Store, config: Config): Promise<RevisitPlan> {
  const counts = await store.pages.rateCounts();
  const budgets = { perHost: orUnlimited(config.revisitsPerHost), total: orUnlimited(config.revisitsPerDay) };
  return {
    policy: config.revisitPolicy,
    initialMs: config.revisitAfterMs,
    ratesByAge: ratesByAge(await store.pages.rateTallies()),
    allocation: allocateVisits(counts, budgets, config.revisitPolicy === 'freshness' ? 'freshness' : 'delay'),
    settledAfterMs: orUnlimited(config.revisitDays) * dayMs,
  };
}

/** 0 means: no limit. */
const orUnlimited = (limit: number): number => (limit === 0 ? Number.POSITIVE_INFINITY : limit);
