import { type Correction, correctsData } from '../model/wrapper/correction.ts';
import type { DataPageToLearn, PageProfile } from '../model/wrapper/page-profile.ts';
import type { LearningSample, SiteLearning, StoredCorrection } from '../model/wrapper/site-learning.ts';
import type { JudgedWrapper } from '../model/wrapper/wrapper-verdict.ts';
import type { Reader, WrapperText } from '../ports.ts';
import type { StorePorts } from '../services.ts';
import { readStored } from './stored-site.ts';

export interface LearningPorts extends StorePorts {
  readonly reader: Reader;
}

/** What was learned of a site, and from how many pages. */
export interface LearnedSite {
  readonly judged: JudgedWrapper | null;
  readonly profiles: readonly PageProfile[];
}

/** Learns a site's wrapper from its stored snapshots and its corrected pages. A snapshot that is gone, or that can't be read, is left out, and logged. @param live null: none is in use */
export async function learnSite(
  io: LearningPorts,
  learning: SiteLearning,
  live: WrapperText | null,
): Promise<LearnedSite> {
  const corrections = await io.store.wrappers.corrections(learning.site);
  const profiles = await profilePages(io, learning, corrections);
  const dataPages = await dataPagesOf(io, learning, corrections);
  return { judged: await io.reader.learn({ site: learning.site, profiles, live, dataPages }), profiles };
}

/** Profiles of the site's samples and corrected pages, one after the other: pages of the crawl come first. */
export async function profilePages(
  io: LearningPorts,
  { samples, drift }: SiteLearning,
  corrections: readonly StoredCorrection[],
): Promise<PageProfile[]> {
  const corrected = new Set(corrections.map(({ url }) => url));
  const pages = [
    ...corrections.map(({ url, snapshot, correction }) => ({ url, snapshot, correction })),
    ...samples
      .filter(({ url, isData }) => isData !== true && !corrected.has(url))
      .map(({ url, snapshot }) => ({ url, snapshot, correction: null })),
  ];
  const profiles: PageProfile[] = [];
  for (const page of pages) {
    const profile = await readStored(io, page, async (snapshot) =>
      drift !== null && snapshot.takenAt < drift.since
        ? null // of the former layout
        : await io.reader.profile({ id: page.url, snapshot, correction: page.correction, hasAddress: true }),
    );
    if (profile !== null) profiles.push(profile);
  }
  return profiles;
}

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
  const add = async (page: LearningSample | StoredCorrection, correction: Correction | null) => {
    const snapshot = await readStored(io, page, async (stored) => stored);
    if (snapshot !== null && (drift === null || snapshot.takenAt >= drift.since)) pages.push({ snapshot, correction });
  };
  for (const page of corrected) await add(page, page.correction);
  if (pages.length === 0) return []; // all are of the former layout
  for (const page of others) await add(page, null);
  return pages;
}
