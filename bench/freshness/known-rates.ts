import { endOf, measuredFrom, type PageWorld, rateAt, simulatedDays, type WorldPage } from './page-world.ts';
import type { Visitor } from './visit-pages.ts';

/** Visits per day of a page with this rate, changes per day, where a visit must gain `price`. */
type VisitsAt = (rate: number, price: number) => number;

/** The least mean delay: visits in proportion to the square root of the rate. */
export const leastDelay: VisitsAt = (rate, price) => Math.sqrt(rate / price);

/** Changes per visit, by the gain (1 - (1 + r) exp(-r)) of a visit in parts of `gains`; found by bisection, not by the product's solution. */
const gains = 20_000;
const changesByGain = Float64Array.from({ length: gains }, (_, at) => {
  let [low, high] = [0, 60];
  for (let step = 0; step < 50; step += 1) {
    const r = (low + high) / 2;
    if (1 - (1 + r) * Math.exp(-r) < (at + 0.5) / gains) low = r;
    else high = r;
  }
  return high;
});

/** The most freshness: the same gain (1 - (1 + r) exp(-r)) / rate of each further visit, for r changes per visit. */
export const mostFreshness: VisitsAt = (rate, price) => {
  const gain = price * rate;
  if (gain >= 1) return 0;
  return rate / (gain < 0.01 ? Math.sqrt(2 * gain) : (changesByGain[Math.floor(gain * gains)] ?? 60));
};

/** Step of the sums over time, days. */
const step = 1 / 24;

/** The optimum with known rates, at this number of visits per day over the measured days. */
export function knownRates(
  visitsAt: VisitsAt,
  world: PageWorld,
  pages: readonly WorldPage[],
  visitsPerDay: number,
): Visitor {
  const price = priceFor(visitsAt, world, pages, visitsPerDay);
  const frequency = (page: WorldPage, at: number): number => visitsAt(rateAt(world, page, at), price);
  const isSteady = world.halfLife === null && !world.hasNights;
  const steady = isSteady ? pages.map((page) => 1 / frequency(page, 0)) : null;
  const next = (id: number, at: number): number => {
    const gap = steady?.[id];
    if (gap !== undefined) return at + gap;
    const page = pages[id];
    return page === undefined ? simulatedDays : dueTime((time) => frequency(page, time), at, endOf(world, page));
  };
  return { first: next, later: next };
}

/** The time at which the visits sum up to one. A page is visited once more when it stops to count. */
function dueTime(frequency: (at: number) => number, from: number, end: number): number {
  let left = 1;
  for (let at = from; at < end; at += step) {
    const visits = frequency(at) * step;
    if (visits >= left) return at + (step * left) / visits;
    left -= visits;
  }
  return from < end ? end : simulatedDays;
}

/** Pages whose visits are summed up to find a price, at most. */
const sampled = 2_000;

function priceFor(visitsAt: VisitsAt, world: PageWorld, pages: readonly WorldPage[], visitsPerDay: number): number {
  const isSteady = world.halfLife === null && !world.hasNights;
  const every = isSteady ? 1 : Math.ceil(pages.length / sampled);
  const sample = pages.filter((_, at) => at % every === 0);
  const pace = isSteady ? simulatedDays - measuredFrom : 4 * step;
  const rates = sample.flatMap((page) => {
    const begin = Math.max(measuredFrom, page.discovered);
    const count = Math.max(0, Math.floor((endOf(world, page) - begin) / pace));
    return Array.from({ length: count }, (_, at) => rateAt(world, page, begin + at * pace));
  });
  const target = (visitsPerDay * (simulatedDays - measuredFrom)) / every / pace;
  let [low, high] = [-30, 30];
  for (let halving = 0; halving < 40; halving += 1) {
    const middle = (low + high) / 2;
    const sum = rates.reduce((total, rate) => total + visitsAt(rate, Math.exp(middle)), 0);
    if (sum > target) low = middle;
    else high = middle;
  }
  return Math.exp(high);
}
