import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Comparison, ComparisonResult, FormatEvidence } from '../../../src/model/page/format-evidence.ts';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import {
  type ApiStanding,
  addFinding,
  agree,
  chanceOf,
  type FetchFinding,
  firstChance,
  planFetch,
} from '../../../src/stages/schedule/fetch-plan.ts';
import { SpreadChances } from '../../../src/stages/schedule/spread-chances.ts';

const now = new Date('2026-11-21T12:00:00Z');
const url = canonicalUrl('https://gazette.example/a');
const place = { host: 'gazette.example', format: '/{word}' };
const comparison = (result: ComparisonResult): Comparison => ({ at: now, url, result, detail: `${result} detail` });

/** A page that was fetched both ways, or static alone (`ok`). */
const findingOf = (result: ComparisonResult | 'ok'): FetchFinding =>
  result === 'ok'
    ? { staticGave: true, comparison: null }
    : { staticGave: result !== 'static-lacks', comparison: comparison(result) };

const learn = (results: readonly (ComparisonResult | 'ok')[]): FormatEvidence | null =>
  results.reduce<FormatEvidence | null>((known, one) => addFinding(known, place, findingOf(one), now) ?? known, null);

const calm = 0.99; // no page that is re-checked
const waysAfter = (...results: (ComparisonResult | 'ok')[]) => planFetch(learn(results), calm).ways;

describe('agree', () => {
  it.each<[string, readonly (readonly (ComparisonResult | 'list')[])[], boolean]>([
    ['three articles of two formats', [['same', 'same'], ['same']], true],
    ['two articles', [['same', 'same']], false],
    ['lists alone', [['list', 'list', 'list', 'list']], false],
    ['articles, and pages that lack something', [['same', 'same', 'same', ...Array(5).fill('static-lacks')]], true],
    ['one that differs', [['same', 'same', 'same', 'same'], ['differs']], false],
    ['nothing', [], false],
  ])('%s', (_, formats, isSo) => {
    const evidence = formats.map((results) =>
      results.reduce<FormatEvidence | null>((known, one) => {
        const compared = one === 'list' ? { ...comparison('same'), isList: true as const } : comparison(one);
        return addFinding(known, place, { staticGave: true, comparison: compared }, now);
      }, null),
    );
    expect(agree(evidence.filter((known) => known !== null))).toBe(isSo);
  });
});

describe('planFetch', () => {
  it('compares three pages of an unknown format, no more', () => {
    expect(planFetch(null, calm)).toMatchObject({ ways: 'both', comparisonsMissing: 3 });
    expect(planFetch(learn(['same', 'same']), calm)).toEqual({
      ways: 'both',
      reason: 'unknown format: 2 of 3 comparisons are made',
      comparisonsMissing: 1,
    });
    expect(planFetch(learn(['same', 'same', 'same']), calm)).toEqual({
      ways: 'static-first',
      reason: 'static: it was enough in 3 of 3 comparisons',
      comparisonsMissing: null,
    });
  });

  it.each<[string, (ComparisonResult | 'ok')[], string]>([
    ['a browser that gives less', ['browser-lacks', 'same', 'browser-lacks'], 'static-first'],
    ['static fetches that never give anything', ['static-lacks', 'static-lacks', 'static-lacks'], 'browser'],
    ['static fetches that give something now and then', ['static-lacks', 'same', 'static-lacks'], 'static-first'],
    ['a static article that differs', ['same', 'same', 'differs'], 'browser'],
    ['one that differed long ago', ['differs', 'same', 'same', 'same'], 'static-first'],
    [
      'a site that begins to render in the client',
      ['same', 'same', 'same', ...Array(8).fill('static-lacks')],
      'browser',
    ],
    [
      'one that does so for some pages',
      ['same', 'same', 'same', ...Array(7).fill('static-lacks'), 'ok'],
      'static-first',
    ],
    ['a client-rendered site that becomes static', [...Array(3).fill('static-lacks'), 'same'], 'static-first'],
  ])('%s', (_, results, ways) => expect(waysAfter(...results)).toBe(ways));

  it('re-checks two pages in a hundred, one in five where the comparisons contradict one another', () => {
    const pages = Array.from({ length: 4_000 }, (_, index) => `https://gazette.example/story-${index}`);
    const rechecked = (evidence: FormatEvidence | null) =>
      pages.filter((page) => planFetch(evidence, chanceOf(page, 0)).ways === 'both').length / pages.length;
    for (const settled of [
      ['same', 'same', 'same'],
      Array(3).fill('static-lacks'),
      Array(3).fill('differs'),
    ] as const) {
      expect(rechecked(learn(settled))).toBeGreaterThan(0.013);
      expect(rechecked(learn(settled))).toBeLessThan(0.028);
    }
    expect(rechecked(learn(['same', 'differs', 'same']))).toBeGreaterThan(0.17);
    expect(rechecked(learn(['same', 'differs', 'same']))).toBeLessThan(0.23);
    expect(planFetch(learn(Array(3).fill('differs')), 0).reason).toContain('re-check of 2 %');
  });

  it('says why a browser is asked', () => {
    expect(planFetch(learn(['same', 'same', 'differs']), calm).reason).toBe(
      'browser: 1 of the last 3 comparisons differed (differs detail)',
    );
    expect(planFetch(learn(Array(3).fill('static-lacks')), calm).reason).toBe(
      'browser: the last 3 static fetches gave too little (static-lacks detail)',
    );
  });

  it('never trusts static fetches after one of the last three comparisons differed', () => {
    const results = fc.array(fc.constantFrom<ComparisonResult>('same', 'differs', 'static-lacks', 'browser-lacks'), {
      minLength: 3,
      maxLength: 12,
    });
    fc.assert(
      fc.property(results, (some) => {
        const differed = some.slice(-3).includes('differs');
        expect(waysAfter(...some) === 'browser').toBe(
          differed || some.slice(-8).every((one) => one === 'static-lacks'),
        );
      }),
    );
  });
});

describe('addFinding', () => {
  it('keeps a bounded record, and counts all', () => {
    const evidence = learn(Array(50).fill('static-lacks').concat('same'));
    expect(evidence).toMatchObject({ compared: 51, enough: 1, updatedAt: now });
    expect({ comparisonCount: evidence?.comparisons.length, staticGaveCount: evidence?.staticGave.length }).toEqual({
      comparisonCount: 5,
      staticGaveCount: 8,
    });
    expect(evidence?.comparisons.at(-1)?.result).toBe('same');
  });

  it('writes nothing for one more good static fetch of a good format', () => {
    const good = learn(['same', 'same', 'same']);
    expect(addFinding(good, place, findingOf('ok'), now)).toBeNull();
    const mixed = learn(['same', 'static-lacks', 'same']);
    expect(addFinding(mixed, place, findingOf('ok'), now)?.staticGave).toEqual([true, false, true, true]);
    expect(addFinding(good, place, { staticGave: null, comparison: null }, now)).toBeNull();
  });
});

describe('chanceOf', () => {
  it('is the same for a page and its visit, another for the next visit', () => {
    expect(chanceOf(url, 1)).toBe(chanceOf(url, 1));
    expect(chanceOf(url, 1)).not.toBe(chanceOf(url, 2));
  });
});

describe('firstChance', () => {
  const api = (state: ApiStanding['state'], ageMs: number, isNamed = false): ApiStanding => ({
    state,
    reason: '',
    samples: [],
    misses: 0,
    api: null,
    shared: {},
    scripts: [],
    lastDifference: '',
    agreed: [true, true],
    isNamed,
    decidedAt: new Date(now.getTime() - ageMs),
  });
  const pagesUntilCompared = (standing: ApiStanding | null, own: number): number => {
    const chances = new SpreadChances();
    const plans = Array.from({ length: 200 }, () => chances.next('a', firstChance(standing, own, now)));
    return plans.findIndex((chance) => chance < 0.02);
  };

  it('lets the comparisons of a trial count for an hour', () => {
    expect(pagesUntilCompared(api('learned', 0), 0.01)).toBeGreaterThan(50);
    expect(pagesUntilCompared(api('learned', 2 * 3_600_000), 0.01)).toBe(0);
  });

  it('is that of the visit for an API that a scraper names, and without one', () => {
    expect(pagesUntilCompared(api('learned', 0, true), 0.01)).toBe(0);
    expect(pagesUntilCompared(null, 0.01)).toBe(0);
  });
});
