import type { FormatEvidence } from '../../../model/page/format-evidence.ts';
import type { Stored } from '../stored.ts';

export const formatEvidenceOf = (stored: Stored<FormatEvidence>): FormatEvidence => ({
  ...stored,
  comparisons: stored.comparisons.map((comparison) => ({ ...comparison, at: new Date(comparison.at) })),
  updatedAt: new Date(stored.updatedAt),
});
