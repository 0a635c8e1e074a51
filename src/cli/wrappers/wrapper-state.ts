import { type Reextraction, type ReextractionSkip, skippedArticles } from '../../model/wrapper/reextraction.ts';
import type { SiteLearning } from '../../model/wrapper/site-learning.ts';
import type { WrapperVerdict } from '../../model/wrapper/wrapper-verdict.ts';
import { hasOpenDrift } from '../../stages/site-learning/learning-state.ts';
import { countText, minuteText } from '../terminal/amounts.ts';

/** How the learning of a site stands, in one line. */
export function wrapperState(learning: SiteLearning): string {
  const { live, isPinned, drift, versions, pagesSince, learnAfter } = learning;
  const pinned = isPinned ? 'pinned; ' : '';
  if (hasOpenDrift(learning) && drift !== null)
    return `${pinned}layout changed since ${minuteText(drift.since)}: ${drift.url}`;
  if (live !== null) return `${pinned}live`;
  const last = versions.at(-1);
  if (last !== undefined && !last.verdict.isAccepted) return `refused: ${last.verdict.reason}`;
  return `${pinned}${pagesSince} of ${learnAfter} articles`;
}

const skipTexts: Readonly<Record<ReextractionSkip, string>> = {
  'no-snapshot': 'their snapshots are deleted',
  unreadable: 'their snapshots could not be read: see the log',
  'other-layout': 'they have a layout that the wrapper does not know',
  'several-pages': 'they consist of several pages',
  'newer-visit': 'the page has been visited since',
  refused: 'the new reading is no article, or its confidence is too low',
  'worse-than-corrected': 'the correction of the page agrees better with the stored text',
  'beyond-limit': 'only the newest articles of a site are read again',
};

/** What the live wrapper has changed in stored articles: a line, and one for each reason why articles were left as they are. */
export function reextractionText(reextraction: Reextraction): string {
  const { version, read, changed, skipped, finishedAt } = reextraction;
  const left = skippedArticles(reextraction);
  const state =
    finishedAt === null ? 'not finished: a running `watch` or the next `crawl` goes on' : minuteText(finishedAt);
  const counts = `${countText(read)} read again with wrapper ${version}, ${countText(changed)} changed, ${countText(left)} left as they are`;
  const reasons = (Object.entries(skipped) as [ReextractionSkip, number][]).map(
    ([reason, count]) => `  ${countText(count)}: ${skipTexts[reason]}\n`,
  );
  return `stored articles: ${counts} (${state})\n${reasons.join('')}`;
}

export const acceptanceText = ({ isAccepted, reason }: WrapperVerdict): string =>
  isAccepted ? 'accepted' : `refused: ${reason}`;
