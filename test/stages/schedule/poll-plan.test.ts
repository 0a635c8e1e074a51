import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Arrivals, Source } from '../../../src/model/crawl/source.ts';
import { mulberry32 } from '../../../src/stages/classify/sampling.ts';
import { arrivalsAfter, hourOfWeek, ratesByHour } from '../../../src/stages/schedule/arrivals.ts';
import { isLearned, pollPlan, sourceAfterRead } from '../../../src/stages/schedule/poll-plan.ts';
import { source } from '../../storage/records.ts';

const hour = 3_600_000;
const sunday = Date.UTC(2026, 10, 1);
const at = (hours: number): Date => new Date(sunday + hours * hour);
const feed = (overrides: Partial<Source> = {}): Source =>
  source('a', {
    baseIntervalMs: hour,
    intervalMs: hour,
    minFactor: 0.25,
    maxFactor: 8,
    activeWindows: [],
    lastPolledAt: at(0),
    nextPollAt: at(0),
    ...overrides,
  });
/** Four weeks in which an hour of the week brings this many links. */
const learned = (linksAt: (hourOfTheWeek: number) => number): Arrivals =>
  Array.from({ length: 4 * 168 }, (_, n) => n).reduce<Arrivals | null>(
    (arrivals, n) => arrivalsAfter(arrivals, { from: at(n), to: at(n + 1), items: linksAt(n % 168) }),
    null,
  ) ?? { items: [], hours: [] };
const always = (links: number): Arrivals => learned(() => links);
const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

describe('the arrivals of a source', () => {
  it('are counted in their hours of the week, in UTC from Sunday', () => {
    expect([0, 25, 167, 168].map((hours) => hourOfWeek(at(hours).getTime()))).toEqual([0, 25, 167, 0]);
    const { items, hours } = arrivalsAfter(null, { from: at(9.5), to: at(11), items: 3 });
    expect([items[9], items[10], items[11]]).toEqual([1, 2, 0]);
    expect([hours[9], hours[10], hours[11]]).toEqual([0.5, 1, 0]);
  });

  it('are spread over the whole time since the last poll, and nothing is lost', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 160, noNaN: true }), fc.nat(50), fc.nat(1_000), (span, items, from) => {
        const after = arrivalsAfter(null, { from: at(from), to: at(from + span), items });
        expect(sumOf(after.items)).toBeCloseTo(items, 6);
        expect(sumOf(after.hours)).toBeCloseTo(span, 6);
      }),
    );
  });

  it('of the past count less, a clock that was set back adds nothing, and a flood counts as 50', () => {
    const before = always(2);
    expect(sumOf(arrivalsAfter(before, { from: at(0), to: at(336), items: 0 }).items)).toBeCloseTo(
      sumOf(before.items) / 2,
      6,
    );
    expect(arrivalsAfter(before, { from: at(9), to: at(3), items: 7 })).toEqual(before);
    expect(sumOf(arrivalsAfter(null, { from: at(0), to: at(1), items: 90_000 }).items)).toBeCloseTo(50, 6);
  });

  it('give the rate of each hour of the week', () => {
    const rates = ratesByHour(
      learned((n) => (n % 24 >= 8 && n % 24 < 20 ? 6 : 0)),
      hour,
    );
    expect(rates[12]).toBeGreaterThan(5);
    expect(rates[2]).toBeLessThan(0.5);
    expect(rates).toHaveLength(168);
  });
});

describe('the interval by rate', () => {
  const plan = { policy: 'rate', pace: 1 } as const;
  const intervalOf = (arrivals: Arrivals | null, now = at(672), random = () => 0.5): number => {
    const before = feed({ arrivals, lastPolledAt: new Date(now.getTime() - hour) });
    return sourceAfterRead(before, { found: true, newLinks: 1 }, { now, random, plan }).intervalMs;
  };

  it('is in proportion to the inverse square root of the rate, within the factors', () => {
    const ratio = intervalOf(always(1)) / intervalOf(always(4));
    expect(ratio).toBeGreaterThan(1.85);
    expect(ratio).toBeLessThan(2.1);
    expect(intervalOf(always(50))).toBe(hour / 4);
    expect(intervalOf(always(0.01), at(672))).toBeLessThanOrEqual(8 * hour);
  });

  it('is long where a quiet night begins, and short in the morning', () => {
    const daily = learned((n) => (n % 24 >= 8 && n % 24 < 20 ? 4 : 0));
    expect(intervalOf(daily, at(672 + 22))).toBeGreaterThan(4 * intervalOf(daily, at(672 + 10)));
  });

  it('is adapted by chance alone until the hours of the source are known, or where the configuration says so', () => {
    expect(isLearned(feed({ arrivals: null }))).toBe(false);
    expect(isLearned(feed({ arrivals: always(1) }))).toBe(true);
    const before = feed();
    const finding = { found: true, newLinks: 2 };
    const first = sourceAfterRead(before, finding, { now: at(1), random: () => 0, plan });
    expect(first).toMatchObject({ intervalMs: hour / 2, nextPollAt: at(1.5) });
    expect(sumOf(first.arrivals?.items ?? [])).toBeCloseTo(2, 6);
    const options = { now: at(673), random: () => 0, plan: { policy: 'adaptive', pace: 9 } as const };
    expect(sourceAfterRead(feed({ arrivals: always(9) }), finding, options).intervalMs).toBe(hour / 2);
  });

  it('takes no link of the first poll for a new one', () => {
    const first = sourceAfterRead(
      feed({ lastPolledAt: null }),
      { found: true, newLinks: 40 },
      { now: at(1), random: () => 0.5, plan },
    );
    expect(first.arrivals).toBeUndefined();
  });

  it('saves polls outside of the hours that tuning has learned, and none inside', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 23 }),
        fc.integer({ min: 3, max: 12 }),
        fc.integer({ min: 1, max: 6 }),
        (first, length, links) => {
          const isActive = (n: number): boolean => (n + 24 - first) % 24 < length;
          const hours = Array.from({ length: 168 }, (_, n) => n).filter(isActive);
          const arrivals = learned((n) => (isActive(n) ? links : 0));
          // 15 minutes, so that an eighth of the polls at night is not what the longest interval asks for anyway
          const definition = { arrivals, baseIntervalMs: hour / 4, maxFactor: 32 };
          const countPolls = (tuning: Source['tuning']) => {
            let each = feed({ ...definition, tuning: tuning ?? null, lastPolledAt: at(672), nextPollAt: at(672) });
            const paced = pollPlan([each], 'rate');
            const polls = { inside: 0, outside: 0 };
            while (each.nextPollAt < at(672 + 168)) {
              const now = each.nextPollAt;
              const isInside = isActive(hourOfWeek(now.getTime()));
              polls[isInside ? 'inside' : 'outside']++;
              // with the arrivals as they were: the hours alone make the difference
              each = {
                ...sourceAfterRead(
                  each,
                  { found: isInside, newLinks: Number(isInside) },
                  { now, random: () => 0.5, plan: paced },
                ),
                arrivals,
              };
            }
            return polls;
          };
          const [all, tuned] = [countPolls(null), countPolls({ intervalMs: null, hours, day: '2026-11-01' })];
          expect(tuned.outside).toBeLessThan(0.5 * all.outside);
          expect(tuned.inside).toBeGreaterThan(0.95 * all.inside - 7);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('keeps the windows that a person set', () => {
    const activeWindows = [{ timeZone: 'UTC', days: [0, 1, 2, 3, 4, 5, 6], fromHour: 6, toHour: 12 }];
    const before = feed({ arrivals: always(1), activeWindows, lastPolledAt: at(11) });
    const after = sourceAfterRead(before, { found: false, newLinks: 0 }, { now: at(11.9), random: () => 0.5, plan });
    expect(after.nextPollAt).toEqual(at(30));
  });
});

describe('the pace', () => {
  it('polls all sources together as often as their base intervals say', () => {
    const random = mulberry32(5);
    const sources = Array.from({ length: 30 }, (_, id) => feed({ id: `${id}`, arrivals: always(0.2 + 3 * random()) }));
    const plan = pollPlan(sources, 'rate');
    const polls = sources.map((each) => {
      const now = at(672);
      const after = sourceAfterRead(
        { ...each, lastPolledAt: now },
        { found: false, newLinks: 0 },
        { now, random: () => 0.5, plan },
      );
      return hour / after.intervalMs;
    });
    expect(sumOf(polls) / 30).toBeGreaterThan(0.93);
    expect(sumOf(polls) / 30).toBeLessThan(1.07);
  });

  it('counts no source that is paused or of which nothing is known', () => {
    const known = feed({ arrivals: always(1) });
    const others = [feed({ id: 'b' }), feed({ id: 'c', arrivals: always(40), pausedAt: at(0) })];
    expect(pollPlan([known, ...others], 'rate')).toEqual(pollPlan([known], 'rate'));
    expect(pollPlan([], 'rate').pace).toBe(1);
  });
});
