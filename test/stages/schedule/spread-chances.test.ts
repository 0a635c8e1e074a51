import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SpreadChances } from '../../../src/stages/schedule/spread-chances.ts';

const first = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const selected = (begin: number, visits: number, share: number): number[] => {
  const chances = new SpreadChances();
  return Array.from({ length: visits }, (_, at) => at).filter(() => chances.next('format', begin) < share);
};

describe('spread chances', () => {
  it('select the share of the visits, evenly', () => {
    fc.assert(
      fc.property(first, (begin) => {
        const visits = selected(begin, 1_000, 0.02);
        expect(visits.length).toBeGreaterThanOrEqual(18);
        expect(visits.length).toBeLessThanOrEqual(22);
        const gaps = visits.slice(1).map((at, index) => at - (visits[index] ?? 0));
        expect(Math.min(...gaps)).toBeGreaterThan(32);
        expect(Math.max(...gaps)).toBeLessThan(100);
      }),
    );
  });

  it('begin with the chance of the first visit, each format with its own', () => {
    const chances = new SpreadChances();
    expect({ nextA: chances.next('a', 0.5), nextB: chances.next('b', 0.25) }).toEqual({ nextA: 0.5, nextB: 0.25 });
    expect(chances.next('a', 0.9)).toBeCloseTo(0.118, 3);
    expect(chances.next('b', 0.9)).toBeCloseTo(0.868, 3);
  });

  it('forget the oldest of many formats', () => {
    const chances = new SpreadChances();
    for (let at = 0; at <= 10_000; at++) chances.next(`format ${at}`, 0.5);
    expect(chances.next('format 10000', 0.25)).not.toBe(0.25);
    expect(chances.next('format 0', 0.25)).toBe(0.25);
  });
});
