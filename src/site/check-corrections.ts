import { thaw } from '../stages/snapshot/freeze.ts';
import { type PageFixture, readFixtures } from './fixture-file.ts';
import type { LearningPorts } from './learn-site.ts';
import { type ReadingScore, scoreReading } from './score-reading.ts';
import { liveText, liveWrapper } from './stored-site.ts';

/** How a corrected page is read today. */
export interface CheckedPage {
  readonly url: string;
  readonly site: string;
  /** The fixture's file; null: the correction is in the store. */
  readonly file: string | null;
  readonly score: ReadingScore;
  /** F1 that the body must have: of a fixture, as it was written; else, as without a wrapper. Null: the body is not corrected. */
  readonly floor: number | null;
  readonly hasFallen: boolean;
}

/** Loss of F1 that is no fall: a word more or less. */
const tolerance = 0.002;

/** Reads all corrected pages again with the live wrappers of their sites: fixtures in folders, then corrections of the store. @param sites empty: all */
export async function* checkCorrections(
  io: LearningPorts,
  { folders, sites }: { readonly folders: readonly string[]; readonly sites: readonly string[] },
): AsyncIterable<CheckedPage> {
  const isWanted = (site: string): boolean => sites.length === 0 || sites.includes(site);
  for (const folder of folders)
    for (const fixture of await readFixtures(folder))
      if (isWanted(fixture.snapshot.site)) yield await checkFixture(io, fixture);
  for (const learning of await io.store.wrappers.list()) {
    if (!isWanted(learning.site)) continue;
    const live = await liveText(io.store, learning);
    for (const { url, site, snapshot: hash, correction: expected } of await io.store.wrappers.corrections(
      learning.site,
    )) {
      const bytes = await io.store.blobs.get(hash);
      if (bytes === null) {
        io.log.warn('wrapper.page-left-out', { url, error: 'its snapshot is gone' });
        continue;
      }
      const snapshot = await thaw(bytes);
      const score = await scoreReading(io.reader, snapshot, { expected, learned: live });
      const without = live === null ? score : await scoreReading(io.reader, snapshot, { expected, learned: null });
      const lost = without.fields.filter((field) => score.wrong.includes(field));
      yield {
        url,
        site,
        file: null,
        score,
        floor: without.body,
        hasFallen: isBelow(score, without.body) || lost.length > 0,
      };
    }
  }
}

async function checkFixture(
  io: LearningPorts,
  { file, snapshot, expected, score: before }: PageFixture,
): Promise<CheckedPage> {
  const { site, url } = snapshot;
  const learned = await liveWrapper(io.store, site);
  const score = await scoreReading(io.reader, snapshot, { expected, learned });
  const floor = before === null ? (score.body === null ? null : 1) : before.body;
  const lost = before === null ? score.wrong : before.fields.filter((field) => score.wrong.includes(field));
  return { url, site, file, score, floor, hasFallen: isBelow(score, floor) || lost.length > 0 };
}

const isBelow = ({ body }: ReadingScore, floor: number | null): boolean =>
  body !== null && floor !== null && body < floor - tolerance;
