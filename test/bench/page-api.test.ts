import { describe, expect, it } from 'vitest';
import { type SiteScore, waysOf } from '../../bench/page-api/measure-site.ts';
import { rowOf, summaryOf } from '../../bench/page-api/score-table.ts';
import type { ArticleVisit } from '../support/api-sites/crawl-api-sites.ts';

/** Visits one after another, a second each, by these ways. */
const visitsBy = (ways: readonly string[], section = 'news'): ArticleVisit[] =>
  ways.map((via, index) => ({
    url: `http://site.example/${section}/a-story-of-${index}-${10_000 + index}`,
    outcome: 'stored',
    reason: null,
    via,
    startedAtMs: index * 1_000,
    endedAtMs: index * 1_000 + 900,
  }));

const siteScore = (ways: readonly string[], score: Partial<SiteScore> = {}): SiteScore => ({
  style: 'rest-id',
  seed: 1,
  learnable: true,
  pages: ways.length,
  stored: ways.length,
  ...waysOf(visitsBy(ways)),
  sameAsTruth: ways.length,
  sameAsRendered: ways.length,
  compared: ways.length,
  exactBodies: ways.length,
  effectsTwice: 0,
  cpuSeconds: 1,
  browserCpuSeconds: 10,
  seconds: 1,
  differences: [],
  ...score,
});

const [browser, api] = ['browser', 'api'];

describe('pages by fetch mode', () => {
  it('begin to count with the first page without a browser', () => {
    const ways = waysOf(visitsBy([browser, browser, browser, api, api, browser, api]));
    expect(ways).toEqual({
      formats: 1,
      renderedBefore: [3],
      later: { api: 3, browser: 1 },
      byWay: { browser: 4, api: 3 },
    });
  });

  it('begin to count after five rendered pages where none came without a browser', () => {
    const { renderedBefore, later } = waysOf(visitsBy(Array.from({ length: 8 }, () => browser)));
    expect({ renderedBefore, later }).toEqual({ renderedBefore: [], later: { browser: 3 } });
  });

  it('leave out rendered pages that were under way when the format was learned', () => {
    const [first, second, third] = visitsBy([browser, browser, api]);
    if (first === undefined || second === undefined || third === undefined) throw new Error('there are three');
    const late = { ...second, endedAtMs: third.endedAtMs + 500 };
    expect(waysOf([first, late, third]).renderedBefore).toEqual([1]);
  });

  it('are counted by URL format', () => {
    const visits = [...visitsBy([browser, api]), ...visitsBy([browser, browser], 'sport')];
    expect(waysOf(visits)).toMatchObject({ formats: 2, renderedBefore: [1], later: { api: 1 } });
  });
});

describe('the summary', () => {
  const learned = siteScore([...Array.from({ length: 4 }, () => browser), ...Array.from({ length: 40 }, () => api)]);
  const never = siteScore(
    Array.from({ length: 40 }, () => browser),
    { style: 'jsonp' },
  );

  it('counts a style that is learned in time, and none that is not', () => {
    expect(rowOf([learned])).toMatchObject({
      'rendered before': '4 (1 of 1 formats)',
      'later api': '100.0 %',
      'all without': '90.9 %',
      'CPU-s/page': '0.02',
    });
    expect(rowOf([never])).toMatchObject({
      'rendered before': 'never',
      'later api': '0.0 %',
      'later browser': '100.0 %',
    });
    expect(summaryOf([learned, never])[0]).toContain('after at most 5: 1 of 2');
    const late = siteScore([...Array.from({ length: 6 }, () => browser), ...Array.from({ length: 40 }, () => api)]);
    expect(summaryOf([late])[0]).toContain('0 of 1');
  });

  it('counts pages of forbidden styles by api, and effects caused twice', () => {
    const forbidden = siteScore([browser, browser, api], { style: 'post-effect', learnable: false, effectsTwice: 1 });
    expect(summaryOf([learned, forbidden]).at(-1)).toContain('1 pages by api (bar 0), 1 effects caused twice');
  });
});
