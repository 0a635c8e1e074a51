import { baseIntervalOf, intervalLimits, isActive, type PollPolicy, type Source } from '../../model/crawl/source.ts';
import type { Random } from '../../ports.ts';
import { arrivalsAfter, hourOfWeek, ratesByHour } from './arrivals.ts';
import { movedIntoWindow, scheduledAfterPoll } from './polling.ts';
import { silenceAfter } from './silence.ts';
import { probeRate } from './tuning/soft-hours.ts';

export const pollPolicies = ['rate', 'adaptive'] as const satisfies readonly PollPolicy[];

/** By what the next poll of a source is planned. */
export interface PollPlan {
  readonly policy: PollPolicy;
  /** Polls per hour of a source with weight 1 and one new link per hour; others have them in proportion to the square root of weight x rate. */
  readonly pace: number;
}

/** A poll that did not fail. */
export interface PollFinding {
  /** Whether there was an update: a new link, or a changed list. */
  readonly found: boolean;
  readonly newLinks: number;
}

const hourMs = 3_600_000;
/** Below, a source is explored by random factors: nothing is known of its hours. */
const [learnedItems, learnedHours] = [5, 24];
/** The range of a random factor on each interval: sources of one site drift apart. */
const jitterBy = [0.9, 1.1] as const;

/**
 * The pace at which all sources together are polled as often as their base intervals say. New links are found soonest on average if each source is polled in proportion to the
 * square root of its rate.
 */
export function pollPlan(sources: readonly Source[], policy: PollPlan['policy']): PollPlan {
  const active = sources.filter((source) => isActive(source) && isLearned(source));
  if (policy === 'adaptive' || active.length === 0) return { policy, pace: 1 };
  const target = active.reduce((sum, source) => sum + hourMs / baseIntervalOf(source), 0);
  const roots = active.map((source) => ({ source, roots: rootsByHour(source) }));
  const pollsAt = (pace: number): number =>
    roots.reduce((sum, each) => {
      const { shortestMs, longestMs } = intervalLimits(each.source);
      const [least, most] = [hourMs / longestMs, hourMs / shortestMs];
      const polls = each.roots.reduce((all, root) => all + Math.min(most, Math.max(least, pace * root)), 0);
      return sum + polls / each.roots.length;
    }, 0);
  let [low, high] = [-20, 20]; // powers of 2
  for (let step = 0; step < 40; step += 1) {
    const middle = (low + high) / 2;
    if (pollsAt(2 ** middle) > target) high = middle;
    else low = middle;
  }
  return { policy, pace: 2 ** low };
}

/** The source after a poll that did not fail: with what it brought, and its next poll by the plan. */
export function sourceAfterRead(
  source: Source,
  { found, newLinks }: PollFinding,
  { now, random, plan }: { readonly now: Date; readonly random: Random; readonly plan: PollPlan },
): Source {
  const adapted = scheduledAfterPoll(source, { found }, now, random);
  const { lastPolledAt, arrivals = null } = source;
  // at the first poll every link is new
  if (lastPolledAt === null) return adapted;
  const silence = silenceAfter(source, newLinks, now);
  const learned = {
    ...adapted,
    silence,
    arrivals: arrivalsAfter(arrivals, { from: lastPolledAt, to: now, items: newLinks }),
  };
  if (plan.policy === 'adaptive' || !isLearned(learned)) return learned;
  const [low, high] = jitterBy;
  const intervalMs = Math.round(intervalByRate(learned, plan.pace, now) * (low + (high - low) * random()));
  return { ...learned, intervalMs, nextPollAt: movedIntoWindow(source, new Date(now.getTime() + intervalMs)) };
}

/** The time until the polls of each hour sum up to one, ms. Outside of the hours that tuning has learned, an hour has an eighth of its polls. */
function intervalByRate(source: Source, pace: number, now: Date): number {
  const { shortestMs: shortest, longestMs: longest } = intervalLimits(source);
  const activeHours = source.tuning?.hours ?? null;
  const learned = activeHours === null ? null : new Set(activeHours);
  const roots = rootsByHour(source).map((root, hour) => (learned?.has(hour) === false ? root * probeRate : root));
  const begin = now.getTime();
  let left = 1;
  for (let at = begin; at < begin + longest; ) {
    const end = (Math.floor(at / hourMs) + 1) * hourMs;
    const perMs = (pace * (roots[hourOfWeek(at)] ?? 0)) / hourMs;
    if (perMs * (end - at) >= left) return Math.max(shortest, Math.min(longest, at + left / perMs - begin));
    left -= perMs * (end - at);
    at = end;
  }
  return longest;
}

/** Whether enough is known of the source's hours. */
export const isLearned = ({ arrivals = null }: Source): boolean =>
  arrivals !== null && sumOf(arrivals.items) >= learnedItems && sumOf(arrivals.hours) >= learnedHours;

const rootsByHour = ({ arrivals = null, weight, ...source }: Source): number[] =>
  arrivals === null ? [] : ratesByHour(arrivals, baseIntervalOf(source)).map((rate) => Math.sqrt(weight * rate));

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
