import type { PageState, RateBelief } from '../../../model/page/page-state.ts';

/** One visit of a page as evidence about its rate of changes. */
export interface ChangeEvidence {
  /** Time since the visit before, ms. */
  readonly gapMs: number;
  readonly changed: boolean;
  /** Age of the page at the visit before, ms. */
  readonly ageMs: number;
}

/** Shape of the belief about a page that was never re-visited. Less than 1: rates differ widely within a format, so that one change counts twice as much as the prior. */
export const priorShape = 0.5;
/** The rate of pages of which nothing is known, changes per ms: one a day. */
export const usualRate = 1 / 86_400_000;

/** The mean of a belief: changes per ms. */
export const meanRate = ({ shape, exposureMs }: RateBelief): number => shape / exposureMs;

/** The belief about a page with this rate that was never re-visited. @param ratePerMs changes per ms, more than 0 */
export const priorBelief = (ratePerMs: number): RateBelief => ({
  shape: priorShape,
  exposureMs: priorShape / ratePerMs,
});

/**
 * The belief after a visit, without the bias of changes / time (Cho and Garcia-Molina, "Estimating frequency of change", 2003): a visit shows only whether the page changed since the one before, not how often: for "unchanged" the posterior of a Gamma
 * distribution is exact; for "changed" (probability 1 - exp(-rate x gap)) it is the Gamma distribution with the posterior's mean and variance.
 */
export function beliefAfter(belief: RateBelief, { gapMs, changed, ageMs }: ChangeEvidence): RateBelief {
  const gap = Math.max(1, gapMs);
  const { shape, exposureMs } = faded(belief, gap, ageMs);
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
 * Evidence loses weight as the page ages, since the rate of news decays: what was seen by the age of a day counts half at the age of two days. The mean stays, and never less
 * is known than about a new page.
 */
function faded(belief: RateBelief, gapMs: number, ageMs: number): RateBelief {
  const share = ageMs / (ageMs + gapMs);
  const shape = Math.max(belief.shape * share, Math.min(belief.shape, priorShape));
  return { shape, exposureMs: (belief.exposureMs * shape) / belief.shape };
}

/** The belief about a page whose state an older version stored: it counted changes and time only. */
export const beliefOf = (
  { rate, changes, observedMs }: Pick<PageState, 'rate' | 'changes' | 'observedMs'>,
  prior: RateBelief,
): RateBelief => rate ?? { shape: prior.shape + changes - 1, exposureMs: prior.exposureMs + observedMs };
