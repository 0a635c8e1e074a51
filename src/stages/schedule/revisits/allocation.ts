import type { RateCount } from '../../../model/page/page-state.ts';
import { rateOfClass } from './rate-classes.ts';

/** What the visits are spent for: a short delay from a change to the visit that sees it, or a large share of fresh pages. */
export type Objective = 'delay' | 'freshness';

/** Re-visits per day, at most. */
export interface VisitBudgets {
  readonly perHost: number;
  readonly total: number;
}

/** The visits of a page per ms. */
export type Allocation = (host: string, ratePerMs: number) => number;

const dayMs = 86_400_000;
/** Halvings of the range in which a price is searched: to 1 part in 10^16. */
const halvings = 60;

/** What a visit must gain: the Lagrange multiplier of the budget. */
type Price = number;
/** Pages by rate, in changes per ms. */
type Group = readonly [rate: number, pages: number];

/**
 * Distributes a day's visits over pages with known rates, by hosts. A host beyond its own budget gets that budget; the other visits are shared by all other hosts at one price.
 * There is at most one visit per expected change, whatever the budgets: more visits would press the hosts for little.
 * - `delay`: changes see mean delays of half the gap between visits; the sum over all changes is least for visits in proportion to the square root of the rate.
 * - `freshness`: the optimum of Cho and Garcia-Molina, "Effective page refresh policies for web crawlers" (2003): equal gains of freshness per further visit. A page that
 *   changes too fast gets no visit.
 */
export function allocateVisits(counts: Iterable<RateCount>, budgets: VisitBudgets, objective: Objective): Allocation {
  const visitsAt = objective === 'delay' ? visitsForDelay : visitsForFreshness;
  const hosts = groupsByHost(counts);
  const prices = new Map<string, Price>();
  const changes = [...hosts.values()].flat().reduce((sum, [rate, pages]) => sum + rate * pages, 0);
  let left = Math.min(budgets.total / dayMs, changes);
  let shared = new Map(hosts);
  for (;;) {
    const price = priceOf(merged(shared.values()), left, visitsAt);
    const beyond = [...shared].filter(([, groups]) => sumAt(groups, price, visitsAt) > budgets.perHost / dayMs);
    if (beyond.length === 0 || shared.size === 0) return (host, rate) => visitsAt(rate, prices.get(host) ?? price);
    for (const [host, groups] of beyond) {
      prices.set(host, priceOf(groups, budgets.perHost / dayMs, visitsAt));
      left -= budgets.perHost / dayMs;
    }
    shared = new Map([...shared].filter(([host]) => !prices.has(host)));
  }
}

function groupsByHost(counts: Iterable<RateCount>): Map<string, Group[]> {
  const hosts = new Map<string, Map<number, number>>();
  for (const { host, rateClass, pages } of counts) {
    const classes = hosts.get(host) ?? new Map<number, number>();
    classes.set(rateClass, (classes.get(rateClass) ?? 0) + pages);
    hosts.set(host, classes);
  }
  return new Map([...hosts].map(([host, classes]) => [host, [...classes].map(([at, n]) => [rateOfClass(at), n])]));
}

function merged(hosts: Iterable<readonly Group[]>): Group[] {
  const pagesByRate = new Map<number, number>();
  for (const groups of hosts)
    for (const [rate, pages] of groups) pagesByRate.set(rate, (pagesByRate.get(rate) ?? 0) + pages);
  return [...pagesByRate];
}

type VisitsAt = (rate: number, price: Price) => number;

const sumAt = (groups: readonly Group[], price: Price, visitsAt: VisitsAt): number =>
  groups.reduce((sum, [rate, pages]) => sum + pages * visitsAt(rate, price), 0);

/** The price at which the groups get these visits per ms; without a page, that of one visit per change of a page with one change a day. */
function priceOf(groups: readonly Group[], visits: number, visitsAt: VisitsAt): Price {
  const counted = groups.reduce((sum, [, pages]) => sum + pages, 0) > 0 ? groups : [[1 / dayMs, 1] as const];
  const budget = counted === groups ? visits : 1 / dayMs;
  if (visitsAt === visitsForDelay) return (sumAt(counted, 1, visitsAt) / budget) ** 2;
  let [low, high] = [-60, 60]; // powers of e: every price that rates from 1/s to 1/century can have
  for (let step = 0; step < halvings; step += 1) {
    const middle = (low + high) / 2;
    if (sumAt(counted, Math.exp(middle), visitsAt) > budget) low = middle;
    else high = middle;
  }
  return Math.exp(high);
}

/** One more visit of a page saves rate / (2 visits^2) of delay. */
const visitsForDelay: VisitsAt = (rate, price) => Math.sqrt(rate / price);

/** One more visit gains (1 - (1 + r) exp(-r)) / rate of freshness, where r is the number of changes per visit: solved for r. */
const visitsForFreshness: VisitsAt = (rate, price) => {
  const gain = price * rate;
  if (gain >= 1) return 0;
  let r = gain < 0.26 ? Math.sqrt(2 * gain) : -Math.log1p(-gain) + 1; // 0.26: the value at r = 1
  for (let step = 0; step < 30; step += 1) {
    const error = 1 - (1 + r) * Math.exp(-r) - gain;
    const next = Math.max(r / 4, r - error / (r * Math.exp(-r)));
    if (Math.abs(next - r) < 1e-9 * r) break;
    r = next;
  }
  return rate / r;
};
