import { ratesByAge } from '../../stages/schedule/revisits/age-rates.ts';
import { allocate } from '../../stages/schedule/revisits/allocation.ts';
import type { RevisitPlan } from '../../stages/schedule/revisits/revisit.ts';
import type { Store } from '../../storage/port.ts';
import type { Settings } from '../ports.ts';

const dayMs = 86_400_000;

export type RevisitSettings = Settings<
  'revisitPolicy' | 'revisitAfterMs' | 'revisitDays' | 'revisitsPerHost' | 'revisitsPerDay'
>;

/** The plan of re-visits at this moment: made of the rates of all pages in the store, of what visits showed at each age, and of the configured budgets. */
export async function revisitPlan(
  store: Pick<Store, 'pages'>,
  config: RevisitSettings['config'],
): Promise<RevisitPlan> {
  const counts = await store.pages.rateCounts();
  const budgets = { perHost: orUnlimited(config.revisitsPerHost), total: orUnlimited(config.revisitsPerDay) };
  return {
    policy: config.revisitPolicy,
    initialMs: config.revisitAfterMs,
    ratesByAge: ratesByAge(await store.pages.rateTallies()),
    allocation: allocate(counts, budgets, config.revisitPolicy === 'freshness' ? 'freshness' : 'delay'),
    settledAfterMs: orUnlimited(config.revisitDays) * dayMs,
  };
}

/** 0 means: no limit. */
const orUnlimited = (limit: number): number => (limit === 0 ? Number.POSITIVE_INFINITY : limit);
