import type { RateClass, RateCount } from '../../../model/page/page-state.ts';
import { priorBelief, usualRate } from './change-rate.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Limits of the age classes, ms: news changes most in its first hours. The last class has no limit. */
const ageLimitsMs = [6 * hourMs, dayMs, 3 * dayMs, 7 * dayMs, 14 * dayMs];
/** Rate classes per factor of two: a class is 19 % wide to each side. */
const classesPerOctave = 2;
/** Rates outside are counted in the first or last class: from one change in three years to one in five seconds. */
const [lowest, highest] = [-20, 28];
/** Pages of the wider group that weigh as much as the pages of the format itself. */
const widerPages = 5;

/** The class of an age. @param ageMs ms */
export const ageClassOf = (ageMs: number): number => {
  const at = ageLimitsMs.findIndex((limit) => ageMs < limit);
  return at === -1 ? ageLimitsMs.length : at;
};

/** The class of a rate, so that the pages of a host can be counted by it. @param ratePerMs changes per ms */
export const rateClassOf = (ratePerMs: number): number =>
  Math.round(Math.min(highest, Math.max(lowest, classesPerOctave * Math.log2(ratePerMs * dayMs))));

/** The rate in the middle of a class, changes per ms. */
export const rateOfClass = (rateClass: number): number => 2 ** (rateClass / classesPerOctave) / dayMs;

/** The belief about a new page. */
export type Priors = (place: Pick<RateClass, 'host' | 'format' | 'ageClass'>) => ReturnType<typeof priorBelief>;

interface Group {
  pages: number;
  rates: number;
}

/**
 * Priors from the pages that are known: the mean rate of the pages of the same host, URL format and age class; where these are few, mixed with the mean of the host's other
 * formats, that of other hosts, and one change a day.
 */
export function priorsOf(counts: Iterable<RateCount>): Priors {
  const groups = new Map<string, Group>();
  for (const count of counts) {
    for (const key of keysOf(count)) {
      const group = groups.get(key) ?? { pages: 0, rates: 0 };
      group.pages += count.pages;
      group.rates += count.pages * rateOfClass(count.rateClass);
      groups.set(key, group);
    }
  }
  return (place) =>
    priorBelief(
      keysOf(place).reduce((wider, key) => {
        const group = groups.get(key);
        return group === undefined ? wider : (group.rates + widerPages * wider) / (group.pages + widerPages);
      }, usualRate),
    );
}

/** From the widest group to the narrowest. */
const keysOf = ({ host, format, ageClass }: Pick<RateClass, 'host' | 'format' | 'ageClass'>): string[] => [
  `${ageClass}`,
  `${ageClass} ${host}`,
  `${ageClass} ${host} ${format}`,
];
