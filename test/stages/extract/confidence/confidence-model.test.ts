import { describe, expect, it } from 'vitest';
import {
  confidenceIn,
  doubtsAbout,
  parseConfidenceModel,
  shippedConfidence,
} from '../../../../src/stages/extract/confidence/confidence-model.ts';
import { type Signals, signalDescriptions } from '../../../../src/stages/extract/confidence/signals.ts';

const mean: Signals = {
  precision: 4,
  recall: 3.5,
  doubtful: 0.07,
  added: 0,
  gaps: 0.06,
  before: 0.05,
  after: 0.1,
  mainContainer: 0.8,
  articles: 0.4,
  repetition: 0.01,
  densestRun: 0.85,
  description: 0.2,
};

/** A change of each signal for the worse. */
const worse: Signals = {
  precision: 1,
  recall: 1,
  doubtful: 0.6,
  added: 1,
  gaps: 0.8,
  before: 0.9,
  after: 0.9,
  mainContainer: 0.2,
  articles: 2,
  repetition: 0.4,
  densestRun: 0.2,
  description: 1,
};

describe('the shipped confidence model', () => {
  const model = shippedConfidence();

  it('is sure of a page like most training pages', () => {
    expect(confidenceIn(mean, model)).toBeGreaterThan(0.9);
  });

  it.each(Object.keys(signalDescriptions) as (keyof Signals)[])('never gains by a worse %s', (signal) => {
    expect(confidenceIn({ ...mean, [signal]: worse[signal] }, model)).toBeLessThanOrEqual(confidenceIn(mean, model));
  });

  it('is a probability where all signals are at their worst', () => {
    const confidence = confidenceIn(worse, model);
    expect(confidence).toBeGreaterThanOrEqual(0);
    expect(confidence).toBeLessThan(0.1);
  });
});

describe('parseConfidenceModel', () => {
  const term = { weight: -2, mean: 0.1 };

  it('describes what lowers the confidence, the strongest first', () => {
    const model = parseConfidenceModel({ intercept: 2, signals: { gaps: term, after: { ...term, weight: -4 } } });
    expect(doubtsAbout({ ...mean, gaps: 0.6, after: 0.6 }, model)).toEqual([
      `-2.0 ${signalDescriptions.after} = 0.60`,
      `-1.0 ${signalDescriptions.gaps} = 0.60`,
    ]);
    expect(doubtsAbout({ ...mean, gaps: 0.1, after: 0.1 }, model)).toEqual([]);
  });

  it.each([
    [
      'a signal that is not computed',
      { intercept: 0, signals: { toString: term } },
      'the signal toString does not exist',
    ],
    ['a file of something else', { trees: [] }, 'intercept'],
  ])('refuses %s', (_, file, message) => {
    expect(() => parseConfidenceModel(file)).toThrow(message);
  });
});
