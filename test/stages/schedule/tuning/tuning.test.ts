import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { baseIntervalOf, intervalLimits } from '../../../../src/model/crawl/source.ts';
import type { PollsOfHour } from '../../../../src/model/crawl/visit.ts';
import { scheduledAfterPoll } from '../../../../src/stages/schedule/polling.ts';
import { activeHours } from '../../../../src/stages/schedule/tuning/active-hours.ts';
import { tunedInterval, tuningPolicy } from '../../../../src/stages/schedule/tuning/base-interval.ts';
import { afterSoftWait } from '../../../../src/stages/schedule/tuning/soft-hours.ts';
import { isTuningDue, type PollEvidence, tuneSource } from '../../../../src/stages/schedule/tuning/tune-source.ts';
import { source } from '../../../storage/records.ts';

const hour = 3_600_000;
const quarter = 15 * 60_000;
const sunday = Date.UTC(2026, 10, 1);
const at = (hours: number): Date => new Date(sunday + hours * hour);
const week = Array.from({ length: 168 }, (_, n) => n);
const isDay = (n: number): boolean => n % 24 >= 7 && n % 24 < 19;
/** Four weeks of polls. */
const polled = (of: (n: number) => readonly [polls: number, updates: number]): PollsOfHour[] =>
  week.map((n) => ({ hour: n, polls: of(n)[0], updates: of(n)[1] })).filter(({ polls }) => polls > 0);
const hoursOf = (polls: readonly PollsOfHour[], days = 28) => activeHours(polls, days, quarter);
const byHour = fc
  .array(fc.tuple(fc.nat(40), fc.nat(40)), { minLength: 168, maxLength: 168 })
  .map((pairs) => polled((n) => [Math.max(...(pairs[n] ?? [0])), Math.min(...(pairs[n] ?? [0]))]));

describe('active hours', () => {
  it('of a source that writes by day are the days, an hour that the kernel adds and one of padding', () => {
    const { hours, share, polls, updates } = hoursOf(polled((n) => (isDay(n) ? [16, 6] : [16, 0])));
    expect(hours).toEqual(week.filter((n) => n % 24 >= 5 && n % 24 < 21));
    expect({ share, polls, updates }).toEqual({ share: 1, polls: 2_688, updates: 504 });
  });

  it('leave out a quiet weekend, if it is no chance', () => {
    const weekdays = (updates: number) =>
      hoursOf(polled((n) => (isDay(n) && n >= 24 && n < 144 ? [16, updates] : [16, 0])));
    expect(weekdays(8).hours?.filter((n) => n < 28 || n > 140)).toEqual([]);
    expect(weekdays(1).hours?.some((n) => n < 23)).not.toBe(false);
  });

  it('are all hours where there are few updates, or some at all hours, or no poll', () => {
    expect(hoursOf(polled((n) => (n % 24 === 9 ? [7, 7] : [4, 0])))).toMatchObject({
      hours: null,
      why: '49 updates; 50 are needed',
    });
    expect(hoursOf(polled((n) => (n % 24 === 9 ? [30, 30] : [4, 0]))).hours).toEqual(
      week.filter((n) => n % 24 >= 7 && n % 24 <= 11),
    );
    expect(hoursOf(polled(() => [16, 4]))).toMatchObject({ hours: null, share: 1 });
    expect(hoursOf([])).toMatchObject({ hours: null, polls: 0, why: '0 updates; 50 are needed' });
  });

  it('are the hours of the day that have updates, however few they are', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(23), { minLength: 1, maxLength: 3 }),
        fc.constantFrom(1, 2, 3, 4),
        fc.constantFrom(1, 2, 4, 16),
        fc.constantFrom(5, 15, 60),
        (busy, updates, pollsEach, minutes) => {
          const isBusy = (n: number): boolean => busy.includes(n % 24);
          const polls = polled((n) => [4 * pollsEach, isBusy(n) ? 4 * Math.min(updates, pollsEach) : 0]);
          const { hours, updates: sum, share } = activeHours(polls, 28, minutes * 60_000);
          if (sum < 50) {
            expect(hours).toBeNull();
            return;
          }
          // the kernel adds an hour, the padding another
          const near = week.filter((n) => [-2, -1, 0, 1, 2].some((offset) => isBusy(n + 24 + offset)));
          expect(hours).toEqual(near);
          expect(share).toBe(1);
        },
      ),
    );
  });

  it('come back where probes find updates, although they are an eighth of the polls', () => {
    const before = hoursOf(polled((n) => (isDay(n) ? [16, 8] : [2, 0]))).hours ?? [];
    expect(before.includes(26)).toBe(false);
    const after = hoursOf(polled((n) => (isDay(n) ? [16, 8] : [2, 1]))).hours ?? week;
    expect(after).toEqual(week);
  });

  it('do not leave out hours only because nobody polled then', () => {
    const { hours } = hoursOf(polled((n) => (isDay(n) ? [16, 8] : [0, 0])));
    expect(hours).toBeNull();
  });

  it('are never empty, and in order', () => {
    fc.assert(
      fc.property(byHour, fc.integer({ min: 1, max: 60 }), (polls, days) => {
        const { hours, share } = hoursOf(polls, days);
        expect(share).toBeGreaterThan(0);
        expect(share).toBeLessThanOrEqual(1);
        if (hours === null) return;
        expect(hours.length).toBeGreaterThan(2);
        expect(hours).toEqual([...new Set(hours)].sort((a, b) => a - b));
      }),
    );
  });

  it('hold 98 % of the updates where all hours are polled alike, up to what the kernel moves', () => {
    const rates = fc.array(fc.nat(16), { minLength: 168, maxLength: 168 });
    fc.assert(
      fc.property(rates, (updates) => {
        expect(hoursOf(polled((n) => [16, updates[n] ?? 0])).share).toBeGreaterThanOrEqual(0.97);
      }),
    );
  });

  it('do not depend on where the week begins', () => {
    fc.assert(
      fc.property(byHour, fc.nat(167), (polls, shift) => {
        const turned = polls.map((each) => ({ ...each, hour: (each.hour + shift) % 168 }));
        const expected = hoursOf(polls).hours?.map((n) => (n + shift) % 168);
        expect(hoursOf(turned).hours ?? undefined).toEqual(expected?.sort((a, b) => a - b));
      }),
    );
  });
});

const defined = (baseIntervalMs: number) => ({ baseIntervalMs, minFactor: 0.1, maxFactor: 20 });

describe('the base interval', () => {
  it.each([
    ['half found one', 10, 5, 1],
    ['nine of ten found one', 10, 9, 1],
    ['fewer found one', 10, 4, 1.25],
    ['more found one', 20, 19, 0.8],
    ['too few rounds', 3, 3, 1],
    ['no round', 0, 0, 1],
  ])('where %s', (_, rounds, updates, factor) => {
    expect(tunedInterval({ rounds, updates }, hour, defined(hour), 'adaptive').intervalMs).toBe(hour * factor);
  });

  it('stays within its bounds, also where those have moved', () => {
    const days = fc.array(fc.tuple(fc.nat(40), fc.nat(40)), { maxLength: 60 });
    fc.assert(
      fc.property(
        days,
        fc.integer({ min: 1_000, max: 1e9 }),
        fc.integer({ min: 1, max: 1e10 }),
        (all, baseIntervalMs, from) => {
          let current = from;
          for (const [a, b] of all) {
            current = tunedInterval(
              { rounds: Math.max(a, b), updates: Math.min(a, b) },
              current,
              defined(baseIntervalMs),
              'adaptive',
            ).intervalMs;
            expect(current).toBeGreaterThanOrEqual(Math.round(baseIntervalMs / 4));
            expect(current).toBeLessThanOrEqual(baseIntervalMs * 8);
          }
        },
      ),
    );
    expect(tunedInterval({ rounds: 9, updates: 0 }, 8 * hour, defined(hour), 'adaptive').why).toContain(
      'at its largest',
    );
    expect(tunedInterval({ rounds: 9, updates: 9 }, hour / 4, defined(hour), 'adaptive').why).toContain('at its least');
  });

  it('by rate is shortened, and goes back to what is defined at most', () => {
    const tuned = (updates: number, current: number): number =>
      tunedInterval({ rounds: 20, updates }, current, defined(hour), 'rate').intervalMs;
    expect(tuned(20, hour)).toBe(0.8 * hour);
    expect(tuned(2, 0.8 * hour)).toBe(hour);
    expect(tuned(2, hour)).toBe(hour);
    expect(tuned(10, 4 * hour)).toBe(hour);
  });
});

describe('the limits of an interval', () => {
  const factor = fc.double({ min: 0, max: 1, noNaN: true });
  it('stay within those that a person has set, and hold the learned base', () => {
    fc.assert(
      fc.property(
        factor,
        fc.double({ min: 1, max: 50, noNaN: true }),
        fc.nat(1e9),
        (minFactor, maxFactor, intervalMs) => {
          const tuning = { intervalMs, hours: null, day: '2026-11-20' };
          const feed = source('a', { baseIntervalMs: hour, minFactor, maxFactor, tuning });
          const { shortestMs, longestMs } = intervalLimits(feed);
          expect(shortestMs).toBeGreaterThanOrEqual(hour * minFactor);
          expect(longestMs).toBeLessThanOrEqual(hour * maxFactor);
          expect(baseIntervalOf(feed)).toBeGreaterThanOrEqual(shortestMs);
          expect(baseIntervalOf(feed)).toBeLessThanOrEqual(longestMs);
        },
      ),
    );
  });

  it('follow the learned base inside of them', () => {
    const limits = (intervalMs: number) =>
      intervalLimits(
        source('a', { baseIntervalMs: hour, tuning: { intervalMs, hours: null, day: '2026-11-20' }, maxFactor: 8 }),
      );
    expect(limits(4 * hour)).toEqual({ shortestMs: hour, longestMs: 8 * hour });
    expect(limits(hour / 2)).toEqual({ shortestMs: hour / 4, longestMs: 4 * hour });
  });
});

describe('a soft wait', () => {
  const days = week.filter(isDay);
  it.each([
    ['within the hours', 8, 1, 9],
    ['outside of them, at an eighth of the speed', 0, 0.5, 4],
    ['from the evening to the morning', 18.5, 2.5, 31.5],
  ])('%s', (_, from, wait, end) => {
    expect(afterSoftWait(days, at(from), wait * hour)).toEqual(at(end));
  });

  it('is the plain wait without hours, and never longer than eight times that', () => {
    fc.assert(
      fc.property(
        fc.subarray(week),
        fc.double({ min: 0, max: 400, noNaN: true }),
        fc.nat(50 * hour),
        (hours, from, wait) => {
          const ms = afterSoftWait(hours, at(from), wait).getTime() - at(from).getTime();
          expect(ms).toBeGreaterThanOrEqual(wait - 1);
          expect(ms).toBeLessThanOrEqual(8 * wait + 1);
          expect(afterSoftWait(null, at(from), wait).getTime()).toBe(at(from).getTime() + wait);
          expect(afterSoftWait(week, at(from), wait).getTime()).toBe(at(from).getTime() + wait);
        },
      ),
    );
  });

  it('is used after polls that did not fail, inside hard windows', () => {
    const tuning = { intervalMs: null, hours: days, day: '2026-11-01' };
    const feed = source('a', {
      baseIntervalMs: hour,
      intervalMs: hour,
      minFactor: 0.25,
      maxFactor: 8,
      activeWindows: [],
      tuning,
    });
    expect(scheduledAfterPoll(feed, { found: true }, at(0), () => 0.5).nextPollAt).toEqual(at(5.6));
    const slow = { ...feed, intervalMs: 2 * hour };
    expect(scheduledAfterPoll(slow, { found: false }, at(0), () => 0.5).nextPollAt).toEqual(at(8));
    expect(scheduledAfterPoll(feed, { failed: 'unreachable' }, at(0), () => 0).nextPollAt.getTime()).toBeLessThan(
      at(2).getTime(),
    );
    const activeWindows = [{ timeZone: 'UTC', days: [0], fromHour: 20, toHour: 24 }];
    expect(scheduledAfterPoll({ ...feed, activeWindows }, { found: true }, at(8), () => 0).nextPollAt).toEqual(at(20));
  });
});

describe('the policy of tuning', () => {
  it.each([
    ['daily', 'rate', 'rate'],
    ['daily', 'adaptive', 'adaptive'],
    ['off', 'rate', 'rate'],
    ['fewer-polls', 'rate', 'adaptive'],
    ['fewer-polls', 'adaptive', 'adaptive'],
  ] as const)('with NEWSHAWK_TUNE=%s and NEWSHAWK_POLL_POLICY=%s is %s', (tune, pollPolicy, policy) => {
    expect(tuningPolicy({ tune, pollPolicy })).toBe(policy);
  });
});

describe('tuning a source', () => {
  const feed = source('a', { baseIntervalMs: hour, activeWindows: [] });
  const evidence = (overrides: Partial<PollEvidence> = {}): PollEvidence => ({
    byHour: [],
    days: 28,
    yesterday: '2026-11-20',
    rounds: { rounds: 10, updates: 1 },
    ...overrides,
  });

  it('counts the rounds of a day once', () => {
    const { tuning } = tuneSource(feed, evidence(), 'adaptive');
    expect(tuning).toEqual({ intervalMs: 1.25 * hour, hours: null, day: '2026-11-20' });
    const again = tuneSource({ ...feed, tuning }, evidence(), 'adaptive');
    expect(again.tuning).toEqual(tuning);
    expect(again.interval.why).toContain('counted already');
    expect(tuneSource({ ...feed, tuning }, evidence({ yesterday: '2026-11-21' }), 'adaptive').tuning.intervalMs).toBe(
      1.5625 * hour,
    );
  });

  it('moves nothing after a step back of the clock, and goes on with the next day', () => {
    const ahead = { ...feed, tuning: { intervalMs: 2 * hour, hours: null, day: '2031-01-01' } };
    expect(isTuningDue(ahead, new Date('2026-11-21T12:00:00Z'))).toBe(true);
    const { tuning } = tuneSource(ahead, evidence(), 'adaptive');
    expect(tuning).toEqual({ intervalMs: 2 * hour, hours: null, day: '2026-11-20' });
    expect(isTuningDue({ ...feed, tuning }, new Date('2026-11-21T23:59:00Z'))).toBe(false);
    expect(isTuningDue({ ...feed, tuning }, new Date('2026-11-22T00:00:00Z'))).toBe(true);
  });

  it('forgets a learned interval that is the defined one again', () => {
    const tuned = { ...feed, tuning: { intervalMs: 1.25 * hour, hours: null, day: '2026-11-19' } };
    expect(
      tuneSource(tuned, evidence({ rounds: { rounds: 10, updates: 10 } }), 'adaptive').tuning.intervalMs,
    ).toBeNull();
  });
});
