import type { RateTally } from '../../../model/page/page-state.ts';
import type { UrlFormat } from '../url-format.ts';
import { ageClasses, ageClassOf } from './rate-classes.ts';

/** The mean rate of changes of pages of one host and URL format while they age. */
export interface AgeRates {
  /** Changes per ms at an age. */
  readonly at: (ageMs: number) => number;
  /** Whether enough visits of such pages near this age were seen. */
  readonly isKnown: (ageMs: number) => boolean;
}

export type RatesByAge = (place: UrlFormat) => AgeRates;

/** The rate of pages of which nothing is known, changes per ms: one a day. */
export const usualRate = 1 / 86_400_000;
/** The wider group weighs as much as this number of changes in the group itself. */
const widerChanges = 5;
/** The usual rate weighs as much as this number of changes. */
const usualChanges = 0.5;
/** Visits of one age class from which on its rate counts as known. */
const knownVisits = 30;
/** Lowest rate, by the highest: what falls to nothing would never be corrected by a visit. */
const lowestShare = 1e-3;

/** Changes and the time in which they happened, of one age class. */
interface Rate {
  readonly changes: number;
  readonly observedMs: number;
}

/**
 * Rates by age from the visits of all pages: changes by time (the maximum likelihood of a Poisson process whose rate depends on the age), of the format's own pages; where
 * these have few changes, mixed with those of the host's other formats, of other hosts, and one change a day. Rates do not rise with age: where they seem to, neighbouring
 * classes share one rate (isotonic regression by pooling adjacent violators, Ayer et al. 1955). Between the middles of two classes, logarithms are interpolated.
 */
export function ratesByAge(tallies: Iterable<RateTally>): RatesByAge {
  const groups = new Map<string, RateTally[]>();
  for (const tally of tallies) {
    for (const key of keysOf(tally)) {
      const group = groups.get(key) ?? ageClasses.map((_, ageClass) => ({ ...nothing, ageClass }));
      groups.set(key, group);
      const sum = group[tally.ageClass];
      if (sum !== undefined) group[tally.ageClass] = added(sum, tally);
    }
  }
  const made = new Map<string, AgeRates>();
  return (place) => {
    const keys = keysOf(place);
    const [, , key] = keys;
    const rates = made.get(key) ?? ratesOf(keys.map((name) => groups.get(name)));
    made.set(key, rates);
    return rates;
  };
}

const nothing: RateTally = { host: '', format: '', ageClass: 0, changes: 0, observedMs: 0, visits: 0 };

const added = (sum: RateTally, { changes, observedMs, visits }: RateTally): RateTally => ({
  ...sum,
  changes: sum.changes + changes,
  observedMs: sum.observedMs + observedMs,
  visits: sum.visits + visits,
});

/** From the widest group to the narrowest. */
const keysOf = ({ host, format }: UrlFormat): [string, string, string] => ['', host, `${host} ${format}`];

/** @param groups tallies by age class, from the widest group to the narrowest */
function ratesOf(groups: readonly (readonly RateTally[] | undefined)[]): AgeRates {
  let rates: readonly Rate[] = ageClasses.map(() => ({ changes: usualChanges, observedMs: usualChanges / usualRate }));
  for (const [at, group] of groups.entries()) {
    if (group === undefined) continue;
    const weight = at === 0 ? usualChanges : widerChanges;
    rates = falling(group.map((tally, age) => mixed(tally, rates[age] ?? nothing, weight)));
  }
  const own = groups.at(-1);
  return {
    at: interpolated(rates.map(rateOf)),
    isKnown: (ageMs) => (own?.[ageClassOf(ageMs)]?.visits ?? 0) >= knownVisits,
  };
}

const mixed = ({ changes, observedMs }: Rate, wider: Rate, weight: number): Rate => ({
  changes: changes + weight,
  observedMs: observedMs + weight / rateOf(wider),
});

const rateOf = ({ changes, observedMs }: Rate): number => changes / observedMs;

function falling(rates: readonly Rate[]): Rate[] {
  const pools: (Rate & { readonly ages: number })[] = [];
  for (const rate of rates) {
    let pool = { ...rate, ages: 1 };
    for (let last = pools.at(-1); last !== undefined && rateOf(pool) > rateOf(last); last = pools.at(-1)) {
      pool = {
        changes: pool.changes + last.changes,
        observedMs: pool.observedMs + last.observedMs,
        ages: pool.ages + last.ages,
      };
      pools.pop();
    }
    pools.push(pool);
  }
  return pools.flatMap((pool) => Array.from({ length: pool.ages }, () => pool));
}

function interpolated(rates: readonly number[]): (ageMs: number) => number {
  const logs = rates.map((rate) => Math.log(Math.max(rate, lowestShare * Math.max(...rates))));
  return (ageMs) => {
    const next = ageClasses.findIndex(({ middleMs }) => ageMs < middleMs);
    const last = next === -1 ? logs.length - 1 : next;
    const [from, to] = [ageClasses[last - 1], ageClasses[last]];
    if (next === -1 || from === undefined || to === undefined) return Math.exp(logs[last] ?? 0);
    const share = (ageMs - from.middleMs) / (to.middleMs - from.middleMs);
    return Math.exp((1 - share) * (logs[last - 1] ?? 0) + share * (logs[last] ?? 0));
  };
}
