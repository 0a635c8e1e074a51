import type { Arrivals } from '../../model/crawl/source.ts';

const hoursPerWeek = 168;
const hourMs = 3_600_000;
/** Evidence of this age counts half, hours: 14 days, so that a new habit outweighs the old one within a month. */
const halfLifeHours = 14 * 24;
/** New links of one poll that count, at most: a list that changes its addresses is no news. */
const maxItems = 50;
/** An hour of the day, and then of the week, is believed to be like the wider average until it had this many new links. */
const pollingPriors: RatePriors = { day: 1, week: 3 };

/** How many events outweigh what the wider average says of an hour of the day, and of an hour of the week. */
export interface RatePriors {
  readonly day: number;
  readonly week: number;
}

/** The hour of the week at a time, UTC; 0 is Sunday from midnight. */
export const hourOfWeek = (at: number): number => {
  const date = new Date(at);
  return date.getUTCDay() * 24 + date.getUTCHours();
};

/** What a source brought, with one more poll: its new links are spread over the time since the poll before, since nobody knows when they came. */
export function arrivalsAfter(arrivals: Arrivals | null, poll: { from: Date; to: Date; items: number }): Arrivals {
  const [from, to] = [poll.from.getTime(), poll.to.getTime()];
  const { items, hours } = arrivals ?? { items: zeros(), hours: zeros() };
  const spanHours = Math.max(0, (to - from) / hourMs);
  if (spanHours === 0) return { items, hours };
  const kept = 0.5 ** (spanHours / halfLifeHours);
  const [keptItems, keptHours] = [items.map((sum) => sum * kept), hours.map((sum) => sum * kept)];
  const itemsPerHour = Math.min(maxItems, poll.items) / spanHours;
  // a source that was not polled for weeks says nothing of single hours
  for (let at = Math.max(from, to - hoursPerWeek * hourMs); at < to; ) {
    const end = Math.min(to, (Math.floor(at / hourMs) + 1) * hourMs);
    const hour = hourOfWeek(at);
    const share = (end - at) / hourMs;
    keptItems[hour] = (keptItems[hour] ?? 0) + itemsPerHour * share;
    keptHours[hour] = (keptHours[hour] ?? 0) + share;
    at = end;
  }
  return { items: keptItems, hours: keptHours };
}

/**
 * New links per hour, by hour of the week. An hour and its neighbours give the evidence of an hour; where that is little, the same hour of all days counts, then the average,
 * then one link per base interval.
 */
export function ratesByHour(
  { items, hours }: Arrivals,
  baseIntervalMs: number,
  priors: RatePriors = pollingPriors,
): number[] {
  const average = (sumOf(items) + 1) / (sumOf(hours) + baseIntervalMs / hourMs);
  const [nearItems, nearHours] = [withNeighbours(items), withNeighbours(hours)];
  const [dayItems, dayHours] = [byHourOfDay(nearItems), byHourOfDay(nearHours)];
  const daily = dayItems.map((sum, hour) => (sum + priors.day) / ((dayHours[hour] ?? 0) + priors.day / average));
  return nearItems.map(
    (sum, hour) => (sum + priors.week) / ((nearHours[hour] ?? 0) + priors.week / (daily[hour % 24] ?? average)),
  );
}

const withNeighbours = (values: readonly number[]): number[] =>
  values.map((value, at) => (values.at(at - 1) ?? 0) + value + (values[(at + 1) % values.length] ?? 0));

function byHourOfDay(values: readonly number[]): number[] {
  const sums = zeros().slice(0, 24);
  for (const [at, value] of values.entries()) sums[at % 24] = (sums[at % 24] ?? 0) + value;
  return sums;
}

const zeros = (): number[] => Array.from({ length: hoursPerWeek }, () => 0);
const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
