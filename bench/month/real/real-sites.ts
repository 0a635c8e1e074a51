import type { ActiveWindow } from '../../../src/model/crawl/source.ts';
import { dayMs, minuteMs, type SitePlan, sitePlans } from '../sites/site-plan.ts';

const secondMs = 1_000;
const week = [0, 1, 2, 3, 4, 5, 6];
/** Hours of a window that closes or opens in the run. */
const windowHours = 6;

/** A zone in which it is a full hour at a quarter of the UTC hour. None has an offset that does it for the last quarter. */
const zones: Readonly<Record<number, string>> = { 0: 'UTC', 15: 'Asia/Kathmandu', 30: 'Asia/Kolkata' };

/** The sites for a run in real time: everything happens within minutes. @param start of the run, by the calendar */
export function realSites(lengthMs: number, start: Date): SitePlan[] {
  const at = (share: number): number => Math.round(lengthMs * share);
  const change = windowChange(new Date(start.getTime() + at(0.1)));
  const [closing, opening] = [windowsBeside(change, -windowHours), windowsBeside(change, windowHours)];
  const quick: Partial<SitePlan> = {
    everyMs: 20 * secondMs,
    perDay: 3_000,
    busiestHour: 0,
    backlogMs: 10 * minuteMs,
    changeMs: 2 * minuteMs,
    windows: [],
    troubles: [],
  };
  const own: Readonly<Record<string, Partial<SitePlan>>> = {
    london: { windows: closing },
    'new-york': { windows: opening },
    throttled: {
      troubles: [
        { fromMs: at(0.15), toMs: at(0.25), answer: 429, retryAfterS: 45 },
        { fromMs: at(0.6), toMs: at(0.65), answer: 503, retryAfterS: null },
      ],
    },
    down: { troubles: [{ fromMs: at(0.4), toMs: at(0.55), answer: 'down', retryAfterS: null }] },
    patient: { crawlDelayS: 5, perDay: 1_000 },
    slow: { latencyMs: 1_500, perDay: 1_500 },
    quiet: { perDay: 200 },
  };
  return sitePlans(dayMs)
    .filter(({ host }) => !host.startsWith('shanghai'))
    .map((plan) => ({ ...plan, ...quick, ...own[plan.host.replace('.month.example', '')] }));
}

/** The next quarter of an hour at which some zone has a full hour. */
function windowChange(from: Date): Date {
  const quarterMs = 15 * minuteMs;
  let atMs = Math.ceil(from.getTime() / quarterMs) * quarterMs;
  while (zones[new Date(atMs).getUTCMinutes()] === undefined) atMs += quarterMs;
  return new Date(atMs);
}

/** A window from the moment on, or up to it. @param hours negative: up to it */
function windowsBeside(moment: Date, hours: number): ActiveWindow[] {
  const timeZone = zones[moment.getUTCMinutes()] ?? 'UTC';
  const text = new Intl.DateTimeFormat('en-GB', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(moment);
  const hour = Number(text);
  const other = (hour + hours + 24) % 24;
  const [fromHour, toHour] = hours > 0 ? [hour, other] : [other, hour];
  return [{ timeZone, days: week, fromHour, toHour }];
}
