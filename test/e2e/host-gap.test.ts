import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startCrawl } from '../support/app/demo-crawl.ts';
import { scraper, scraperFolder } from '../support/scraper-folder.ts';
import { openWireSite, type WireAnswer, type WireRequest, wireArticle } from '../support/sites/wire-site.ts';

const host = 'wire.example';
/**
 * The site notes when a request is read, not when it left: on a busy machine the first of two may be read late, and the gap looks shorter. Half of it is left to that.
 * What does not wait follows within milliseconds; `host-turns.test.ts` checks the exact pause.
 */
const gapMs = 1_200;
const toleranceMs = gapMs / 2;

const titles = ['North Quay', 'South Mole', 'East Basin', 'West Lock'];
const pathOf = (title: string): string => `/2026/11/20/${title.toLowerCase().replace(' ', '-')}`;
const listing = titles.map((title) => `<li><a href="${pathOf(title)}">${title} works go on</a></li>`).join('');

/** Articles, one of them in two pages and one behind a redirect; sitemaps in parts. */
function answer(path: string): WireAnswer | null {
  if (path === '/') return `<html><body><h1>News</h1><ul>${listing}</ul></body></html>`;
  if (path === '/robots.txt') return { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nAllow: /\n' };
  if (path === '/sitemap.xml')
    return `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${[1, 2].map((n) => `<sitemap><loc>http://${host}/part-${n}.xml</loc></sitemap>`).join('')}</sitemapindex>`;
  if (path.startsWith('/part-'))
    return `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://${host}${pathOf(titles[0] ?? '')}</loc></url></urlset>`;
  if (path === pathOf('South Mole')) return { status: 302, headers: { location: `${path}/full` } };
  const title = titles.find((one) => path.startsWith(pathOf(one)));
  if (title === undefined) return null;
  const next = `<a rel="next" href="${pathOf(title)}?page=2">Next page</a>`;
  return wireArticle(title, title === 'North Quay' && !path.includes('page=2') ? next : '');
}

const gapsOf = (requests: readonly WireRequest[]): number[] =>
  requests.slice(1).map(({ atMs }, index) => atMs - (requests[index]?.atMs ?? 0));

describe('the pause between requests to a host', () => {
  it('is kept on the wire: robots.txt, both fetches of a page, redirects, further pages, parts of a sitemap', async () => {
    await using site = await openWireSite(answer);
    const scrapers = scraperFolder({
      'wire/scraper.ts': scraper(`{
        host: '${host}', origin: 'http://${host}',
        sources: [{ kind: 'listing', url: '/' }, { kind: 'sitemap', url: '/sitemap.xml' }],
        links: { article: [/\\/20\\d\\d\\//] },
      }`),
    });
    const folder = await mkdtemp(join(tmpdir(), 'newshawk-gap-'));
    try {
      const crawl = startCrawl({
        demo: { port: site.port, connectTo: [`${host}:80=127.0.0.1:${site.port}`] },
        store: `file:${folder}/store`,
        env: { NEWSHAWK_SCRAPERS: scrapers.dir, NEWSHAWK_HOST_GAP_MS: `${gapMs}`, NEWSHAWK_STATIC_TIMEOUT_MS: '10000' },
      });
      await crawl.ended;
      const paths = site.requests.map(({ path }) => path);
      expect(paths[0]).toBe('/robots.txt');
      for (const title of titles) expect(paths).toContain(pathOf(title));
      expect(paths).toContain(`${pathOf('North Quay')}?page=2`);
      expect(paths).toContain('/part-1.xml');
      // both ways: an article of an unknown format is fetched twice
      expect(paths.filter((path) => path === pathOf('East Basin')).length).toBeGreaterThan(1);
      // a browser follows a redirect by itself, at once
      const paced = site.requests.filter(({ path }) => !path.endsWith('/full'));
      expect(Math.min(...gapsOf(paced))).toBeGreaterThan(gapMs - toleranceMs);
    } finally {
      scrapers[Symbol.dispose]();
      await rm(folder, { recursive: true });
    }
  });
});
