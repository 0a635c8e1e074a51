import { clamp, log1 } from '../../classifier/tokens.ts';
import type { Signals } from '../../confidence/signals.ts';
import type { PageEvidence } from '../page-evidence.ts';
import type { BodyFeature, PageFeatures } from './feature-names.ts';

/** What the body and the fields say of the page. Without a generic body (a site rule or script data gave it) its signals have the values of a sure one. */
export function bodyFeatures(page: PageEvidence, signals: Signals | null): Readonly<Record<BodyFeature, number>> {
  const { entries } = page;
  return {
    bodyLetters: log1(Number.isFinite(page.bodyLength) ? page.bodyLength : 0),
    bodyLinkShare: page.bodyLinkShare,
    bodyShare: clamp(page.bodyLength / Math.max(200, page.paragraphLength), 0, 2),
    isGuess: Number(page.bodyIsGuess),
    bodyPrecision: signals?.precision ?? sure,
    bodyRecall: signals?.recall ?? sure,
    bodyDoubtful: signals?.doubtful ?? 0,
    bodyGaps: signals?.gaps ?? 0,
    bodyBefore: signals?.before ?? 0,
    bodyAfter: signals?.after ?? 0,
    bodyContainer: signals?.mainContainer ?? 1,
    bodyRun: signals?.densestRun ?? 1,
    hasHeadline: Number(page.hasHeadline),
    hasAuthor: Number(page.hasAuthor),
    hasDate: Number(page.hasDate),
    entries: log1(entries.count),
    entriesText: log1(entries.withText),
    entriesShare: entries.letters / Math.max(1, entries.letters + entries.ownLetters),
    hasOwnDate: Number(entries.hasOwnDate),
    hasListName: Number(page.hasListName),
    isThread: Number(page.isThread),
    isForumSoftware: Number(page.isForumSoftware),
  };
}

/** Log odds. */
const sure = 4;

/** The features of a page, when its body is known. */
export const pageFeatures = (page: PageEvidence, signals: Signals | null): PageFeatures => ({
  ...page.about,
  ...bodyFeatures(page, signals),
});
