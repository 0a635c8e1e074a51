import { describe, expect, it } from 'vitest';
import {
  calibrateProbabilities,
  probabilitiesOf,
  type ScoredExample,
} from '../../../../src/stages/classify/linear/calibrate-probabilities.ts';

/** Examples whose labels are distributed by the calibration: each score once per label, weighted by its probability. */
const drawn = (slope: number, offsets: readonly number[], each: number): ScoredExample[] =>
  Array.from({ length: 60 }, (_, n) => Float64Array.from(offsets, (_, label) => Math.sin(n * 1.7 + label * 2.3) * 3))
    .map((scores) => ({ scores, shares: probabilitiesOf(scores, { slope, offsets }) }))
    .flatMap(({ scores, shares }) => Array.from(shares, (share, label) => ({ scores, label, weight: share * each })));

describe('calibrate', () => {
  it('recovers the parameters that the examples were drawn with', () => {
    const { slope, offsets } = calibrateProbabilities(drawn(0.6, [0.5, -0.2, -0.3], 100_000), 3);
    expect(slope).toBeCloseTo(0.6, 2);
    // only differences matter: the same change of all offsets changes no probability
    const [first = 0, second = 0, third = 0] = offsets;
    expect(first - second).toBeCloseTo(0.7, 2);
    expect(first - third).toBeCloseTo(0.8, 2);
  });

  it('keeps offsets small for few examples, and is not overconfident without errors', () => {
    const few = calibrateProbabilities(drawn(0.6, [0.5, -0.5], 0.05), 2);
    expect(Math.abs(few.offsets[0] ?? 1)).toBeLessThan(0.15);
    const right = [0, 1].map((label) => ({ label, weight: 5, scores: Float64Array.of(1 - label, label) }));
    const [sure = 1] = probabilitiesOf(Float64Array.of(1, 0), calibrateProbabilities(right, 2));
    expect(sure).toBeGreaterThan(0.75);
    expect(sure).toBeLessThan(0.9);
  });

  it('keeps the order of the labels when scores are useless or reversed', () => {
    const wrong = [0, 1].map((label) => ({ label, weight: 50, scores: Float64Array.of(label, 1 - label) }));
    expect(calibrateProbabilities(wrong, 2).slope).toBeGreaterThan(0);
  });
});
