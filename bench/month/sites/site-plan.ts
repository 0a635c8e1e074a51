import type { ActiveWindow, SourceKind } from '../../../src/model/crawl/source.ts';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** Something is wrong with a site for some time; times are ms since the start. */
export interface Trouble {
  readonly fromMs: number;
  readonly toMs: number;
  /** `down`: nobody listens at its port. */
  readonly answer: 429 | 503 | 'down';
  /** Null: the answer has no Retry-After. */
  readonly retryAfterS: number | null;
}

/** A site of the month: what it publishes, how it answers, and how it is polled. */
export interface SitePlan {
  readonly host: string;
  readonly kind: SourceKind;
  /** Where its list is. */
  readonly listPath: string;
  /** Articles that the list names, newest first. */
  readonly listLength: number;
  /** Articles a day, on average; most by day. */
  readonly perDay: number;
  /** Articles that were published in this time before the start are there, ms. */
  readonly backlogMs: number;
  /** Mean time between two changes of an article, ms. */
  readonly changeMs: number;
  /** Hour of the day (UTC) with the most articles. */
  readonly busiestHour: number;
  /** Base interval of its source, ms. */
  readonly everyMs: number;
  readonly windows: readonly ActiveWindow[];
  /** Pause and requests at once that its scraper asks for. */
  readonly gapMs: number;
  readonly concurrency: number;
  /** Crawl-delay of its robots.txt, s; null: it names none. */
  readonly crawlDelayS: number | null;
  /** Time to answer, ms. */
  readonly latencyMs: number;
  /** Whether it sends an ETag and answers 304. */
  readonly hasValidators: boolean;
  readonly troubles: readonly Trouble[];
}

/** Factors of the sources' intervals, as the scrapers write them. */
export const [minFactor, maxFactor] = [0.25, 8];

const usual: Omit<SitePlan, 'host'> = {
  kind: 'feed',
  listPath: '/feed.xml',
  listLength: 60,
  perDay: 20,
  backlogMs: dayMs,
  changeMs: 6 * hourMs,
  busiestHour: 14,
  everyMs: 15 * minuteMs,
  windows: [],
  gapMs: 1_000,
  concurrency: 2,
  crawlDelayS: null,
  latencyMs: 80,
  hasValidators: true,
  troubles: [],
};

const week = [0, 1, 2, 3, 4, 5, 6];
const workdays = [1, 2, 3, 4, 5];
const listing = { kind: 'listing', listPath: '/', listLength: 80 } as const;
const sitemap = { kind: 'sitemap', listPath: '/sitemap.xml', listLength: 200 } as const;

/** Europe leaves daylight saving on 25 October, North America on 1 November. */
export const startOfMonth = new Date('2026-10-10T00:00:00Z');

/** The sites, with troubles at parts of the simulated time. @param lengthMs the time to simulate */
export function sitePlans(lengthMs: number): SitePlan[] {
  const at = (share: number): number => Math.round(lengthMs * share);
  const throttled: Trouble[] = [
    { fromMs: at(0.2), toMs: at(0.2) + 5 * hourMs, answer: 429, retryAfterS: 3_600 },
    { fromMs: at(0.6), toMs: at(0.6) + 3 * hourMs, answer: 503, retryAfterS: null },
  ];
  const downMs = Math.min(dayMs, lengthMs / 5);
  const down: Trouble = { fromMs: at(0.33), toMs: at(0.33) + downMs, answer: 'down', retryAfterS: null };
  const of = (name: string, given: Partial<SitePlan>): SitePlan => ({
    ...usual,
    host: `${name}.month.example`,
    ...given,
  });
  return [
    of('feed', { perDay: 40 }),
    of('home', { ...listing, perDay: 30 }),
    of('sitemap', { ...sitemap, perDay: 30 }),
    of('london', { windows: [{ timeZone: 'Europe/London', days: workdays, fromHour: 7, toHour: 19 }] }),
    of('new-york', { ...listing, windows: [{ timeZone: 'America/New_York', days: week, fromHour: 6, toHour: 23 }] }),
    of('shanghai', {
      busiestHour: 5,
      windows: [{ timeZone: 'Asia/Shanghai', days: week, fromHour: 22, toHour: 4 }],
      everyMs: 30 * minuteMs,
    }),
    of('throttled', { troubles: throttled, perDay: 30 }),
    of('down', { troubles: [down] }),
    of('patient', { crawlDelayS: 20, concurrency: 1 }),
    of('plain', { ...listing, hasValidators: false, concurrency: 1, everyMs: 30 * minuteMs }),
    of('slow', { latencyMs: 4_000, gapMs: 500, perDay: 15 }),
    of('quiet', { perDay: 2, everyMs: 60 * minuteMs }),
  ];
}
