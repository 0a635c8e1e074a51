import type { SiteLearning, StoredCorrection } from '../../../model/wrapper/site-learning.ts';
import { dateOrNull, type Stored } from '../stored.ts';

export const siteLearningOf = (stored: Stored<SiteLearning>): SiteLearning => ({
  ...stored,
  versions: stored.versions.map((version) => ({
    ...version,
    learnedAt: new Date(version.learnedAt),
    validFrom: dateOrNull(version.validFrom),
    validUntil: dateOrNull(version.validUntil),
  })),
  samples: stored.samples.map((sample) => ({ ...sample, at: new Date(sample.at) })),
  drift:
    stored.drift === null
      ? null
      : {
          ...stored.drift,
          at: new Date(stored.drift.at),
          since: new Date(stored.drift.since),
          healedAt: dateOrNull(stored.drift.healedAt),
        },
  updatedAt: new Date(stored.updatedAt),
});

export const correctionOf = (stored: Stored<StoredCorrection>): StoredCorrection => ({
  ...stored,
  at: new Date(stored.at),
});
