const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Limits of the age classes, ms: news changes most in its first hours. The last class has no limit. */
const ageLimitsMs = [6 * hourMs, dayMs, 3 * dayMs, 7 * dayMs, 14 * dayMs];
/** The age classes, youngest first, with the age in their middle, ms. Of the last one this is twice its lower limit. */
export const ageClasses: readonly { readonly middleMs: number }[] = [0, ...ageLimitsMs].map((from, at) => ({
  middleMs: (from + (ageLimitsMs[at] ?? 3 * from)) / 2,
}));
/** Rate classes per factor of two: a class is 19 % wide to each side. */
const classesPerOctave = 2;
/** Rates outside are counted in the first or last class: from one change in three years to one in five seconds. */
const [lowest, highest] = [-20, 28];

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
