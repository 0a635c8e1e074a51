import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Allocation, allocateVisits } from '../../../../src/stages/schedule/revisits/allocation.ts';
import { rateOfClass } from '../../../../src/stages/schedule/revisits/rate-classes.ts';

const day = 86_400_000;
const count = (host: string, rateClass: number, pages: number) => ({
  host,
  format: '/',
  ageClass: 0,
  rateClass,
  pages,
});
const anyCounts = fc.array(
  fc
    .tuple(
      fc.constantFrom('a.example', 'b.example', 'c.example'),
      fc.integer({ min: -16, max: 16 }),
      fc.integer({ min: 1, max: 500 }),
    )
    .map(([host, rateClass, pages]) => count(host, rateClass, pages)),
  { minLength: 1, maxLength: 20 },
);

type Counts = readonly ReturnType<typeof count>[];
const visitsOf = (counts: Counts, allocation: Allocation): number =>
  counts.reduce((sum, { host, rateClass, pages }) => sum + pages * allocation(host, rateOfClass(rateClass)) * day, 0);

describe('the delay objective', () => {
  it('visits in proportion to the square root of the rate, and spends the budget', () => {
    const counts = [count('a.example', 0, 100), count('a.example', 8, 100)];
    const allocation = allocateVisits(counts, { perHost: 1_000, total: 300 }, 'delay');
    const [slow, fast] = [allocation('a.example', 1 / day), allocation('a.example', 16 / day)];
    expect(fast / slow).toBeCloseTo(4, 9);
    expect(visitsOf(counts, allocation)).toBeCloseTo(300, 6);
  });
});

describe('the freshness objective', () => {
  it('gives up on a page that changes too fast to follow', () => {
    const counts = [count('a.example', 0, 100), count('a.example', 16, 1)];
    const allocation = allocateVisits(counts, { perHost: 1_000, total: 20 }, 'freshness');
    expect(allocation('a.example', 256 / day)).toBe(0);
    expect(allocation('a.example', 1 / day) * day).toBeCloseTo(0.2, 3);
  });

  it('gains the same by a further visit of any page that is visited', () => {
    const counts = [count('a.example', -6, 100), count('a.example', 0, 100), count('a.example', 3, 50)];
    const allocation = allocateVisits(counts, { perHost: 1_000, total: 200 }, 'freshness');
    const gainOf = (rate: number): number => {
      const r = rate / allocation('a.example', rate);
      return (1 - (1 + r) * Math.exp(-r)) / rate;
    };
    const gains = counts.map(({ rateClass }) => gainOf(rateOfClass(rateClass)));
    for (const gain of gains) expect(gain / (gains[0] ?? 0)).toBeCloseTo(1, 6);
  });
});

describe.each(['delay', 'freshness'] as const)('budgets for %s', (objective) => {
  it('hold for all hosts together and for each of them, with at most one visit per change', () => {
    fc.assert(
      fc.property(
        anyCounts,
        fc.integer({ min: 1, max: 2_000 }),
        fc.integer({ min: 1, max: 2_000 }),
        (counts, perHost, total) => {
          const allocation = allocateVisits(counts, { perHost, total }, objective);
          const changes = counts.reduce((sum, { rateClass, pages }) => sum + pages * rateOfClass(rateClass) * day, 0);
          expect(visitsOf(counts, allocation)).toBeLessThanOrEqual(Math.min(total, changes) * 1.001 + 1e-6);
          for (const host of new Set(counts.map((entry) => entry.host)))
            expect(
              visitsOf(
                counts.filter((entry) => entry.host === host),
                allocation,
              ),
            ).toBeLessThanOrEqual(perHost * 1.001);
        },
      ),
    );
  });

  it('gives the room that a full host leaves to other hosts', () => {
    const counts = [count('a.example', 0, 100), count('b.example', 0, 100)];
    const free = allocateVisits([...counts, count('a.example', 4, 100)], { perHost: 1e6, total: 300 }, objective);
    const tight = allocateVisits([...counts, count('a.example', 4, 100)], { perHost: 120, total: 300 }, objective);
    expect(tight('b.example', 1 / day)).toBeGreaterThan(free('b.example', 1 / day));
    expect(tight('a.example', 1 / day)).toBeLessThan(free('a.example', 1 / day));
  });

  it('has no limit without budgets but one visit per change, also without pages', () => {
    const unlimited = { perHost: Number.POSITIVE_INFINITY, total: Number.POSITIVE_INFINITY };
    expect(allocateVisits([], unlimited, objective)('a.example', 1 / day) * day).toBeCloseTo(1, 6);
    expect(allocateVisits([count('a.example', 0, 9)], unlimited, objective)('a.example', 1 / day) * day).toBeCloseTo(
      1,
      6,
    );
  });
});
