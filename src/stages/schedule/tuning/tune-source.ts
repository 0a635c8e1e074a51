import { dayOf } from '../../../model/crawl/proxy.ts';
import { baseIntervalOf, type PollPolicy, type Source, type SourceTuning } from '../../../model/crawl/source.ts';
import type { PollsOfHour } from '../../../model/crawl/visit.ts';
import { type ActiveHours, activeHours } from './active-hours.ts';
import { type Rounds, type TunedInterval, tunedInterval } from './base-interval.ts';

/** What polls of a source gave. */
export interface PollEvidence {
  /** By hour of the week, over the last days. */
  readonly byHour: readonly PollsOfHour[];
  readonly days: number;
  /** The UTC day before now, as `2026-11-22`, and its rounds. */
  readonly yesterday: string;
  readonly rounds: Rounds;
}

/** What tuning makes of the evidence. */
export interface TuningResult {
  readonly tuning: SourceTuning;
  readonly rounds: Rounds;
  readonly interval: TunedInterval;
  readonly hours: ActiveHours;
}

const dayMs = 24 * 3_600_000;
/** The UTC day before a time. */
export const dayBefore = (at: Date): string => dayOf(new Date(at.getTime() - dayMs));

/**
 * Learns the base interval and the active hours of a source. The rounds of a day count once, so a second tuning on a day changes nothing. Where the last day that
 * counted is in the future, the clock has been set back: the interval stays, and the next day counts again.
 */
export function tuneSource(
  source: Source,
  { byHour, days, yesterday, rounds }: PollEvidence,
  policy: PollPolicy,
): TuningResult {
  const current = baseIntervalOf(source);
  const isCounted = source.tuning != null && source.tuning.day >= yesterday;
  const interval = isCounted
    ? { intervalMs: current, why: `the rounds of ${yesterday} are counted already` }
    : tunedInterval(rounds, current, source, policy);
  const hours = activeHours(byHour, days, source.baseIntervalMs);
  const intervalMs = interval.intervalMs === source.baseIntervalMs ? null : interval.intervalMs;
  return { tuning: { intervalMs, hours: hours.hours, day: yesterday }, rounds, interval, hours };
}

/** Whether the rounds of the day before have not counted yet. After a step back of the clock, they count no more. */
export const isTuningDue = ({ tuning = null }: Source, now: Date): boolean =>
  tuning === null || tuning.day !== dayBefore(now);
