import type { SiteLearning } from '../model/wrapper/site-learning.ts';
import { hasOpenDrift } from '../stages/site-learning/learning-state.ts';
import { minuteText } from './terminal/amounts.ts';

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
