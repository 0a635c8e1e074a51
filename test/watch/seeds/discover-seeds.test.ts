import { describe, expect, it } from 'vitest';
import { NewshawkError } from '../../../src/errors.ts';
import { unknownSite } from '../../../src/settings/scraper.ts';
import { parseSearchEngines } from '../../../src/settings/search-engines.ts';
import { searchAddress } from '../../../src/stages/discover/search/search-address.ts';
import { discoverSeeds } from '../../../src/watch/seeds/discover-seeds.ts';
import { commitArticles } from '../../storage/commit-articles.ts';
import { article, source } from '../../storage/records.ts';
import { type FakeAnswer, type FakeCrawl, openCrawl } from '../../support/crawl-ports.ts';
import { topic } from '../../support/topics.ts';

const searchEngines = parseSearchEngines('searxng:https://search.example,rss:https://news.example/rss?q={query}');
const grid = topic('energy', { grid: 2, solar: 1 }, { threshold: 0.25 });

interface Result {
  readonly url: string;
  readonly title: string;
}

const json = (...results: readonly Result[]): FakeAnswer => ({ html: JSON.stringify({ results }) });
const rss = (...results: readonly Result[]): FakeAnswer => ({
  html: `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title>${results.map(({ url, title }) => `<item><title>${title}</title><link>${url}</link></item>`).join('')}</channel></rss>`,
});

/** A web in which the engines give these answers to every question of the topic. */
async function searching(
  answers: { readonly searxng?: FakeAnswer; readonly rss?: FakeAnswer },
  exclude: string[] = [],
) {
  const crawl = await openCrawl();
  const [meta, news] = searchEngines;
  for (const query of ['grid', 'solar', 'grid solar'])
    for (const [engine, answer] of [
      [meta, answers.searxng ?? json()],
      [news, answers.rss ?? rss()],
    ] as const)
      if (engine !== undefined) crawl.web.answers[`static ${searchAddress(engine, query, null)}`] = answer;
  const io: Parameters<typeof discoverSeeds>[0] = {
    ...crawl.io,
    siteOf: unknownSite,
    config: { ...crawl.io.config, searchEngines, seedsExclude: exclude },
  };
  const search = (more: { isDry?: boolean; limit?: number } = {}) =>
    discoverSeeds(io, { topic: grid, limit: 10, isDry: false, ...more });
  return { crawl, io, search };
}

const about = (host: string, title = 'The grid gets solar power'): Result => ({ url: `https://${host}/a`, title });
const sourcesOf = async ({ io }: FakeCrawl): Promise<string[]> => (await io.store.sources.list()).map(({ url }) => url);
const decisions = (seeds: readonly { readonly site: string; readonly decision: string }[]) =>
  Object.fromEntries(seeds.map(({ site, decision }) => [site, decision]));

describe('a search for sites of a topic', () => {
  it('adds those that score above its threshold, and records every candidate with its evidence', async () => {
    const { crawl, io, search } = await searching({
      searxng: json(about('gazette.test'), about('cake.test', 'A cake for Sunday')),
      rss: rss(about('www.gazette.test'), about('herald.test')),
    });
    await using _ = crawl;
    const report = await search();
    expect(report.queries).toEqual(['grid', 'solar', 'grid solar']);
    expect(report.engines).toEqual([
      { name: 'search.example', results: 6 },
      { name: 'news.example', results: 6 },
    ]);
    expect(decisions(report.seeds)).toEqual({
      'gazette.test': 'added',
      'herald.test': 'added',
      'cake.test': 'below-threshold',
    });
    expect(await sourcesOf(crawl)).toEqual(expect.arrayContaining(['https://gazette.test/', 'https://herald.test/']));
    const [stored] = await io.store.seeds.ofTopic('energy');
    expect(stored).toMatchObject({
      site: 'gazette.test',
      decision: 'added',
      rankScore: 1,
      articles: 0,
      seenAt: crawl.clock.now(),
    });
    expect(stored?.evidence[0]).toEqual({
      engine: 'search.example',
      query: 'grid',
      rank: 1,
      url: 'https://gazette.test/a',
    });
    expect(await io.store.sources.get(stored?.sourceId ?? '')).toMatchObject({
      namedBy: 'search: energy',
      enabled: true,
      kind: 'listing',
    });
  });

  it('stores nothing in a dry run', async () => {
    const { crawl, io, search } = await searching({ searxng: json(about('gazette.test')) });
    await using _ = crawl;
    expect(decisions((await search({ isDry: true })).seeds)).toEqual({ 'gazette.test': 'added' });
    expect({
      sources: await sourcesOf(crawl),
      ofTopic: await io.store.seeds.ofTopic('energy'),
      lastSearches: await io.store.seeds.lastSearches(),
    }).toEqual({ sources: [], ofTopic: [], lastSearches: new Map() });
  });

  it('adds no more sites than asked for; further ones come with the next search', async () => {
    const { crawl, search } = await searching({ searxng: json(about('a.test'), about('b.test'), about('c.test')) });
    await using _ = crawl;
    expect(decisions((await search({ limit: 2 })).seeds)).toEqual({
      'a.test': 'added',
      'b.test': 'added',
      'c.test': 'over-limit',
    });
    expect(decisions((await search({ limit: 2 })).seeds)).toEqual({
      'a.test': 'added',
      'b.test': 'added',
      'c.test': 'added',
    });
    expect(await sourcesOf(crawl)).toHaveLength(3);
  });

  it('leaves out sites that are polled already, and hosts that are excluded', async () => {
    const { crawl, io, search } = await searching(
      { searxng: json(about('www.gazette.test'), about('gazette.example'), about('m.social.test')) },
      ['social.test'],
    );
    await using _ = crawl;
    await io.store.sources.define({ ...source('s1'), url: 'https://gazette.test/news' });
    expect(decisions((await search()).seeds)).toMatchObject({
      'gazette.test': 'polled-already',
      'm.social.test': 'excluded',
    });
  });

  it('counts what a site gave already', async () => {
    const { crawl, io, search } = await searching({ searxng: json(about('gazette.test')) });
    await using _ = crawl;
    const off = Array.from({ length: 40 }, (_, n) => article(`o${n}`, { site: 'gazette.test', topics: [] }));
    await commitArticles(io.store, off);
    const [seed] = (await search()).seeds;
    expect(seed).toMatchObject({ articles: 40, onTopic: 0, decision: 'below-threshold' });
    expect(seed?.score).toBeCloseTo((seed?.relevance ?? 0) * (10 / 50), 9);
  });

  it('retires a site that gave 50 articles and none on topic, and does not add it again', async () => {
    const { crawl, io, search } = await searching({ searxng: json(about('gazette.test')) });
    await using _ = crawl;
    await search();
    const off = Array.from({ length: 50 }, (_, n) => article(`o${n}`, { site: 'gazette.test', topics: [] }));
    await commitArticles(io.store, off);
    for (const round of ['retires', 'keeps'])
      expect({ round, decisions: decisions((await search()).seeds) }).toEqual({
        round,
        decisions: { 'gazette.test': 'retired' },
      });
    const [seed] = await io.store.seeds.ofTopic('energy');
    expect(await io.store.sources.get(seed?.sourceId ?? '')).toMatchObject({ enabled: false });
  });
});

describe('an engine that does not answer', () => {
  it.each([
    ['a refusal of JSON', { status: 403 }, /settings\.yml must allow the format: search\.formats needs json/, 1],
    ['a limit', { status: 429 }, /limits requests/, 1],
    ['something else', { html: '<title>Search</title>' }, /NEWSHAWK_SEARCH_ENGINES/, 2],
    [
      'no connection',
      new NewshawkError('unreachable', 'search.example: connection refused (https://me:pw@search.example/?api_key=k)'),
      /connection refused/,
      2,
    ],
    ['the network policy', new NewshawkError('misconfigured', 'refused by the network policy'), /network policy/, 1],
  ])('for %s is named, and the other engines are asked', async (_name, answer, note, requests) => {
    const { crawl, search } = await searching({ searxng: answer as FakeAnswer, rss: rss(about('gazette.test')) });
    await using _ = crawl;
    const { notes, seeds, isAnswered } = await search();
    expect(notes.join('\n')).toMatch(note);
    expect(notes.join('\n')).not.toMatch(/pw@|api_key=k/);
    expect(notes.at(-1)).toMatch(/is asked no more in this round; [12] requests are left out/);
    expect(crawl.asked.filter(({ url }) => url.startsWith('https://search.example'))).toHaveLength(requests);
    expect({ decisions: decisions(seeds), isAnswered }).toEqual({
      decisions: { 'gazette.test': 'added' },
      isAnswered: true,
    });
  });
});
