import type { Reextraction } from '../../../model/wrapper/reextraction.ts';
import type { LayoutDrift, SiteBrief, SiteLearning, StoredCorrection } from '../../../model/wrapper/site-learning.ts';
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
  drift: driftOf(stored.drift),
  updatedAt: new Date(stored.updatedAt),
});

const driftOf = (stored: Stored<LayoutDrift> | null): LayoutDrift | null =>
  stored === null
    ? null
    : {
        ...stored,
        at: new Date(stored.at),
        since: new Date(stored.since),
        healedAt: dateOrNull(stored.healedAt),
      };

export function briefOf({ versions, samples, recent, ...brief }: SiteLearning): SiteBrief {
  return brief;
}

/** @param stored a brief, or the whole record of a store without briefs */
export const siteBriefOf = (stored: Stored<SiteBrief>): SiteBrief => ({
  site: stored.site,
  live: stored.live,
  isPinned: stored.isPinned,
  nextVersion: stored.nextVersion,
  pagesSince: stored.pagesSince,
  learnAfter: stored.learnAfter,
  drifts: stored.drifts,
  ...(stored.teaching !== undefined && { teaching: stored.teaching }),
  drift: driftOf(stored.drift),
  updatedAt: new Date(stored.updatedAt),
});

export const correctionOf = (stored: Stored<StoredCorrection>): StoredCorrection => ({
  ...stored,
  at: new Date(stored.at),
});

export const reextractionOf = (stored: Stored<Reextraction>): Reextraction => ({
  ...stored,
  after: stored.after === null ? null : { id: stored.after.id, updatedAt: new Date(stored.after.updatedAt) },
  startedAt: new Date(stored.startedAt),
  finishedAt: dateOrNull(stored.finishedAt),
});
