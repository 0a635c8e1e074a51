import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bestThreshold,
  calibrateSimulated,
  population,
  qualityAt,
  shapes,
  turnsOf,
} from '../../../bench/calibration/simulation.ts';
import type { CalibrationStep, Label } from '../../../src/model/topic/label.ts';
import { calibrateThreshold, calibrationDefaults } from '../../../src/stages/classify/calibrate-threshold.ts';
import { precisionFrom, weightLabels } from '../../../src/stages/classify/precision.ts';
import { allocateDraws, mulberry32, randomPositions, strataAround } from '../../../src/stages/classify/sampling.ts';
import { at, calibrationStep, label } from '../../storage/records.ts';

/** Labels of one draw of all pages: each has weight 1. */
const labelled = (scores: readonly (readonly [score: number, relevant: boolean])[]): Label[] =>
  scores.map(([score, relevant], n) =>
    label(`a${n}`, relevant, { score, drawn: { draw: 'd', at: at(5), from: 0, to: null, population: scores.length } }),
  );
/** `n` labels with the same score, of which a share is relevant. */
const block = (score: number, n: number, share: number) =>
  Array.from({ length: n }, (_, at) => [score, at < n * share] as const);
const step = (history: readonly CalibrationStep[], labels: readonly Label[]) => {
  const result = calibrateThreshold(history, labels, 0.4, calibrationDefaults);
  if (typeof result === 'string') throw new Error(result);
  return result;
};

describe('the step rule', () => {
  it('does nothing below the minimum number of labels, and counts drawn ones only', () => {
    const few = labelled(block(0.8, 29, 1));
    expect(calibrateThreshold([], few, 0.4, calibrationDefaults)).toMatch(/29 labels.*30/);
    const chosen = Array.from({ length: 50 }, (_, n) => label(`c${n}`, true));
    expect(calibrateThreshold([], [...few, ...chosen], 0.4, calibrationDefaults)).toMatch(/29 labels/);
  });

  it('goes down when the precision holds, else up, and gives the reason', () => {
    const good = step([], labelled([...block(0.8, 40, 1), ...block(0.2, 40, 0.5)]));
    expect(good).toMatchObject({ direction: 'down', from: 0.4, precision: 1, moved: expect.any(Number), number: 1 });
    expect(good.to).toBeCloseTo(0.3);
    expect(good.why).toMatch(/within/);
    const bad = step([], labelled([...block(0.9, 40, 1), ...block(0.5, 60, 0.2)]));
    expect(bad).toMatchObject({ direction: 'up', steady: false });
    expect(bad.to).toBeCloseTo(0.5);
    expect(bad.why).toMatch(/below/);
  });

  it('halves the step at each change of direction and ends steady, where the precision held', () => {
    const labels = labelled([...block(0.9, 60, 1), ...block(0.35, 60, 0.1)]);
    const history: CalibrationStep[] = [];
    while (history.at(-1)?.steady !== true) {
      // made before the labels: they are new at each step
      history.push({ ...step(history, labels), topic: 'energy', at: at(0) });
      expect(history.length).toBeLessThan(30);
    }
    const final = history.at(-1)?.to ?? 0;
    expect(final).toBeGreaterThan(0.35);
    expect(final).toBeLessThan(0.4 + 0.4 / 4);
    expect(calibrateThreshold(history, labels, 0.4, calibrationDefaults)).toMatch(/steady/);
  });

  it('starts again when a steady precision falls', () => {
    const steady = [calibrationStep(1, { to: 0.4, size: 0.05, direction: 'stay', steady: true })];
    const fallen = step(steady, labelled([...block(0.9, 60, 1), ...block(0.5, 60, 0.2)]));
    expect(fallen).toMatchObject({ direction: 'up', steady: false, from: 0.4, number: 2 });
  });

  it('uses the best precision of the scores as reference when it is below the target', () => {
    const next = step([], labelled([...block(0.9, 50, 0.5), ...block(0.5, 50, 0.5)]));
    expect(next.reference).toBeCloseTo(0.5, 1);
    expect(next.direction).toBe('down');
  });

  it('asks for labels instead of a step while too few are relevant to know the best precision', () => {
    for (const [relevant, others] of [
      [0, 40],
      [5, 35],
      [7, 93],
      [9, 91],
    ] as const) {
      const labels = labelled([...block(0.6, relevant, 1), ...block(0.5, others, 0)]);
      for (const start of [0.1, 0.4, 0.55])
        expect(calibrateThreshold([], labels, start, calibrationDefaults)).toMatch(
          new RegExp(`${relevant} of ${relevant + others} labels are relevant.*: label \\d+ more`),
        );
    }
  });

  it('takes no second step from the same labels, nor from a few new ones', () => {
    const labels = labelled([...block(0.9, 40, 1), ...block(0.5, 60, 0.2)]);
    const history = [{ ...step([], labels), topic: 'energy', at: at(6) }];
    expect(calibrateThreshold(history, labels, 0.4, calibrationDefaults)).toMatch(/^0 new labels.*label 10 more/);
    const renewed = (count: number) => labels.map((one, n) => (n < count ? { ...one, at: at(7) } : one));
    expect(calibrateThreshold(history, renewed(9), 0.4, calibrationDefaults)).toMatch(/label 1 more/);
    expect(step(history, renewed(10))).toMatchObject({ number: 2 });
  });

  it('never reaches 0', () => {
    const history = [calibrationStep(1, { to: 0.05, size: 0.1, direction: 'down' })];
    const next = step(history, labelled(block(0.9, 60, 1)));
    expect(next.to).toBeGreaterThan(0);
  });
});

describe('one step from one draw of a known score distribution', () => {
  it('moves towards the target', () => {
    let steps = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...shapes),
        fc.constantFrom(0.02, 0.1, 0.25, 0.5),
        fc.constantFrom(0.05, 0.15, 0.25, 0.4, 0.6),
        fc.constantFrom(40, 100, 200),
        fc.integer({ min: 1, max: 10_000 }),
        (shape, baseRate, threshold, count, seed) => {
          const random = mulberry32(seed);
          const pages = population(shape, baseRate, 1_000, random);
          const labels = labelled(
            randomPositions(pages.length, count, random).map((position) => {
              const { score, relevant } = pages[position] ?? { score: 0, relevant: false };
              return [score, relevant] as const;
            }),
          );
          const next = calibrateThreshold([], labels, threshold, calibrationDefaults);
          if (typeof next === 'string') {
            expect(next).toMatch(/label \d+ more/);
            return;
          }
          // with a few labels above the threshold the precision is unknown, and a lower threshold makes it known
          if (next.labels < 10) return;
          steps++;
          const { precision } = qualityAt(pages, threshold);
          const best = bestThreshold(pages).precision;
          // 4 standard errors of the smallest share of labels that allows a step, and the tolerance twice
          const unlikely = 4 * Math.sqrt((precision * (1 - precision)) / next.labels) + 0.1;
          if (precision < best - unlikely) expect(next.direction).toBe('up');
          if (precision > calibrationDefaults.target + unlikely) expect(next.direction).toBe('down');
        },
      ),
      { numRuns: 400, seed: 17 },
    );
    expect(steps).toBeGreaterThan(100);
  });
});

describe('calibrating with wrong labels', () => {
  it('ends near the best threshold for any scores', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...shapes),
        fc.constantFrom(0.1, 0.25, 0.5),
        fc.integer({ min: 1, max: 10_000 }),
        (shape, baseRate, seed) => {
          const pages = population(shape, baseRate, 3_000, mulberry32(seed));
          const { steps, threshold } = calibrateSimulated(pages, { wrong: 0.05, seed });
          expect(steps.at(-1)?.steady).toBe(true);
          // steps narrow: each change of direction at least halves the step
          expect(turnsOf(steps)).toBeLessThanOrEqual(12);
          expect(qualityAt(pages, threshold).precision).toBeGreaterThan(bestThreshold(pages).precision - 0.2);
        },
      ),
      { numRuns: 25, seed: 11 },
    );
  });

  it('ends when one page in fifty is relevant, though wrong labels outnumber right ones', () => {
    fc.assert(
      fc.property(fc.constantFrom(...shapes), fc.integer({ min: 1, max: 10_000 }), (shape, seed) => {
        const pages = population(shape, 0.02, 3_000, mulberry32(seed));
        const { steps, threshold } = calibrateSimulated(pages, { wrong: 0.05, seed });
        expect(steps.at(-1)?.steady).toBe(true);
        expect(turnsOf(steps)).toBeLessThanOrEqual(14);
        expect(threshold).toBeGreaterThan(0);
      }),
      { numRuns: 8, seed: 5 },
    );
  });
});

describe('the estimate', () => {
  it('is unbiased, though most strata have few drawn pages', () => {
    const random = mulberry32(3);
    const pages = Array.from({ length: 2_000 }, () => {
      const score = random();
      return { score, relevant: random() < score };
    });
    const kept = pages.filter(({ score }) => score >= 0.5);
    const truth = kept.filter(({ relevant }) => relevant).length / kept.length;
    const estimates = Array.from({ length: 300 }, (_, run) => {
      const draw = mulberry32(run + 100);
      const labels = [0.5, 0.9].flatMap((from, index) => {
        const to = index === 0 ? 0.9 : null;
        const members = pages.filter(({ score }) => score >= from && (to === null || score < to));
        return randomPositions(members.length, 15, draw).map((position) => {
          const { score, relevant } = members[position] ?? { score: 0, relevant: false };
          const drawn = { draw: `${run}`, at: at(5), from, to, population: members.length };
          return label(`${score}`, relevant, { score, drawn });
        });
      });
      return precisionFrom(weightLabels(labels), 0.5);
    });
    const mean = estimates.reduce((sum, { precision }) => sum + precision, 0) / estimates.length;
    const plain = estimates.map(({ precision }) => Math.abs(precision - truth) < 0.2);
    expect(Math.abs(mean - truth)).toBeLessThan(0.015);
    expect(plain.filter(Boolean).length).toBeGreaterThan(270);
  });

  it('weights a page by all draws that could have shown it', () => {
    const drawn = (draw: string) => ({ draw, at: at(5), from: 0, to: null, population: 4 });
    const labels = [label('a', true, { drawn: drawn('one') }), label('b', true, { drawn: drawn('two') })];
    for (const { weight } of weightLabels(labels)) expect(weight).toBeCloseTo(1 / (1 - (3 / 4) ** 2));
    const late = [labels[0] as Label, label('b', true, { seenAt: at(9), drawn: { ...drawn('two'), at: at(10) } })];
    expect(weightLabels(late)[1]?.weight).toBeCloseTo(4);
  });
});

describe('drawing', () => {
  it('gives distinct positions with equal probability, the same for the same seed', () => {
    const counts = new Array(10).fill(0);
    for (let run = 0; run < 2_000; run++)
      for (const position of randomPositions(10, 3, mulberry32(run))) counts[position] += 1;
    for (const count of counts) expect(Math.abs(count - 600)).toBeLessThan(90);
    fc.assert(
      fc.property(fc.nat(50), fc.nat(60), fc.nat(), (size, count, seed) => {
        const drawn = randomPositions(size, count, mulberry32(seed));
        expect(new Set(drawn).size).toBe(Math.min(size, count));
        expect(drawn.every((one) => one >= 0 && one < size)).toBe(true);
        expect(randomPositions(size, count, mulberry32(seed))).toEqual(drawn);
      }),
    );
  });

  it('splits the scores at the threshold, and draws from other strata what is missing in a small one', () => {
    const strata = strataAround(0.25, 0.1);
    expect(strata.map(({ range }) => range.from)).toEqual(
      [0, 0.05, 0.15, 0.25, 0.35, 0.45].map((from) => expect.closeTo(from)),
    );
    expect(strata.at(-1)?.range.to).toBeNull();
    expect(strataAround(0.1, 0.1).map(({ range }) => range.from)[0]).toBe(0);
    expect(allocateDraws([1, 1, 2], [100, 100, 100], 8)).toEqual([2, 2, 4]);
    expect(allocateDraws([1, 1, 2], [100, 1, 2], 8)).toEqual([5, 1, 2]);
    expect(allocateDraws([1, 2], [1, 1], 8)).toEqual([1, 1]);
  });
});
