import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseCutOff } from '../../../../src/stages/extract/classifier/cut-off.ts';

const threshold = 0.5;

describe('chooseCutOff', () => {
  it('is the threshold where text and boilerplate are far apart', () => {
    expect(chooseCutOff([0.02, 0.98, 0.97, 0.03], [80, 400, 300, 60], threshold)).toBe(threshold);
  });

  it('is lower where most of the page is half sure: leaving it out would cost more than taking it', () => {
    expect(chooseCutOff([0.7, 0.45, 0.44, 0.42, 0.43, 0.01], [100, 300, 300, 300, 300, 900], threshold)).toBe(0.42);
  });

  it('does not reach down to blocks that are hardly ever text', () => {
    expect(chooseCutOff([0.6, 0.45, 0.08, 0.08], [100, 300, 2_000, 2_000], threshold)).toBeGreaterThan(0.08);
  });

  it('always takes a block, and no block below the minimum probability on a page that has better ones', () => {
    const blocks = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 1, max: 2_000 })), {
      minLength: 1,
    });
    fc.assert(
      fc.property(blocks, (page) => {
        const probabilities = page.map(([probability]) => probability);
        const cutOff = chooseCutOff(
          probabilities,
          page.map(([, length]) => length),
          threshold,
        );
        const taken = probabilities.filter((probability) => probability >= cutOff);
        expect(taken.length).toBeGreaterThan(0);
        if (probabilities.some((probability) => probability >= threshold))
          expect(Math.max(...taken)).toBeGreaterThanOrEqual(threshold);
      }),
    );
  });
});
