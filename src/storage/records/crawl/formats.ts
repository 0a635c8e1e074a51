import type { FormatEvidence } from '../../../model/page/format-evidence.ts';
import type { Stored } from '../stored.ts';

export const formatEvidenceOf = ({ api, ...stored }: Stored<FormatEvidence>): FormatEvidence => ({
  ...stored,
  ...(api === undefined ? {} : { api: api === null ? null : { ...api, decidedAt: new Date(api.decidedAt) } }),
  comparisons: stored.comparisons.map((comparison) => ({ ...comparison, at: new Date(comparison.at) })),
  updatedAt: new Date(stored.updatedAt),
});
