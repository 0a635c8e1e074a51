import type { FormatEvidence } from '../../../model/page/format-evidence.ts';
import type { LearnedApi } from '../../../model/page/page-api.ts';
import type { Stored, StoredTime } from '../stored.ts';

export const formatEvidenceOf = ({ api, list, ...stored }: Stored<FormatEvidence>): FormatEvidence => ({
  ...stored,
  ...(api === undefined ? {} : { api: learnedOf(api) }),
  ...(list === undefined ? {} : { list: learnedOf(list) }),
  comparisons: stored.comparisons.map((comparison) => ({ ...comparison, at: new Date(comparison.at) })),
  updatedAt: new Date(stored.updatedAt),
});

const learnedOf = <Sample, Api>(
  learned: (Omit<LearnedApi<Sample, Api>, 'decidedAt'> & { readonly decidedAt: StoredTime }) | null,
): LearnedApi<Sample, Api> | null => (learned === null ? null : { ...learned, decidedAt: new Date(learned.decidedAt) });
