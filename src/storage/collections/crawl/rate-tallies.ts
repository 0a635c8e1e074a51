import { type RateEvidence, type RateTally, rateTallySchema } from '../../../model/page/page-state.ts';
import { collection } from '../../collection.ts';

/** What visits showed about the rates of changes, by host, URL format and age. */
export const rateTallies = collection({
  name: 'rateTallies',
  schema: rateTallySchema,
  key: ['host', 'format', 'ageClass'],
  columns: ['changes', 'observedMs', 'visits'],
});

/** What the tallies of an age keep with each further visit: they are mostly of the last thousand. */
const tallyMemory = 0.999;

/** Names a tally. */
export const tallyKey = ({ host, format, ageClass }: Omit<RateEvidence, 'changes' | 'observedMs'>) =>
  [host, format, ageClass] as const;

/** The tally with the evidence of one more visit. */
export const addEvidence = (tally: RateTally | null, { changes, observedMs, ...place }: RateEvidence): RateTally => ({
  ...place,
  changes: tallyMemory * (tally?.changes ?? 0) + changes,
  observedMs: tallyMemory * (tally?.observedMs ?? 0) + observedMs,
  visits: tallyMemory * (tally?.visits ?? 0) + 1,
});
