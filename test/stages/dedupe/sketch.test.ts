import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sharedMarks } from '../../../src/model/article/neighbour-keys.ts';
import { hashOfRun } from '../../../src/stages/dedupe/compared-text.ts';
import { sketchOf } from '../../../src/stages/dedupe/sketch.ts';

const shingles = (from: number, to: number) => {
  const units = Array.from({ length: to - from + 2 }, (_, index) => `unit${from + index}`);
  return units.slice(2).map((_, at) => hashOfRun(units, at));
};

describe('sketchOf', () => {
  it('is the smallest hashes, ascending, whatever the order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(0xffff_ffff), { maxLength: 80 }), (texts) => {
        const sketch = sketchOf(texts);
        expect(sketch).toEqual([...new Set(sketch)].sort());
        expect(sketch.length).toBeLessThanOrEqual(24);
        expect(sketchOf(texts.toReversed())).toEqual(sketch);
      }),
    );
  });

  it('of a part shares every mark of the whole that the part has', () => {
    const whole = sketchOf(shingles(0, 1_000));
    const part = sketchOf(shingles(0, 300));
    const inPart = whole.filter((mark) => shingles(0, 300).some((one) => sketchOf([one])[0] === mark));
    expect(sharedMarks(whole, part)).toBe(inPart.length);
    expect(inPart.length).toBeGreaterThanOrEqual(2);
  });

  it('shares about as much as the texts do, and nothing between strangers', () => {
    const shared = sharedMarks(sketchOf(shingles(0, 900)), sketchOf(shingles(100, 1_000)));
    expect(shared).toBeGreaterThan(12);
    expect(sharedMarks(sketchOf(shingles(0, 900)), sketchOf(shingles(2_000, 2_900)))).toBe(0);
  });
});
