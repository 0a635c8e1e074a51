import type { PollPolicy, Source } from '../../../model/crawl/source.ts';

/** What the polls of a day gave. A poll that failed is no round. */
export interface Rounds {
  readonly rounds: number;
  /** Rounds that found an update. */
  readonly updates: number;
}

/** With fewer rounds a day says nothing. */
const leastRounds = 4;
/** At least this share of rounds with an update is right; beyond the second the source is faster than its polls. */
const [rightShare, fastShare] = [0.5, 0.9];
const [enlargeBy, shrinkBy] = [1.25, 0.8];
/** Bounds of the learned interval, times the defined one; the factors of the source may be narrower. */
const [leastFactor, largestFactor] = [1 / 4, 8];

type Definition = Pick<Source, 'baseIntervalMs' | 'minFactor' | 'maxFactor'>;

/** The limit of an interval: `rate` has it grow no further than it is defined. */
const largestFactorOf = ({ maxFactor }: Definition, policy: PollPolicy): number =>
  policy === 'rate' ? 1 : Math.min(largestFactor, maxFactor);

/** The policy by whose rule base intervals are tuned: whoever asks for fewer polls gets longer ones by any policy. */
export const tuningPolicy = ({ tune, pollPolicy }: TuningSettings): PollPolicy =>
  tune === 'fewer-polls' ? 'adaptive' : pollPolicy;

/** NEWSHAWK_TUNE and NEWSHAWK_POLL_POLICY. */
interface TuningSettings {
  readonly tune: 'daily' | 'fewer-polls' | 'off';
  readonly pollPolicy: PollPolicy;
}

export interface TunedInterval {
  /** Ms. */
  readonly intervalMs: number;
  readonly why: string;
}

/**
 * The base interval after a day: kept where at least 50 % of the rounds found an update, enlarged by a quarter where fewer did, shortened by a fifth where over
 * 90 % did; within a quarter and eight times of what is defined, and within the factors of the source. It moves once a day: a step waits for the rounds that it leads to.
 * By `rate` a source has fewer updates than rounds on purpose, and the defined intervals say how many polls there are in all: the rule only shortens them, unless
 * a person asks for fewer polls (`tuningPolicy`).
 */
export function tunedInterval(
  { rounds, updates }: Rounds,
  currentMs: number,
  definition: Definition,
  policy: PollPolicy,
): TunedInterval {
  const { baseIntervalMs, minFactor } = definition;
  const low = baseIntervalMs * Math.max(leastFactor, minFactor);
  const high = baseIntervalMs * largestFactorOf(definition, policy);
  const bounded = (ms: number): number => Math.round(Math.min(high, Math.max(low, ms)));
  const said = `${updates} of ${rounds} rounds found an update`;
  if (rounds < leastRounds)
    return { intervalMs: bounded(currentMs), why: `${rounds} rounds; ${leastRounds} are needed` };
  const share = updates / rounds;
  if (share >= rightShare && share <= fastShare) return { intervalMs: bounded(currentMs), why: said };
  const intervalMs = bounded(currentMs * (share < rightShare ? enlargeBy : shrinkBy));
  const isAtBound = intervalMs === bounded(currentMs);
  return { intervalMs, why: isAtBound ? `${said}; it is at its ${share < rightShare ? 'largest' : 'least'}` : said };
}
