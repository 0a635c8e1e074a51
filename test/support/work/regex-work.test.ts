import { describe, expect, it } from 'vitest';
import { regexWork } from './regex-work.ts';

const backtracksOf = (body: () => unknown): number => regexWork(body).backtracks;

describe('regexWork', () => {
  it('grows with the text where a pattern is linear', () => {
    const work = (length: number) => backtracksOf(() => 'ab'.repeat(length).replace(/(?:b|,)+$/, ''));
    expect(work(1_000)).toBeLessThan(20_000);
    expect(work(10_000)).toBeLessThan(200_000);
  });

  it('sees a pattern that is tried again from every position, and one that does not end', () => {
    const commas = ', '.repeat(2_000);
    expect(backtracksOf(() => `${commas}x`.replace(/(?:\s|,)+$/, ''))).toBeGreaterThan(1_000_000);
    expect(backtracksOf(() => /(a+)+b/.test('a'.repeat(60)))).toBe(Number.POSITIVE_INFINITY);
  });

  it('counts every method that takes a pattern, and leaves results alone', () => {
    const results: unknown[] = [];
    const { backtracks, longestText } = regexWork(() => {
      results.push('a, b'.split(/\s*,\s*/), 'a1b2'.replace(/\d/g, '-'), /(b)/.exec('abc')?.[1], 'a b'.search(/\s/));
      results.push([...'x1y22'.matchAll(/\d+/g)].map(String), 'ab'.match(/b$/)?.index);
    });
    expect(results).toEqual([['a', 'b'], 'a-b-', 'b', 1, ['1', '22'], 1]);
    expect(backtracks).toBeGreaterThanOrEqual(64 * 12);
    expect(longestText).toBe(5);
  });
});
