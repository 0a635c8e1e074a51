import { type Correction, correctsData } from '../../model/wrapper/correction.ts';
import type { DataPageToLearn } from '../../model/wrapper/page-profile.ts';
import type { LearningSample, SiteLearning, StoredCorrection } from '../../model/wrapper/site-learning.ts';
import type { StorePorts } from '../ports.ts';
import { readStored } from './stored-page.ts';

/** Pages without a correction on which learned places are tried. */
const maxOthers = 8;

/** The pages that own data are learned from: those whose correction has some, and the newest others. Empty: no correction has any. */
export async function dataPagesOf(
  io: StorePorts,
  { samples, drift }: SiteLearning,
  corrections: readonly StoredCorrection[],
): Promise<DataPageToLearn[]> {
  const corrected = corrections.filter(({ correction }) => correctsData(correction));
  if (corrected.length === 0) return [];
  const urls = new Set(corrections.map(({ url }) => url));
  const others = samples.filter(({ url }) => !urls.has(url)).slice(-maxOthers);
  const pages: DataPageToLearn[] = [];
  const add = async (page: Pick<LearningSample, 'url' | 'snapshot'>, correction: Correction | null) => {
    const snapshot = await readStored(io, page, async (stored) => stored);
    if (snapshot !== null && (drift === null || snapshot.takenAt >= drift.since)) pages.push({ snapshot, correction });
  };
  for (const page of corrected) await add(page, page.correction);
  if (pages.length === 0) return []; // all are of the former layout
  for (const page of others) await add(page, null);
  return pages;
}
