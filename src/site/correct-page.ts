import { createHash } from 'node:crypto';
import { CommandError, exitCodes } from '../errors.ts';
import { type Correction, correctsData } from '../model/wrapper/correction.ts';
import type { PageProfile } from '../model/wrapper/page-profile.ts';
import type { SiteLearning, StoredCorrection } from '../model/wrapper/site-learning.ts';
import type { JudgedWrapper } from '../model/wrapper/wrapper-verdict.ts';
import type { WrapperText } from '../ports.ts';
import { afterLearning, oldestKept, resultOf, suspend } from '../stages/site-learning/learning-state.ts';
import type { CorrectablePage } from './correctable-page.ts';
import { type CorrectionEffect, effectOf } from './correction-effect.ts';
import type { LearningPorts } from './learn-site.ts';
import { dataPagesOf, profilePages } from './learn-site.ts';

/** A stored correction and what came of it. */
export interface SavedCorrection {
  readonly effect: CorrectionEffect;
  readonly learning: SiteLearning;
  /** The version that was learned; null: none could be. */
  readonly version: number | null;
}

/** Share of the text of the other pages that a correction removes at most without a person's explicit consent: it is rather a mistake. */
const maxRemoved = 0.3;

interface Attempt {
  readonly judged: JudgedWrapper | null;
  readonly effect: CorrectionEffect;
}

/** Learns with a correction, and compares; nothing is stored. @param correction null: the page's correction is removed @throws CommandError (usage, nothing found) */
export async function previewCorrection(
  io: LearningPorts,
  page: CorrectablePage,
  correction: Correction | null,
): Promise<CorrectionEffect> {
  return (await attempt(io, page, withOwnData(correction, page.stored))).effect;
}

/**
 * Stores a page's correction, learns its site at once and puts the wrapper in use if the judge accepts it.
 * @param correction null: the page's correction is deleted
 * @param accepts whether other pages may lose more than `maxRemoved` of their text
 * @throws CommandError (usage, nothing found, refused)
 */
export async function saveCorrection(
  io: LearningPorts,
  page: CorrectablePage,
  { correction: given, accepts }: { readonly correction: Correction | null; readonly accepts: boolean },
): Promise<SavedCorrection> {
  const correction = withOwnData(given, page.stored);
  const { judged, effect } = await attempt(io, page, correction);
  const isAccepted = judged?.verdict.isAccepted === true && !page.learning.isPinned;
  if (isAccepted && effect.removed > maxRemoved && !accepts)
    throw new CommandError(
      exitCodes.refused,
      `The other pages would lose ${Math.round(effect.removed * 100)} % of their text: nothing is stored. Look at the preview; \`newshawk correct <address> … --yes\` stores it all the same.`,
    );
  const { wrappers } = io.store;
  const at = io.clock.now();
  if (correction === null) await wrappers.deleteCorrection(page.url);
  else
    await wrappers.saveCorrection({
      site: page.site,
      url: page.url,
      snapshot: page.hash,
      correction,
      by: 'person',
      at,
    });
  // read again: a crawl may have written the record while this one learned
  const learning = (await wrappers.get(page.site)) ?? page.learning;
  const after = await switchOn(io, learning, { judged, isRemoval: correction === null });
  return { effect, learning: after, version: judged === null ? null : learning.nextVersion };
}

async function switchOn(
  { store: { wrappers }, clock, log }: LearningPorts,
  learning: SiteLearning,
  { judged, isRemoval }: { readonly judged: JudgedWrapper | null; readonly isRemoval: boolean },
): Promise<SiteLearning> {
  const now = clock.now();
  const { site, nextVersion, isPinned } = learning;
  if (judged !== null) await wrappers.saveContent(nextVersion, judged.wrapper);
  const learned = afterLearning(learning, resultOf(judged), now);
  const isAccepted = judged?.verdict.isAccepted === true;
  // what is in use was learned from a correction that a person has taken back
  const after = isRemoval && !isAccepted && !isPinned ? suspend(learned, now) : learned;
  await wrappers.save(after);
  await wrappers.deleteContents(site, oldestKept(after));
  log.info(isAccepted && !isPinned ? 'wrapper.live' : 'wrapper.refused', {
    site,
    version: nextVersion,
    detail: judged?.verdict.reason ?? 'too few different articles',
  });
  return after;
}

/** What an earlier correction says of own data stays: the blocks of the article say nothing of it. */
function withOwnData(correction: Correction | null, stored: StoredCorrection | null): Correction | null {
  if (correction === null || stored === null || correctsData(correction)) return correction;
  const { data, records } = stored.correction;
  return { ...correction, ...(data !== undefined && { data }), ...(records !== undefined && { records }) };
}

/** Learns the site with the correction in place of the stored one. */
async function attempt(io: LearningPorts, page: CorrectablePage, correction: Correction | null): Promise<Attempt> {
  const { site, url, hash, learning, live, stored } = page;
  if (correction === null && stored === null)
    throw new CommandError(exitCodes.nothingFound, `${url} has no correction to remove.`);
  if (correction !== null && Object.values(correction).every((value) => value === null))
    throw new CommandError(exitCodes.usage, 'The correction says nothing: give body, title, date or authors.');
  const others = (await io.store.wrappers.corrections(site)).filter((one) => one.url !== url);
  const own: StoredCorrection[] =
    correction === null ? [] : [{ site, url, snapshot: hash, correction, by: 'person', at: io.clock.now() }];
  const corrections = [...others, ...own];
  const profiles = await profilePages(io, learning, corrections);
  const profile = profiles.find(({ id }) => id === url);
  if (correction !== null) checkAligned(page, correction, profile);
  const judged = await io.reader.learn({
    site,
    profiles,
    live,
    dataPages: await dataPagesOf(io, learning, corrections),
  });
  const candidate = judged === null ? null : textOf(judged);
  return { judged, effect: await effectOf(io, page, { correction, profile, judged, candidate }) };
}

/** A preview's key names its contents: the reader's threads keep wrappers by key. */
function textOf({ wrapper }: JudgedWrapper): WrapperText {
  const json = JSON.stringify(wrapper);
  return { key: `${wrapper.site} ${createHash('sha256').update(json).digest('hex')}`, json };
}

/** @throws CommandError (usage) where nothing can be learned from the correction */
function checkAligned(
  { url, learning }: CorrectablePage,
  { body }: Correction,
  profile: PageProfile | undefined,
): void {
  if (profile === undefined)
    throw new CommandError(
      exitCodes.usage,
      learning.drift === null
        ? `${url} has no visible text: there is nothing to correct on it.`
        : `${url} was stored before the layout of ${learning.site} changed: correct a page that was stored since, such as ${learning.drift.url}.`,
    );
  if (body !== null && !profile.blocks.some(({ isArticle }) => isArticle === true))
    throw new CommandError(
      exitCodes.usage,
      `The corrected body matches no block of the stored page: take its text from \`newshawk correct ${url}\`, or name the blocks by number.`,
    );
}
