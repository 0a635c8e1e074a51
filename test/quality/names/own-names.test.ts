import { describe, expect, it } from 'vitest';
import { hashOf, maxLoss, NameTrial, pairsOf } from './name-trial.ts';
import { ruleNames } from './vocabulary.ts';

const trial = new NameTrial();
/** A sample, and each on a sample of the pages: `npm run bench:extract -- --names` tries all pairs on all pages. */
const pairsTried = 12;
const sampledPairs = pairsOf(ruleNames)
  .toSorted((a, b) => hashOf(a) - hashOf(b))
  .slice(0, pairsTried);

describe("boilerplate class names on an article's boxes", () => {
  it('are tried on most generated pages, with every name of the rules', () => {
    expect(trial.pages).toBeGreaterThan(70);
    expect(ruleNames).toEqual(
      expect.arrayContaining(['paywall', 'newsletter', 'comments', 'cookie', 'related', 'hidden', 'sr-only', 'share']),
    );
  });

  it.each([...ruleNames, ...sampledPairs])('keep the text: %s', (name) => {
    expect(trial.sampledLossBy(name)).toBeLessThan(maxLoss);
  });
});
