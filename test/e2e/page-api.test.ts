import { expect, it } from 'vitest';
import { isSameArticle, likenessToTruth } from '../support/api-sites/compare.ts';
import { type CrawledSites, crawlApiSites } from '../support/api-sites/crawl-api-sites.ts';
import { type ApiSite, openApiSite } from '../support/api-sites/open-api-site.ts';

// Real crawls of generated client-rendered sites (test/support/api-sites) with `render: auto`.

const crawl = (site: ApiSite): Promise<CrawledSites> =>
  crawlApiSites({ sites: [site], render: 'auto', concurrency: 2, targets: [], source: 'sitemap' });
const waysOf = ({ visits }: CrawledSites) => Map.groupBy(visits, ({ via }) => via);
/** The addresses of articles that are not stored as the site has them. */
const wrong = (site: ApiSite, { articles }: CrawledSites): string[] =>
  site.articles.flatMap((expected) => {
    const stored = articles.get(expected.url);
    return stored !== undefined && isSameArticle(likenessToTruth(stored, expected)) ? [] : [expected.url];
  });

it.concurrent('a site that scripts fill is read without a browser after five rendered pages', async () => {
  await using site = await openApiSite({ style: 'rest-id', seed: 1, pages: 12 });
  const crawled = await crawl(site);
  const ways = waysOf(crawled);
  // five to learn; a page may be compared
  expect(ways.get('browser')?.length).toBeLessThanOrEqual(6);
  expect(ways.get('api')?.length).toBeGreaterThanOrEqual(6);
  expect(wrong(site, crawled)).toEqual([]);
});

it.concurrent('a new release of the app is noticed, and its build id read again', async () => {
  await using site = await openApiSite({ style: 'next-data', seed: 1, pages: 14, bumpAfterAnswers: 10 });
  const crawled = await crawl(site);
  const ways = waysOf(crawled);
  // five to learn, and those that look at the new release
  expect(ways.get('browser')?.length).toBeGreaterThanOrEqual(6);
  expect(ways.get('api')?.length).toBeGreaterThanOrEqual(5);
  expect(wrong(site, crawled)).toEqual([]);
});

it.concurrent('a POST with an effect is never sent by us', async () => {
  await using site = await openApiSite({ style: 'post-effect', seed: 1, pages: 8 });
  const crawled = await crawl(site);
  expect([...waysOf(crawled).keys()]).toEqual(['browser']);
  expect([...site.effects.values()]).toEqual(site.articles.map(() => 1));
});
