import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { likenessToTruth, sameBodyF1 } from './compare.ts';
import { type CrawledSites, crawlApiSites } from './crawl-api-sites.ts';
import { type ApiSite, openApiSite } from './open-api-site.ts';
import { styleNames } from './styles.ts';

// Each style's pages, rendered in the real browser, give the article that the site has.

const seeds = [5, 6];
/** Of each site one page is rendered. */
const pageIndex = 7;

let sites: ApiSite[];
let crawled: CrawledSites;

beforeAll(async () => {
  sites = await Promise.all(
    styleNames.flatMap((style) => seeds.map((seed) => openApiSite({ style, seed, pages: 10 }))),
  );
  const targets = sites.flatMap(({ articles }) => articles.slice(pageIndex, pageIndex + 1).map(({ url }) => url));
  crawled = await crawlApiSites({ sites, render: 'browser', concurrency: 4, targets });
});

afterAll(async () => {
  for (const site of sites) await site[Symbol.asyncDispose]();
});

describe.each(styleNames)('pages of the style %s', (style) => {
  it.each(seeds)('give the article of seed %i', (seed) => {
    const site = sites.find(({ host }) => host === `${style}-${seed}.example`);
    const expected = site?.articles[pageIndex];
    if (expected === undefined) throw new Error('the site has too few pages');
    const article = crawled.articles.get(expected.url);
    if (article === undefined) throw new Error(`no article is stored for ${expected.url}`);
    const { sameTitle, bodyF1, sameDate } = likenessToTruth(article, expected);
    expect({ sameTitle, sameDate }).toEqual({ sameTitle: true, sameDate: true });
    expect(bodyF1).toBeGreaterThanOrEqual(sameBodyF1);
  });
});

describe('a list in the browser', () => {
  it('leads to all articles by its button, whatever it pages by', async () => {
    const all = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => openApiSite({ style: 'rest-slug', seed, pages: 13 })),
    );
    const byPaging = new Map(all.map((site) => [site.plan.list.paging, site]));
    expect([...byPaging.keys()].sort()).toEqual(['cursor', 'offset', 'page']);
    const { articles } = await crawlApiSites({
      sites: [...byPaging.values()],
      render: 'browser',
      concurrency: 4,
      targets: [],
      source: 'clicked-list',
    });
    for (const site of byPaging.values())
      expect(site.articles.filter(({ url }) => !articles.has(url)).map(({ url }) => url)).toEqual([]);
    for (const site of all) await site[Symbol.asyncDispose]();
  });
});
