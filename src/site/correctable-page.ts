import { CommandError, exitCodes } from '../errors.ts';
import type { ContentHash, Snapshot } from '../model/page/snapshot.ts';
import { type CanonicalUrl, tryCanonicalUrl } from '../model/web/canonical-url.ts';
import type { PageBlocks } from '../model/wrapper/page-blocks.ts';
import type { LearningSample, SiteLearning, StoredCorrection } from '../model/wrapper/site-learning.ts';
import type { WrapperText } from '../ports.ts';
import { maxSamples, newLearning } from '../stages/site-learning/learning-state.ts';
import { thaw } from '../stages/snapshot/freeze.ts';
import type { LearningPorts } from './learn-site.ts';
import { liveText } from './stored-site.ts';

/** A stored page that a person corrects. */
export interface CorrectablePage {
  readonly url: CanonicalUrl;
  readonly site: string;
  readonly snapshot: Snapshot;
  readonly hash: ContentHash;
  /** Null: nobody has corrected the page. */
  readonly stored: StoredCorrection | null;
  readonly learning: SiteLearning;
  /** Null: the generic extractor reads the site. */
  readonly live: WrapperText | null;
}

/** Newest visits and failures of a page that are looked at: one of them has its snapshot. */
const maxLookedAt = 20;

/** The newest stored snapshot of a page, with what is known of its site. @throws CommandError (usage, nothing found) */
export async function openCorrectable(io: LearningPorts, address: string): Promise<CorrectablePage> {
  const url = tryCanonicalUrl(address);
  if (url === null)
    throw new CommandError(
      exitCodes.usage,
      `"${address}" is not an http(s) address. Write it in full, such as https://example.com/page.`,
    );
  const { wrappers, blobs } = io.store;
  const stored = await wrappers.correction(url);
  for (const hash of await snapshotsOf(io, url, stored)) {
    const bytes = await blobs.get(hash);
    if (bytes === null) continue; // deleted since, as the settings say
    const snapshot = await thaw(bytes);
    const { site } = snapshot;
    const learning = (await wrappers.get(site)) ?? (await firstLearning(io, site));
    return { url, site, snapshot, hash, stored, learning, live: await liveText(io.store, learning) };
  }
  throw new CommandError(
    exitCodes.nothingFound,
    `No snapshot of ${url} is stored. \`newshawk crawl ${url}\` fetches it; \`newshawk visits list --url ${url}\` shows what became of earlier visits.`,
  );
}

/** The page's blocks, and what extraction takes from them now. */
export const readBlocks = (io: LearningPorts, { snapshot, stored, live }: CorrectablePage): Promise<PageBlocks> =>
  io.reader.blocks({ snapshot, correction: stored?.correction ?? null, learned: live });

/** Hashes of a page's snapshots, newest first. */
async function snapshotsOf(
  { store }: LearningPorts,
  url: CanonicalUrl,
  stored: StoredCorrection | null,
): Promise<ContentHash[]> {
  const visits = await store.visits.find({ url, limit: maxLookedAt });
  const failures = await store.failures.find({ url, state: 'all', limit: maxLookedAt });
  const dated = [
    ...visits.map(({ snapshot, startedAt: at }) => ({ snapshot, at })),
    ...failures.map(({ snapshot, at }) => ({ snapshot, at })),
    ...(stored === null ? [] : [{ snapshot: stored.snapshot, at: stored.at }]),
  ];
  const newest = dated.sort((a, b) => b.at.getTime() - a.at.getTime());
  return [...new Set(newest.flatMap(({ snapshot }) => snapshot ?? []))];
}

/** The record of a site that no crawl has learned yet: its newest stored articles are the pages to learn from. */
async function firstLearning({ store, clock }: LearningPorts, site: string): Promise<SiteLearning> {
  const articles = await store.articles.find({ site, limit: maxSamples });
  const samples = articles.map(
    ({ url, snapshot, fetchedAt }): LearningSample => ({ url, snapshot, at: fetchedAt, isStrange: false }),
  );
  return { ...newLearning(site, clock.now()), samples: samples.reverse() };
}
