import type { PollsOfHour } from '../../../model/crawl/visit.ts';
import { type RatePriors, ratesByHour } from '../arrivals.ts';

/** The kept hours hold at least this share of the expected updates. */
const keptShare = 0.98;
/** A source with fewer updates keeps all hours: chance leaves most of the 168 hours without one. */
const leastUpdates = 50;
/** Jeffreys' prior of a rate: an hour without an update in the time has less than one, not zero. */
const priors: RatePriors = { day: 0.5, week: 0.5 };
const [hoursPerDay, hoursPerWeek] = [24, 168];
/** Updates that all quiet hours of the day together are believed to have had unseen (Jeffreys). */
const quietUpdates = 0.5;

/** The hours in which a source has its updates, and the evidence. */
export interface ActiveHours {
  /** Hours of the week (UTC, 0 is Sunday from midnight), ascending; null: all. */
  readonly hours: readonly number[] | null;
  /** Polls of the time, and those that found an update. */
  readonly polls: number;
  readonly updates: number;
  /** The share of the updates seen that the hours hold, 0 to 1. */
  readonly share: number;
  readonly why: string;
}

/**
 * The smallest set of hours of the week that holds 98 % of the updates, and the hour before and after each.
 *
 * Polls are not spread evenly over the hours, so an hour is judged by its updates per hour of observation, not by their number. A poll observes one hour at
 * most, and several polls in one hour are one observation. So an hour that is only probed, with one poll where others have eight, has its full rate after one
 * poll that finds something, and comes back; and an hour without any poll is unknown, not quiet: it is rated like its surroundings. Updates per poll would not
 * do: each poll more in an hour lowers its share of polls with an update.
 *
 * The rates are those of polling (`ratesByHour`). Its kernel is an hour and its two neighbours, with equal weights, circular over the end of the week: a habit
 * shifts by minutes over the edge of an hour, and a wider kernel takes nights for evenings. Where an hour has few updates it leans on the same hour of all
 * days, then on the average, so that a quiet weekend is only believed when that many quiet hours are no chance. Hours of the day that are quiet on all days
 * are judged together: a prior for each of them would add up to more than the 2 % that may be left out, and all hours would be kept.
 * @param polls of the same source, each hour once
 * @param days over how many days they were counted
 */
export function activeHours(polls: readonly PollsOfHour[], days: number, baseIntervalMs: number): ActiveHours {
  const sums = { polls: sumOf(polls.map((each) => each.polls)), updates: sumOf(polls.map((each) => each.updates)) };
  const all = { ...sums, hours: null, share: 1 };
  if (sums.updates < leastUpdates) return { ...all, why: `${sums.updates} updates; ${leastUpdates} are needed` };
  const hours = padded(smallestSet(expectedUpdates(polls, days, baseIntervalMs)));
  if (hours.length === hoursPerWeek) return { ...all, why: 'updates at all hours' };
  const kept = new Set(hours);
  const inside = sumOf(polls.map(({ hour, updates }) => (kept.has(hour) ? updates : 0)));
  return { ...sums, hours, share: inside / sums.updates, why: `98 % of the updates come in ${hours.length} hours` };
}

/** Updates that a week would bring if all hours were observed, by hour. */
function expectedUpdates(polls: readonly PollsOfHour[], days: number, baseIntervalMs: number): number[] {
  const items = Array.from({ length: hoursPerWeek }, () => 0);
  const observed = items.slice();
  const weeks = Math.max(1, Math.ceil(days / 7));
  for (const { hour, polls: count, updates } of polls) {
    items[hour] = updates;
    observed[hour] = Math.min(weeks, count);
  }
  const quiet = quietHours(items, observed);
  const quietRate = quietUpdates / sumOf(observed.filter((_, hour) => quiet.has(hour % hoursPerDay)));
  return ratesByHour({ items, hours: observed }, baseIntervalMs, priors).map((rate, hour) =>
    quiet.has(hour % hoursPerDay) ? Math.min(rate, quietRate) : rate,
  );
}

/** The hours of the day that were observed and had no update on any day, nor had their neighbours. */
function quietHours(items: readonly number[], observed: readonly number[]): ReadonlySet<number> {
  const ofDay = (values: readonly number[], hour: number): number =>
    sumOf(values.filter((_, at) => at % hoursPerDay === (hour + hoursPerDay) % hoursPerDay));
  const hours = Array.from({ length: hoursPerDay }, (_, hour) => hour);
  return new Set(
    hours.filter(
      (hour) => ofDay(observed, hour) > 0 && [-1, 0, 1].every((offset) => ofDay(items, hour + offset) === 0),
    ),
  );
}

/** The best hours that hold the share; an hour that equals the last of them is in too, so that the result does not depend on where the week begins. */
function smallestSet(expected: readonly number[]): number[] {
  const ranked = expected.toSorted((a, b) => b - a);
  const needed = keptShare * sumOf(ranked);
  let [sum, least] = [0, 0];
  for (const value of ranked) {
    if (sum >= needed) break;
    sum += value;
    least = value;
  }
  return [...expected.keys()].filter((hour) => (expected[hour] ?? 0) >= least);
}

const padded = (hours: readonly number[]): number[] =>
  [
    ...new Set(hours.flatMap((hour) => [hour + hoursPerWeek - 1, hour, hour + 1].map((each) => each % hoursPerWeek))),
  ].sort((a, b) => a - b);

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
