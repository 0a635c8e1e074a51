import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mulberry32 } from '../../../../src/stages/classify/sampling.ts';
import {
  beliefAfter,
  changesByAge,
  meanRate,
  priorBelief,
} from '../../../../src/stages/schedule/revisits/change-rate.ts';
import { ageClassOf, rateClassOf, rateOfClass } from '../../../../src/stages/schedule/revisits/rate-classes.ts';

const day = 86_400_000;

/** The belief after visits of a Poisson page at a fixed gap. */
function learn(ratePerDay: number, gapDays: number, visits: number, seed: number): number {
  const random = mulberry32(seed);
  let belief = priorBelief(1 / day);
  for (let visit = 0; visit < visits; visit += 1) {
    const changed = random() < 1 - Math.exp(-ratePerDay * gapDays);
    belief = beliefAfter(belief, { gapMs: gapDays * day, changed, ageMs: 1_000 * day, rateAt: () => 1 });
  }
  return meanRate(belief) * day;
}

describe('the believed rate', () => {
  it.each([0.1, 0.5, 1, 1.5])(
    'comes close to the rate of a page with %d changes per visit: t/x would not',
    (changes) => {
      const rates = Array.from({ length: 40 }, (_, seed) => learn(changes, 1, 300, seed));
      const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
      expect(mean / changes).toBeGreaterThan(0.93);
      expect(mean / changes).toBeLessThan(1.07);
    },
  );

  it('is positive and finite for any gap and age; a change raises it, no change lowers it', () => {
    const evidence = fc.record({
      gapMs: fc.integer({ min: 0, max: 400 * day }),
      changed: fc.boolean(),
      ageMs: fc.integer({ min: 0, max: 4_000 * day }),
      rateAt: fc.constant(() => 0.5),
    });
    fc.assert(
      fc.property(fc.array(evidence, { maxLength: 60 }), (visits) => {
        let belief = priorBelief(1 / day);
        for (const visit of visits) {
          const after = beliefAfter(belief, visit);
          expect(after.shape).not.toBe(Number.POSITIVE_INFINITY);
          expect(after.shape).toBeGreaterThan(0);
          expect(after.exposureMs).toBeGreaterThan(0);
          if (visit.changed) expect(meanRate(after)).toBeGreaterThanOrEqual(meanRate(belief) * (1 - 1e-6));
          else expect(meanRate(after)).toBeLessThan(meanRate(belief));
          belief = after;
        }
      }),
    );
  });

  it('follows a rate that decays: the older the page, the longer it remembers', () => {
    const busy = { shape: 20, exposureMs: 2 * day };
    const rateAt = (ageMs: number): number =>
      meanRate(beliefAfter(busy, { gapMs: 2 * day, changed: false, ageMs, rateAt: () => 1 })) * day;
    expect(rateAt(2 * day)).toBeLessThan(rateAt(100 * day));
  });
});

describe('the rate of pages that age', () => {
  const halving = (ageMs: number): number => 0.5 ** (ageMs / day) / day;

  it('falls with that of other pages, also without a visit that shows it', () => {
    const belief = { shape: 8, exposureMs: 2 * day };
    const shown = { gapMs: 2 * day, changed: true, ageMs: day };
    const steady = meanRate(beliefAfter(belief, { ...shown, rateAt: () => 1 }));
    const falling = meanRate(beliefAfter(belief, { ...shown, rateAt: halving }));
    expect(falling / steady).toBeGreaterThan(0.2);
    expect(falling / steady).toBeLessThan(0.4);
  });

  it('shows in the expected changes by age: none where nothing changed, at least one where something did', () => {
    const belief = { shape: 2, exposureMs: day };
    const shown = (changed: boolean) => changesByAge(belief, { gapMs: 4 * day, changed, ageMs: 0, rateAt: halving });
    expect(shown(false).every(({ changes }) => changes === 0)).toBe(true);
    const parts = shown(true);
    const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
    expect(sum(parts.map(({ changes }) => changes))).toBeGreaterThan(2);
    expect(sum(parts.map(({ observedMs }) => observedMs))).toBeCloseTo(4 * day, 0);
    expect(parts[0]?.changes).toBeGreaterThan(8 * (parts.at(-1)?.changes ?? 0));
  });
});

describe('rate classes', () => {
  it('hold every rate within a fifth, and what is beyond in the outermost', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.002, max: 10_000, noNaN: true }), (perDay) => {
        expect(rateOfClass(rateClassOf(perDay / day)) / (perDay / day)).toBeGreaterThan(0.8);
        expect(rateOfClass(rateClassOf(perDay / day)) / (perDay / day)).toBeLessThan(1.25);
      }),
    );
    expect(rateClassOf(1e-30)).toBe(rateClassOf(1e-20));
  });

  it('divide ages at 6 hours, 1, 3, 7 and 14 days', () => {
    expect([0, 0.3, 1, 5, 10, 14, 500].map((days) => ageClassOf(days * day))).toEqual([0, 1, 2, 3, 4, 5, 5]);
  });
});
