import { describe, expect, it } from 'vitest';
import { discoveries, missedInTrouble, readTwice, unread } from '../../../bench/month/checks/discoveries.ts';
import {
  cutOff,
  ignoredRetryAfter,
  isOpen,
  pollsOutsideWindows,
  shortGaps,
  tooManyAtOnce,
} from '../../../bench/month/checks/limits.ts';
import { growth } from '../../../bench/month/checks/memory.ts';
import { pollsBeforePlan, pollsTooSoon, standstills } from '../../../bench/month/checks/polls.ts';
import type { SiteRequest } from '../../../bench/month/checks/request-log.ts';
import { changeDelays, visitsWhenGone, visitsWhenOld } from '../../../bench/month/checks/revisits.ts';
import type { PublishedArticle } from '../../../bench/month/sites/articles.ts';
import { type SitePlan, sitePlans } from '../../../bench/month/sites/site-plan.ts';

// Each check of the simulated month, on logs with and without the breach that it looks for.

const [second, minute, hour] = [1_000, 60_000, 3_600_000];
const london = { timeZone: 'Europe/London', days: [1, 2, 3, 4, 5], fromHour: 7, toHour: 19 };
const [any] = sitePlans(24 * hour);
const plan = (given: Partial<SitePlan> = {}): SitePlan => ({ ...(any as SitePlan), host: 'a.example', ...given });
const friday = Date.parse('2026-10-23T09:00:00Z');

const request = (atMs: number, given: Partial<SiteRequest> = {}): SiteRequest => ({
  host: 'a.example',
  path: '/feed.xml',
  atMs,
  wallMs: friday + atMs,
  answeredMs: atMs + 100,
  status: 200,
  open: 1,
  retryAfterMs: null,
  isCut: false,
  ...given,
});

const article = (given: Partial<PublishedArticle> = {}): PublishedArticle => ({
  number: 1,
  path: '/news/1',
  title: 'one',
  publishedMs: hour,
  changesMs: [],
  goneMs: null,
  ...given,
});

const calm = { stepsMs: [], pauses: [] };
const within = (lengthMs: number) => ({ lengthMs, recoveryMs: hour });

describe('the limits of a host', () => {
  it.each([
    ['2026-10-23T06:30:00Z', true], // summer time
    ['2026-10-26T06:30:00Z', false], // winter time since the day before
    ['2026-10-26T18:30:00Z', true],
    ['2026-10-25T12:00:00Z', false],
  ])('are windows in local time: %s', (at, expected) => {
    expect(isOpen(london, Date.parse(at))).toBe(expected);
  });

  it('are windows that span midnight', () => {
    const night = { timeZone: 'UTC', days: [5], fromHour: 22, toHour: 4 };
    const at = ['2026-10-23T21:59Z', '2026-10-23T22:00Z', '2026-10-24T03:59Z', '2026-10-24T22:00Z'];
    expect(at.map((text) => isOpen(night, Date.parse(text)))).toEqual([false, true, true, false]);
  });

  it('are broken by a poll outside its windows, by the wall clock; not by a page', () => {
    const windowed = [plan({ windows: [london] })];
    expect(pollsOutsideWindows(windowed, [request(0), request(20 * hour, { path: '/news/1' })])).toEqual([]);
    expect(pollsOutsideWindows(windowed, [request(20 * hour)])).toHaveLength(1);
    const closing = request(9 * hour + 40); // 40 ms after 19:00
    expect([0, 100].map((tolerance) => pollsOutsideWindows(windowed, [closing], tolerance).length)).toEqual([1, 0]);
    expect(pollsOutsideWindows(windowed, [request(0, { wallMs: friday + 20 * hour })])).toHaveLength(1);
    expect(pollsOutsideWindows([plan()], [request(20 * hour)])).toEqual([]);
  });

  it('are broken by requests that follow each other too soon, to one host', () => {
    const two = [request(0), request(999)];
    expect(shortGaps([plan({ gapMs: second })], two)).toHaveLength(1);
    expect(shortGaps([plan({ gapMs: second })], two, 1)).toEqual([]);
    expect(shortGaps([plan({ gapMs: 500 })], two)).toEqual([]);
    expect(shortGaps([plan({ gapMs: 500, crawlDelayS: 20 })], [request(0), request(19_999)])).toHaveLength(1);
    expect(shortGaps([plan(), plan({ host: 'b.example' })], [request(0), request(1, { host: 'b.example' })])).toEqual(
      [],
    );
  });

  it('are the pause of the scraper for the robots.txt of a process that starts', () => {
    const delayed = [plan({ gapMs: 500, crawlDelayS: 20 })];
    const [feed, robots] = [request(0), request(7 * second, { path: '/robots.txt' })];
    const started = [{ toMs: 5 * second }];
    expect(shortGaps(delayed, [feed, robots], 0, started)).toEqual([]);
    expect(shortGaps(delayed, [feed, robots])).toHaveLength(1);
    expect(shortGaps(delayed, [feed, request(7 * second)], 0, started)).toHaveLength(1);
    expect(shortGaps(delayed, [feed, robots, request(9 * second)], 0, started)).toHaveLength(1);
  });

  it('are broken by more requests at once than allowed', () => {
    const both = [request(0, { open: 2 }), request(0, { open: 3 })];
    expect(tooManyAtOnce([plan({ concurrency: 2 })], both)).toHaveLength(1);
  });

  it('are broken before the end of a Retry-After; not by what was sent before the answer', () => {
    const wait = request(0, { status: 429, retryAfterMs: hour, answeredMs: 2 * second });
    expect(ignoredRetryAfter([plan()], [wait, request(second), request(hour + 2 * second)])).toEqual([]);
    expect(ignoredRetryAfter([plan()], [wait, request(hour)])).toHaveLength(1);
    const again = { pauses: [{ fromMs: minute, toMs: 2 * minute }] };
    const after = [request(3 * minute), request(4 * minute)];
    expect(ignoredRetryAfter([plan()], [wait, ...after], again)).toHaveLength(2);
    const short = request(0, { status: 429, retryAfterMs: 9 * second });
    const restart = { pauses: [{ fromMs: 2 * second, toMs: 3 * second }] };
    expect(ignoredRetryAfter([plan()], [short, request(4 * second), request(5 * second)], restart)).toHaveLength(1);
  });
});

describe('the polls of a source', () => {
  const quick = plan({ everyMs: 20 * minute });

  it('do not come sooner than its shortest interval, but after a failure or a step of the clock', () => {
    const two = [request(0), request(4 * minute)];
    expect(pollsTooSoon([quick], two, calm)).toHaveLength(1);
    expect(pollsTooSoon([quick], two, { ...calm, stepsMs: [minute] })).toEqual([]);
    expect(pollsTooSoon([quick], [request(0, { status: 503 }), request(minute)], calm)).toEqual([]);
    expect(pollsTooSoon([quick], [request(0, { status: 503 }), request(second)], calm)).toHaveLength(1);
    expect(pollsTooSoon([quick], [request(0), request(5 * minute)], calm)).toEqual([]);
  });

  it('come as soon, and as late, as tuning may have moved its interval by then', () => {
    const pairOf = (days: number, wait: number) => [request(days * 24 * hour), request(days * 24 * hour + wait)];
    const soon = (days: number) => pollsTooSoon([quick], pairOf(days, 3 * minute), calm).length;
    expect([soon(0), soon(1), soon(2), soon(30)]).toEqual([1, 1, 0, 0]); // 4.5, 3.6, 2.9 and 1.1 minutes
    expect(pollsTooSoon([quick], pairOf(30, minute), calm)).toHaveLength(1);
    const late = (days: number) =>
      standstills(
        [quick],
        pairOf(days, 20 * hour),
        { ...calm, pauses: [{ fromMs: 0, toMs: days * 24 * hour }] },
        within((days * 24 + 20) * hour),
      ).length;
    expect([late(0), late(1), late(5)]).toEqual([1, 1, 0]);
  });

  it('stop only in closed hours, during problems and in pauses', () => {
    const polls = [request(0), request(8 * hour)];
    expect(standstills([quick], polls, calm, within(8 * hour))).toHaveLength(1);
    expect(standstills([quick], [request(0), request(3 * hour)], calm, within(3 * hour))).toEqual([]);
    const down = { fromMs: hour, toMs: 7.5 * hour, answer: 'down', retryAfterS: null } as const;
    expect(standstills([plan({ ...quick, troubles: [down] })], polls, calm, within(8 * hour))).toEqual([]);
    expect(
      standstills([quick], polls, { ...calm, pauses: [{ fromMs: hour, toMs: 7.5 * hour }] }, within(8 * hour)),
    ).toEqual([]);
    // nothing after the end of the log, and nothing at all
    expect(standstills([quick], [request(0)], calm, within(8 * hour))).toHaveLength(1);
    expect(standstills([quick], [], calm, within(8 * hour))).toHaveLength(1);
    const week = [0, 2.5, 5, 7.5].map((hours) => request(hours * hour));
    const onMonday = (hours: number) =>
      standstills(
        [plan({ ...quick, windows: [london] })],
        [...week, request(hours * hour)],
        calm,
        within(hours * hour),
      );
    expect([onMonday(70.5).length, onMonday(71.5).length]).toEqual([0, 1]); // it opens at 70
  });

  it('do not come before the plan of the process that ended', () => {
    const planned = [{ host: 'a.example', path: '/feed.xml', wallMs: friday + hour }];
    const restarts = [{ atMs: 10 * minute, planned }];
    const of = (ms: number) => pollsBeforePlan([plan()], [request(0), request(ms)], restarts, calm);
    expect([of(hour - 1).length, of(hour).length]).toEqual([1, 0]);
    expect(pollsBeforePlan([plan()], [request(hour / 2)], restarts, { ...calm, stepsMs: [15 * minute] })).toEqual([]);
  });
});

describe('the discoveries', () => {
  const sites = (given: Partial<SitePlan> = {}, ...articles: PublishedArticle[]) => [{ plan: plan(given), articles }];

  it('are of every article that is old enough and still there', () => {
    const log = [request(2 * hour, { path: '/news/1' }), request(2 * hour, { path: '/news/2', status: 503 })];
    const all = sites({}, article(), article({ path: '/news/2' }), article({ path: '/news/3', goneMs: 2 * hour }));
    const found = discoveries(all, log);
    expect(found.map(({ readMs }) => readMs)).toEqual([2 * hour + 100, null, null]);
    expect(unread(found, hour)).toEqual([expect.stringContaining('/news/2')]);
    expect(unread(found, hour - 1)).toEqual([]);
    expect(discoveries(sites({}, article({ publishedMs: -1 })), log)).toEqual([]);
  });

  it('happen once: a page is not read again before its first re-visit', () => {
    const page = (atMs: number, status = 200) => request(atMs, { path: '/news/1', status });
    const all = sites({}, article());
    expect(readTwice(all, [page(0), page(29 * minute, 304)], 30 * minute, [])).toHaveLength(1);
    expect(readTwice(all, [page(0), page(30 * minute)], 30 * minute, [])).toEqual([]);
    expect(readTwice(all, [page(0, 503), page(minute)], 30 * minute, [])).toEqual([]);
    expect(readTwice(all, [page(0), page(minute)], 30 * minute, [second])).toEqual([]);
  });

  it('come soon after an outage', () => {
    const troubles = [{ fromMs: 0, toMs: 5 * hour, answer: 'down', retryAfterS: null } as const];
    const all = sites({ troubles }, article());
    const readAt = (ms: number) => discoveries(all, [request(ms, { path: '/news/1' })]);
    expect(missedInTrouble(all, readAt(6 * hour), 2 * hour)).toEqual([]);
    expect(missedInTrouble(all, readAt(8 * hour), 2 * hour)).toHaveLength(1);
    expect(missedInTrouble(all, discoveries(all, []), 2 * hour)).toHaveLength(1);
  });
});

describe('the re-visits', () => {
  const page = (atMs: number, status: number) => request(atMs, { path: '/news/1', status });
  const of = (...articles: PublishedArticle[]) => [{ plan: plan(), articles }];

  it('end for a page that is gone', () => {
    const visits = [page(0, 200), page(hour, 404), page(2 * hour, 200), page(3 * hour, 404)];
    expect(visitsWhenGone(of(article()), visits)).toEqual([]);
    expect(visitsWhenGone(of(article()), [...visits, page(4 * hour, 404)])).toEqual([
      expect.stringContaining('1 times'),
    ]);
    expect(visitsWhenGone(of(article()), [])).toEqual([]);
  });

  it('end for an old page after three visits without a change', () => {
    const day = 24 * hour;
    const visits = [page(0, 200), page(13 * day, 304), page(14 * day, 304), page(15 * day, 304)];
    expect(visitsWhenOld(of(article({ publishedMs: 0 })), visits)).toEqual([]);
    expect(visitsWhenOld(of(article({ publishedMs: 0 })), [...visits, page(16 * day, 304)])).toHaveLength(1);
    // younger by a day when the third visit came
    expect(visitsWhenOld(of(article({ publishedMs: 2 * day })), [...visits, page(16 * day, 304)])).toEqual([]);
    const changed = visits.with(2, page(14 * day, 200));
    expect(visitsWhenOld(of(article({ publishedMs: 0 })), [...changed, page(16 * day, 304)])).toEqual([]);
  });

  it('see changes some time after them', () => {
    const changing = article({ changesMs: [hour, 5 * hour, 9 * hour] });
    const visits = [page(0, 200), page(2 * hour, 304), page(3 * hour, 200), page(6 * hour, 200)];
    expect(changeDelays(of(changing), visits, 9 * hour)).toEqual([2 * hour, hour]);
    expect(changeDelays(of({ ...changing, goneMs: 5 * hour }), visits, 9 * hour)).toEqual([2 * hour]);
    expect(changeDelays(of(changing), visits, 4 * hour)).toEqual([2 * hour]);
  });
});

describe('a process that ends in order', () => {
  it('cuts no request off', () => {
    expect(cutOff([request(0), request(0, { isCut: true })])).toHaveLength(1);
    expect(cutOff([request(0, { isCut: true, answeredMs: 5 * minute })], [{ fromMs: minute, toMs: hour }])).toEqual([]);
  });
});

describe('memory', () => {
  const within = { factor: 1.15, bytes: 5e6 };

  it('may vary, and grow at first', () => {
    expect(growth('heap', [20e6, 60e6, ...Array<number>(28).fill(80e6)], within)).toEqual([]);
    expect(
      growth(
        'heap',
        Array.from({ length: 30 }, (_, day) => 80e6 + (day % 2) * 9e6),
        within,
      ),
    ).toEqual([]);
  });

  it('may not grow with the days', () => {
    const leaking = Array.from({ length: 30 }, (_, day) => 80e6 + day * 1e6);
    expect(growth('heap', leaking, within)).toHaveLength(1);
    expect(growth('heap', leaking.slice(0, 11), within)).toEqual([]); // too few to judge
  });
});
