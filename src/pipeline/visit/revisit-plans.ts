import { allocate } from '../../stages/schedule/revisits/allocation.ts';
import { priorsOf } from '../../stages/schedule/revisits/rate-classes.ts';
import type { RevisitPlan } from '../../stages/schedule/revisits/revisit.ts';
import type { Store } from '../../storage/port.ts';
import type { CrawlPorts, Settings } from '../ports.ts';

/** A plan is made anew after this time, ms: within it, the rates of a host's pages hardly change, and counting a million pages takes a fifth of a second. */
const validMs = 10 * 60_000;
const dayMs = 86_400_000;

export type RevisitSettings = Settings<
  'revisitPolicy' | 'revisitAfterMs' | 'revisitDays' | 'revisitsPerHost' | 'revisitsPerDay'
>;

/** The plan of a run's re-visits: made of the rates of all pages in the store, and of the configured budgets. */
export class RevisitPlans {
  readonly #io: Pick<CrawlPorts, 'store' | 'clock'> & RevisitSettings;
  #plan: Promise<RevisitPlan> | null = null;
  #madeAtMs = 0;

  constructor(io: Pick<CrawlPorts, 'store' | 'clock'> & RevisitSettings) {
    this.#io = io;
  }

  /** The plan of now: the same one for ten minutes. */
  plan(): Promise<RevisitPlan> {
    const nowMs = this.#io.clock.monotonicMs();
    if (this.#plan !== null && nowMs - this.#madeAtMs < validMs) return this.#plan;
    const plan = revisitPlan(this.#io.store, this.#io.config);
    this.#madeAtMs = nowMs;
    this.#plan = plan;
    plan.catch(() => {
      if (this.#plan === plan) this.#plan = null; // its visit fails with the store's error; the next one reads again
    });
    return plan;
  }
}

/** Makes the plan of this moment. */
export async function revisitPlan(
  store: Pick<Store, 'pages'>,
  config: RevisitSettings['config'],
): Promise<RevisitPlan> {
  const counts = await store.pages.rateCounts();
  const budgets = { perHost: orUnlimited(config.revisitsPerHost), total: orUnlimited(config.revisitsPerDay) };
  return {
    policy: config.revisitPolicy,
    initialMs: config.revisitAfterMs,
    priors: priorsOf(counts),
    allocation: allocate(counts, budgets, config.revisitPolicy === 'freshness' ? 'freshness' : 'delay'),
    settledAfterMs: orUnlimited(config.revisitDays) * dayMs,
  };
}

/** 0 means: no limit. */
const orUnlimited = (limit: number): number => (limit === 0 ? Number.POSITIVE_INFINITY : limit);
