import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clusters, countPairs, f1, precision, recall, shingleF1 } from './score.ts';

describe('shingleF1', () => {
  it('counts runs of four words, and of four Han characters', () => {
    // gold: 3 runs, text: 4 runs, shared: 3
    expect(shingleF1('one two three four five six seven', 'one two three four five six')).toBeCloseTo(6 / 7);
    expect(shingleF1('港口今天开放了', '港口今天开放')).toBeCloseTo(6 / 7);
    expect(shingleF1('Short, text!', 'short text')).toBe(1);
    expect(shingleF1('', '')).toBe(1);
    expect(shingleF1('something', '')).toBe(0);
  });

  it('is symmetric, 1 for the same text, and between 0 and 1', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', '海'), { maxLength: 30 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(shingleF1(a, a)).toBe(1);
        expect(shingleF1(a, b)).toBe(shingleF1(b, a));
        expect(shingleF1(a, b)).toBeGreaterThanOrEqual(0);
        expect(shingleF1(a, b)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('clusters and their pairs', () => {
  it('merges by single link, and counts pairs', () => {
    const predicted = clusters(
      ['a', 'b', 'c', 'd'],
      [
        ['a', 'b'],
        ['c', 'b'],
      ],
    );
    const gold = clusters(
      ['a', 'b', 'c', 'd'],
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    );
    const hits = countPairs(predicted, gold);
    expect(hits).toEqual({ correct: 1, predicted: 3, expected: 2 });
    expect({ precision: precision(hits), recall: recall(hits), f1: f1(hits) }).toEqual({
      precision: 1 / 3,
      recall: 1 / 2,
      f1: 2 / 5,
    });
    expect(() => clusters(['a'], [['a', 'x']])).toThrow('names no member');
  });
});
