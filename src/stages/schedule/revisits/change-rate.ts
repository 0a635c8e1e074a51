import type { PageState, RateBelief } from '../../../model/page/page-state.ts';

/** One visit of a page as evidence about its rate of changes. */
export interface ChangeEvidence {
  /** Time since the visit before, ms. */
  readonly gapMs: number;
  readonly changed: boolean;
  /** Age of the page at the visit before, ms. */
  readonly ageMs: number;
  /** Mean rate of such pages at an age, at any scale. */
  readonly rateAt: (ageMs: number) => number;
}

/** Shape of the belief about a page that was never re-visited. Less than 1: rates differ widely within a format, so that one change counts twice as much as the prior. */
export const priorShape = 0.5;
/** The mean of a belief: changes per ms. */
export const meanRate = ({ shape, exposureMs }: RateBelief): number => shape / exposureMs;

/** The belief about a page with this rate that was never re-visited. @param ratePerMs changes per ms, more than 0 */
export const priorBelief = (ratePerMs: number): RateBelief => ({
  shape: priorShape,
  exposureMs: priorShape / ratePerMs,
});

/**
 * The belief after a visit about the rate at that visit, without the bias of changes / time (Cho and Garcia-Molina, "Estimating frequency of change", 2003). A visit shows only
 * whether the page changed since the one before, not how often: for "unchanged" the posterior of a Gamma distribution is exact; for "changed" (probability
 * 1 - exp(-rate x gap)) it is the Gamma distribution with the posterior's mean and variance.
 * The rate is believed to fall with age as that of other such pages does: proportional hazards with a Gamma frailty (Vaupel et al. 1979).
 */
export function beliefAfter(belief: RateBelief, evidence: ChangeEvidence): RateBelief {
  const { gapMs, ageMs, rateAt, changed } = evidence;
  const gap = Math.max(1, gapMs);
  const then = rateAt(ageMs);
  const expected = sumOf(slicesOf({ ...evidence, gapMs: gap }).map(({ weight }) => weight)) / then;
  const { shape, exposureMs } = updated(faded(belief, gap, ageMs), expected, changed);
  return { shape, exposureMs: (exposureMs * then) / rateAt(ageMs + gap) };
}

/** The time and the expected number of changes that a visit shows, by age. @param belief at the visit before */
export function changesByAge(
  belief: RateBelief,
  evidence: ChangeEvidence,
): { ageMs: number; changes: number; observedMs: number }[] {
  const { gapMs, ageMs, rateAt, changed } = evidence;
  const slices = slicesOf(evidence);
  const sum = sumOf(slices.map(({ weight }) => weight));
  const expected = sum / rateAt(ageMs);
  const { shape, exposureMs } = belief;
  // the mean of a count that is not 0
  const changes = changed
    ? ((shape / exposureMs) * expected) / -Math.expm1(-shape * Math.log1p(expected / exposureMs))
    : 0;
  return slices.map(({ at, weight }) => ({
    ageMs: at,
    changes: (changes * weight) / sum,
    observedMs: gapMs / slices.length,
  }));
}

/** Equal parts of a gap, by which a rate that falls is summed up. */
const slices = 16;

/** The ages in the middle of the parts of a gap, each with the part's length times the rate there. */
const slicesOf = ({ gapMs, ageMs, rateAt }: ChangeEvidence): { readonly at: number; readonly weight: number }[] =>
  Array.from({ length: slices }, (_, slice) => {
    const at = ageMs + ((slice + 0.5) / slices) * gapMs;
    return { at, weight: (gapMs / slices) * rateAt(at) };
  });

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** @param gap time at the rate of the visit before, ms */
function updated({ shape, exposureMs }: RateBelief, gap: number, changed: boolean): RateBelief {
  if (!changed) return { shape, exposureMs: exposureMs + gap };
  const step = Math.log1p(gap / exposureMs);
  /** 1 - (exposure / (exposure + gap)) ^ power */
  const share = (power: number): number => -Math.expm1(-power * step);
  const mean = ((shape / exposureMs) * share(shape + 1)) / share(shape);
  const square = ((shape * (shape + 1)) / exposureMs ** 2) * (share(shape + 2) / share(shape));
  const variance = square - mean ** 2;
  return { shape: mean ** 2 / variance, exposureMs: mean / variance };
}

/**
 * Evidence loses weight as the page ages, since pages age differently: what was seen by the age of a day counts half at the age of two days. The mean stays, and never less
 * is known than about a new page.
 */
function faded(belief: RateBelief, gapMs: number, ageMs: number): RateBelief {
  const share = ageMs / (ageMs + gapMs);
  const shape = Math.max(belief.shape * share, Math.min(belief.shape, priorShape));
  return { shape, exposureMs: (belief.exposureMs * shape) / belief.shape };
}

/** The belief about a page whose state an older version stored: it counted changes and time only. */
export const beliefOf = ({ rate, changes, observedMs }: PageState, prior: RateBelief): RateBelief =>
  rate ?? { shape: prior.shape + changes - 1, exposureMs: prior.exposureMs + observedMs };
