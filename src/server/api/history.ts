import { cacheByCost } from '../../cache-by-cost.ts';
import type { HourOfVisits } from '../../storage/collections/crawl/visits.ts';
import type { ServerApp } from '../server-app.ts';
import {
  type Freshness,
  type HistoryAnswer,
  type HistoryRange,
  type HistoryStep,
  historyRanges,
} from './answers/history-answer.ts';
import { queryOf, querySchema, type Route } from './route.ts';
import { count, integer, list, number, object, orNull, text, time } from './schemas.ts';

const hourMs = 3_600_000;
/** Length of the steps, and their number. */
const ranges: Readonly<Record<HistoryRange, readonly [stepMs: number, steps: number]>> = {
  '24h': [hourMs, 24],
  '7d': [6 * hourMs, 28],
  '30d': [24 * hourMs, 30],
};
/** Articles of a step whose age is read: a median of 200 is within 4 % of the rank of that of all. */
const agesPerStep = 200;

export const readHistory: Route = {
  path: '/v1/history',
  summary: 'What happened over time: visits by outcome, failures by reason, bytes, and the age of new articles',
  success: {
    schema: object({
      at: time,
      range: text,
      stepMs: integer,
      steps: list(
        object({
          startsAt: time,
          byOutcome: { type: 'object', additionalProperties: count },
          failures: { type: 'object', additionalProperties: count },
          bytes: count,
          freshness: object({ articles: count, medianMs: orNull(number), p90Ms: orNull(number) }),
        }),
      ),
    }),
  },
  query: querySchema({
    range: {
      type: 'string',
      enum: historyRanges,
      default: '24h',
      description: 'how far back: by hour, 6 hours or day',
    },
  }),
  maxAgeMs: 1_000,
  handle: (app) => {
    const readings = new Map(historyRanges.map((range) => [range, cacheByCost(() => read(app, range), app.clock)]));
    return async (request) => readings.get(queryOf<{ range: HistoryRange }>(request).range)?.();
  },
};

async function read(app: ServerApp, range: HistoryRange): Promise<HistoryAnswer> {
  const { visits, news } = await app.store();
  const [stepMs, number] = ranges[range];
  const at = app.clock.now();
  const end = Math.ceil((at.getTime() + 1) / hourMs) * hourMs;
  const starts = Array.from({ length: number }, (_, step) => end - (number - step) * stepMs);
  const hours = await visits.byHour(new Date(end - number * stepMs));
  const steps: HistoryStep[] = [];
  for (const start of starts) {
    const ages = await news.ages(new Date(start), new Date(start + stepMs), agesPerStep);
    const ofStep = hours.filter(({ startsAt }) => startsAt.getTime() >= start && startsAt.getTime() < start + stepMs);
    steps.push({
      startsAt: new Date(start),
      ...sumsOf(ofStep),
      freshness: freshnessOf(ages.map(({ publishedAt, firstSeenAt }) => firstSeenAt.getTime() - publishedAt.getTime())),
    });
  }
  return { at, range, stepMs, steps };
}

function sumsOf(hours: readonly HourOfVisits[]): Pick<HistoryStep, 'byOutcome' | 'failures' | 'bytes'> {
  const byOutcome: Record<string, number> = {};
  const failures: Record<string, number> = {};
  let bytes = 0;
  for (const { summary } of hours) {
    bytes += summary.bytes;
    for (const [name, visits] of Object.entries(summary.byOutcome)) byOutcome[name] = (byOutcome[name] ?? 0) + visits;
    for (const [name, visits] of Object.entries(summary.byReason)) {
      const [outcome, reason = ''] = name.split(':', 2);
      if (outcome === 'failed') failures[reason] = (failures[reason] ?? 0) + visits;
    }
  }
  return { byOutcome, failures, bytes };
}

/** @param ages ms; below 0 where a page's clock is wrong: it counts as new. Not a number: the date is none */
function freshnessOf(ages: readonly number[]): Freshness {
  const sorted = ages
    .filter((age) => Number.isFinite(age))
    .map((age) => Math.max(0, age))
    .sort((a, b) => a - b);
  const rank = (share: number): number | null => sorted[Math.ceil(share * sorted.length) - 1] ?? null;
  return { articles: sorted.length, medianMs: rank(0.5), p90Ms: rank(0.9) };
}
