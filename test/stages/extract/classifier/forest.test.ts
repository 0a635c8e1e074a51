import { describe, expect, it } from 'vitest';
import { parseBlockModel } from '../../../../src/stages/extract/classifier/block-model.ts';
import { featureNames } from '../../../../src/stages/extract/classifier/feature-table.ts';
import {
  buildForest,
  featureContributions,
  predictProbability,
} from '../../../../src/stages/extract/classifier/forest.ts';

const logistic = (sum: number): number => 1 / (1 + Math.exp(-sum));

// x0 <= 1 ? (x1 <= 5 ? -2 : 0) : 3; and a tree of one leaf
const trees: Parameters<typeof buildForest>[0] = [
  [
    [0, 1],
    [1, 5],
    [1, -1],
    [-3, -2],
    [-2, 0, 3],
    [600, 200, 200],
  ],
  [[], [], [], [], [0.5], [1000]],
];
const forest = buildForest(trees);

describe('forest', () => {
  it.each([
    [1, 5, -1.5],
    [1, 6, 0.5],
    [1.5, 0, 3.5],
  ])('walks to the leaf: x0 = %d, x1 = %d', (x0, x1, sum) => {
    // the row begins somewhere within the rows of all blocks
    expect(predictProbability(forest, Float64Array.of(9, 9, x0, x1), 2)).toBeCloseTo(logistic(sum), 12);
  });

  it('gives a row up after some trees where their sum is low', () => {
    const early = buildForest(trees, [[1, -1]]);
    const of = (x0: number, x1: number) => predictProbability(early, Float64Array.of(x0, x1), 0);
    expect(of(1, 5)).toBeCloseTo(logistic(-2), 12);
    expect(of(1, 6)).toBeCloseTo(logistic(0.5), 12);
    expect(of(2, 0)).toBeCloseTo(logistic(3.5), 12);
  });

  /** x <= 0 ? 0 : x <= 1 ? 1 : … : the last leaf. */
  const stairs = (leaves: number): (typeof trees)[number] => {
    const steps = Array.from({ length: leaves - 1 }, (_, at) => at);
    return [
      steps.map(() => 0),
      steps,
      steps.map((at) => ~at),
      steps.map((at) => (at + 1 < steps.length ? at + 1 : ~(at + 1))),
      [...steps, leaves - 1],
      [...steps, 0].map(() => 30),
    ];
  };

  it.each([0, 1, 30, 31])('knows 32 leaves apart: %d', (leaf) => {
    expect(predictProbability(buildForest([stairs(32)]), Float64Array.of(leaf), 0)).toBeCloseTo(logistic(leaf), 15);
  });

  it('refuses a tree of more leaves than a number has bits', () => {
    expect(() => buildForest([stairs(33)])).toThrow('tree 0 of the model has more than 32 leaves');
  });

  it('credits each feature with what its splits changed', () => {
    const added = featureContributions(forest, Float64Array.of(1, 6), 0);
    // means by what passed in training: root -.6, left node -1.5
    expect(added.get(0)).toBeCloseTo(-0.9, 12);
    expect(added.get(1)).toBeCloseTo(1.5, 12);
  });
});

describe('parseBlockModel', () => {
  const file = { version: 'x-1', features: featureNames, words: { prose: 0.9 }, threshold: 0.5, trees: [] };

  it('takes a model of the same features', () => {
    expect(parseBlockModel(file)).toMatchObject({ version: 'x-1', threshold: 0.5, words: new Map([['prose', 0.9]]) });
  });

  it('refuses one of other features, and says which', () => {
    const features = featureNames.with(3, 'mood');
    expect(() => parseBlockModel({ ...file, features })).toThrow(
      `model x-1 was trained on other features (mood in the place of ${featureNames[3]})`,
    );
  });
});
