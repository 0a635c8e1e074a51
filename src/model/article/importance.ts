import type { TopicScore } from '../topic/topic.ts';

/** What orders pages, beside the page itself. */
export interface ImportanceScale {
  /** m1, between 0 and 1; m2 is the rest. */
  readonly relevanceShare: number;
  /** Cmax: the largest number of pages that point to any one address. */
  readonly mostInLinks: number;
}

/** p(u) = m1 * cos + m2 * Hub(u), with Hub(u) = CL(u) / Cmax: 0 to 1, higher is more important. */
export function importance(
  { relevance, inLinks }: { readonly relevance: number; readonly inLinks: number },
  { relevanceShare, mostInLinks }: ImportanceScale,
): number {
  const hub = mostInLinks > 0 ? clampUnit(inLinks / mostInLinks) : 0;
  return relevanceShare * clampUnit(relevance) + (1 - relevanceShare) * hub;
}

/** cos of an article: how well it meets the topic that it meets best; 0 without topics. */
export const bestScore = (topics: readonly Pick<TopicScore, 'score'>[]): number =>
  topics.reduce((best, { score }) => Math.max(best, clampUnit(score)), 0);

const clampUnit = (value: number): number => Math.min(1, Math.max(0, value));
