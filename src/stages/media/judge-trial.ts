import type { PlayerEvidence, TrialTally } from '../../model/page/player-evidence.ts';
import type { PlayerHint } from './player-hints.ts';

/** Fruitless trials of a hint that has brought nothing yet, at most. */
const triesPerHint = 3;
/** Fruitless trials of a host, at most, by what speaks for a player; a success pays for four more. */
const triesPerHost = { strong: 6, weak: 2 };
const paidByOne = 4;
/** Share of the pages with a hint that have media, from which on all of them are played. */
const fairShare = 0.2;

/** `play`: pages like it have media; `try`: nothing is known yet; `leave`: it was tried in vain. */
export type TrialVerdict = 'play' | 'try' | 'leave';

/** Whether a page whose source shows no media is played, by its hints and what came of earlier trials on its host. Pure. */
export function judgeTrial(hints: readonly PlayerHint[], evidence: PlayerEvidence): TrialVerdict {
  if (hints.some(({ name }) => isProven(evidence.hints[name]))) return 'play';
  const fruitless = fruitlessOf(evidence);
  const isOpen = ({ name, isStrong }: PlayerHint): boolean => {
    const { tried, found } = evidence.hints[name] ?? { tried: 0, found: 0 };
    return found === 0 && tried < triesPerHint && fruitless < (isStrong ? triesPerHost.strong : triesPerHost.weak);
  };
  return hints.some(isOpen) ? 'try' : 'leave';
}

/** Whether any page of the host may be played: false where all that was tried was in vain. Pure. */
export const isTrialHost = (evidence: PlayerEvidence): boolean =>
  fruitlessOf(evidence) < triesPerHost.strong || Object.values(evidence.hints).some(isProven);

/** Beyond what the successes pay for. */
const fruitlessOf = ({ tried, found }: PlayerEvidence): number => tried - found - paidByOne * found;

const isProven = (tally: TrialTally | undefined): boolean =>
  tally !== undefined && tally.found > 0 && tally.found >= fairShare * tally.tried;
