import type { TopicScore } from '../topic/topic.ts';

/** Parameters of `importance` that are the same for all pages. */
export interface ImportanceScale {
  /** m1 in the formula below, 0 to 1; m2 is 1 - m1. */
  readonly relevanceShare: number;
  /** Cmax: the largest number of pages that link to one address. */
  readonly maxInLinks: number;
}

/** p(u) = m1 * cos + m2 * Hub(u), with Hub(u) = CL(u) / Cmax: 0 to 1, higher is more important. */
export function importance(
  { relevance, inLinks }: { readonly relevance: number; readonly inLinks: number },
  { relevanceShare, maxInLinks }: ImportanceScale,
): number {
  const hub = maxInLinks > 0 ? clampUnit(inLinks / maxInLinks) : 0;
  return relevanceShare * clampUnit(relevance) + (1 - relevanceShare) * hub;
}

/** The highest topic score of an article, 0 to 1 (cos in `importance`); 0 without topics. */
export const bestScore = (topics: readonly Pick<TopicScore, 'score'>[]): number =>
  topics.reduce((best, { score }) => Math.max(best, clampUnit(score)), 0);

const clampUnit = (value: number): number => Math.min(1, Math.max(0, value));
