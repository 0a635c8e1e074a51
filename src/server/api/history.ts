import { z } from 'zod';
import { cacheByCost } from '../../cache-by-cost.ts';
import { count, listOf, record } from '../../model/schema.ts';
import type { HourOfVisits } from '../../storage/collections/crawl/visits.ts';
import { countsByName } from '../json-schema.ts';
import type { ServerApp } from '../server-app.ts';
import { queryOf, querySchema, type Route } from './route.ts';

/** Articles of a step whose age is read: a median of 200 is within 4 % of the rank of that of all. */
const agesPerStep = 200;

/** Ranges of the charts over time. */
const historyRanges = ['24h', '7d', '30d'] as const;
type HistoryRange = (typeof historyRanges)[number];

const hourMs = 3_600_000;
/** Length of the steps, and their number. */
const ranges: Readonly<Record<HistoryRange, readonly [stepMs: number, steps: number]>> = {
  '24h': [hourMs, 24],
  '7d': [6 * hourMs, 28],
  '30d': [24 * hourMs, 30],
};

const freshnessSchema = record({
  /** Number of articles that are counted: those whose pages state a time of day, the newest of the step. */
  articles: count,
  /** Ms; null: no article is counted. */
  medianMs: z.number().nullable(),
  p90Ms: z.number().nullable(),
});

/** What happened in one step of a range. */
const historyStepSchema = record({
  startsAt: z.date(),
  /** Number of visits by outcome. */
  byOutcome: countsByName,
  /** Number of failures by reason. */
  failures: countsByName,
  bytes: count,
  /** Age of new articles when they were first seen. */
  freshness: freshnessSchema,
});
type HistoryStep = z.infer<typeof historyStepSchema>;

const historySchema = record({
  at: z.date(),
  range: z.enum(historyRanges),
  stepMs: z.int(),
  /** Oldest first, without gaps; the last one goes on. */
  steps: listOf(historyStepSchema),
});

export const readHistory: Route = {
  path: '/v1/history',
  summary: 'What happened over time: visits by outcome, failures by reason, bytes, and the age of new articles',
  success: { schema: historySchema },
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

async function read(app: ServerApp, range: HistoryRange): Promise<z.infer<typeof historySchema>> {
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

function sumsOf(hours: readonly HourOfVisits[]) {
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
function freshnessOf(ages: readonly number[]): z.infer<typeof freshnessSchema> {
  const sorted = ages
    .filter((age) => Number.isFinite(age))
    .map((age) => Math.max(0, age))
    .sort((a, b) => a - b);
  const rank = (share: number): number | null => sorted[Math.ceil(share * sorted.length) - 1] ?? null;
  return { articles: sorted.length, medianMs: rank(0.5), p90Ms: rank(0.9) };
}
