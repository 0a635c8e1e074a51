import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RateTally } from '../../../../src/model/page/page-state.ts';
import { ratesByAge } from '../../../../src/stages/schedule/revisits/age-rates.ts';

const day = 86_400_000;
const place = { host: 'a.example', format: '/news/{slug}' };
/** Tallies of the age classes in turn, by changes per day. */
const tallies = (perDay: readonly number[], days = 1_000, of: Partial<RateTally> = {}): RateTally[] =>
  perDay.map((rate, ageClass) => ({
    ...place,
    ageClass,
    changes: rate * days,
    observedMs: days * day,
    visits: 100,
    ...of,
  }));
const ages = fc.uniqueArray(fc.double({ min: 0, max: 400, noNaN: true }), { minLength: 2, maxLength: 20 });

describe('rates by age', () => {
  it('are one change a day where nothing is known', () => {
    const { at, isKnown } = ratesByAge([])(place);
    expect([0, 3 * day, 400 * day].map((age) => at(age) * day)).toEqual(
      [1, 1, 1].map((rate) => expect.closeTo(rate, 9)),
    );
    expect(isKnown(0)).toBe(false);
  });

  it('are those that visits showed, at the middle of each age', () => {
    const { at, isKnown } = ratesByAge(tallies([8, 4, 2, 1, 0.5, 0.1]))(place);
    for (const [days, rate] of [
      [0.125, 8],
      [0.625, 4],
      [2, 2],
      [5, 1],
      [10.5, 0.5],
      [28, 0.1],
      [900, 0.1],
    ] as const)
      expect(at(days * day) * day).toBeCloseTo(rate, 0.1 < rate ? 1 : 2);
    expect(isKnown(day)).toBe(true);
  });

  it('never rise with age, and lie within those that were seen and the usual one', () => {
    const perDay = fc.array(fc.double({ min: 0.01, max: 50, noNaN: true }), { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(perDay, ages, fc.integer({ min: 0, max: 1_000 }), (seen, days, time) => {
        const { at } = ratesByAge(tallies(seen, time))(place);
        const rates = days.toSorted((a, b) => a - b).map((age) => at(age * day) * day);
        for (const [n, rate] of rates.entries()) {
          expect(rate).toBeLessThanOrEqual((rates[n - 1] ?? Number.POSITIVE_INFINITY) * (1 + 1e-9));
          expect(rate).toBeGreaterThan(0.9 * Math.min(1, ...seen));
          expect(rate).toBeLessThan(1.1 * Math.max(1, ...seen));
        }
      }),
    );
  });

  it('of a format with few changes are close to those of its host, then of all hosts', () => {
    const rates = ratesByAge([
      ...tallies([16, 16, 16, 16, 16, 16], 1_000, { format: '/live/{slug}' }),
      ...tallies([2, 2, 2, 2, 2, 2], 100_000, { host: 'b.example' }),
      ...tallies([1, 1, 1, 1, 1, 1], 0.01, { format: '/new/{slug}', visits: 1 }),
    ]);
    const rate = (format: string, host = 'a.example'): number => rates({ host, format }).at(0) * day;
    expect(rate('/live/{slug}')).toBeCloseTo(16, 0);
    expect(rate('/new/{slug}')).toBeGreaterThan(14);
    expect(rate('/other/{slug}')).toBeGreaterThan(14);
    expect(rate('/other/{slug}', 'c.example')).toBeLessThan(3);
    expect(rates({ host: 'a.example', format: '/new/{slug}' }).isKnown(0)).toBe(false);
  });
});
