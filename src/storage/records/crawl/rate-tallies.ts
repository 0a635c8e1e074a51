import type { RateEvidence, RateTally } from '../../../model/page/page-state.ts';

/** What the tallies of an age keep with each further visit: they are mostly of the last thousand. */
export const tallyMemory = 0.999;

/** Names a tally in a store. */
export const tallyKey = ({ host, format, ageClass }: Omit<RateEvidence, 'changes' | 'observedMs'>): string =>
  `${host} ${format} ${ageClass}`;

/** The tally with the evidence of one more visit. Stores do the same in one step. */
export const addEvidence = (
  tally: RateTally | undefined,
  { changes, observedMs, ...place }: RateEvidence,
): RateTally => ({
  ...place,
  changes: tallyMemory * (tally?.changes ?? 0) + changes,
  observedMs: tallyMemory * (tally?.observedMs ?? 0) + observedMs,
  visits: tallyMemory * (tally?.visits ?? 0) + 1,
});
