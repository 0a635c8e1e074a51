import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SearchRanking } from '../../../../src/model/seed/search.ts';
import { fuseRanks, seedCandidates, seedScore } from '../../../../src/stages/discover/search/candidates.ts';
import { searchQueries } from '../../../../src/stages/discover/search/search-queries.ts';

describe('reciprocal-rank fusion', () => {
  it('sums 1 / (60 + rank), the best rank of each list', () => {
    const scores = fuseRanks([
      ['a', 'b', 'a'],
      ['b', 'c'],
    ]);
    expect([...scores]).toEqual([
      ['a', 1 / 61],
      ['b', 1 / 62 + 1 / 61],
      ['c', 1 / 62],
    ]);
  });

  it('does not depend on the order of the lists, and one more list never lowers a score', () => {
    const items = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 6 });
    fc.assert(
      fc.property(fc.array(items, { maxLength: 5 }), items, (lists, more) => {
        const scores = fuseRanks(lists);
        for (const [item, score] of fuseRanks(lists.toReversed())) expect(scores.get(item)).toBeCloseTo(score, 12);
        const grown = fuseRanks([...lists, more]);
        for (const [item, score] of scores) expect(grown.get(item)).toBeGreaterThanOrEqual(score);
      }),
    );
  });
});

describe('candidates', () => {
  const ranking = (engine: string, ...urls: string[]): SearchRanking => ({
    engine,
    query: 'harbour',
    results: urls.map((url) => ({ url, title: `Title of ${url}`, snippet: '', publishedAt: null })),
  });
  const rankings = [
    ranking('one', 'https://www.gazette.example/a', 'https://herald.example:8443/b', 'https://gazette.example/c'),
    ranking('two', 'https://herald.example:8443/d', 'https://courier.example/e'),
  ];

  it('are sites by the fusion of their best ranks, each with its evidence', () => {
    const candidates = seedCandidates(rankings, ({ url }) => (url.endsWith('/a') ? 1 : 0));
    expect(candidates.map(({ site }) => site)).toEqual(['herald.example', 'gazette.example', 'courier.example']);
    const [herald, gazette] = candidates;
    expect(herald).toMatchObject({ homeUrl: 'https://herald.example:8443/', rankScore: 1, relevance: 0 });
    expect(gazette).toMatchObject({
      homeUrl: 'https://www.gazette.example/',
      title: 'Title of https://www.gazette.example/a',
    });
    expect(gazette?.relevance).toBeCloseTo(1 / 61 / (1 / 61 + 1 / 63), 9);
    expect(gazette?.evidence).toEqual([
      { engine: 'one', query: 'harbour', rank: 1, url: 'https://www.gazette.example/a' },
      { engine: 'one', query: 'harbour', rank: 3, url: 'https://gazette.example/c' },
    ]);
    expect(seedCandidates([], () => 1)).toEqual([]);
  });

  it('count with their results like 10 articles', () => {
    expect(seedScore(0.6, 0, 0)).toBeCloseTo(0.6);
    expect(seedScore(0.6, 10, 10)).toBeCloseTo(0.8);
    expect(seedScore(0.6, 90, 0)).toBeCloseTo(0.06);
  });
});

describe('the queries of a topic', () => {
  it('are the strongest keywords, two together, and rising terms in addition to the strongest', () => {
    expect(searchQueries({ tide: 1, harbour: 3, ferry: 2, pier: 0.5 }, ['storm', 'harbour', 'barge'])).toEqual([
      ...['harbour', 'ferry', 'tide', 'harbour ferry', 'harbour storm', 'harbour barge'],
    ]);
    expect(searchQueries({ harbour: 1 }, [])).toEqual(['harbour']);
    expect(searchQueries({}, ['storm'])).toEqual(['storm']);
    expect(searchQueries({}, [])).toEqual([]);
  });
});
