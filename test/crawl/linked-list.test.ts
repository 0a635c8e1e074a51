import { describe, expect, it } from 'vitest';
import { concludeVisit, visitPage } from '../../src/crawl/visit-page.ts';
import { wholeSite } from '../../src/model/crawl/crawl-scope.ts';
import { canonicalUrl } from '../../src/model/web/canonical-url.ts';
import type { VisitResult } from '../../src/storage/port.ts';
import { crawlOf, type FakeCrawl, openCrawl } from '../support/crawl-ports.ts';

const origin = 'http://gazette.example';
const feed = `<?xml version="1.0"?><rss version="2.0"><channel><title>Gazette</title>${[1, 2, 3]
  .map((n) => `<item><title>Story ${n}</title><link>${origin}/story-${n}</link></item>`)
  .join('')}</channel></rss>`;
const sitemap = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${origin}/story-9</loc></url></urlset>`;
const index = `<?xml version="1.0"?><!-- made by hand --><sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${[
  1, 2,
]
  .map((n) => `<sitemap><loc>${origin}/posts-${n}.xml</loc></sitemap>`)
  .join('')}<sitemap><loc>http://other.example/posts.xml</loc></sitemap></sitemapindex>`;

async function visitOf(
  crawl: FakeCrawl,
  { path, depth, html, scope = wholeSite }: { path: string; depth: number; html: string; scope?: typeof wholeSite },
): Promise<VisitResult> {
  const url = canonicalUrl(`${origin}${path}`);
  crawl.web.answers = { [`static ${url}`]: { html } };
  const services = crawlOf({ ...crawl, run: { ...crawl.run, scope } });
  const task = await crawl.claim({ url, depth, maxDepth: 3 });
  return await concludeVisit(services, await visitPage(services, task, await crawl.io.identities.pick(task.site)));
}
const pathsOf = ({ links }: VisitResult): string[] => links.map(({ url }) => new URL(url).pathname);

describe('an address that is a feed or sitemap', () => {
  it.each([
    ['a feed that a person names', '/feed.xml', 0, feed, ['/story-1', '/story-2', '/story-3']],
    ['a feed that a page links to', '/forum/latest/', 2, feed, ['/story-1', '/story-2', '/story-3']],
    ['a sitemap', '/sitemap', 0, sitemap, ['/story-9']],
  ])('is read as one: %s', async (_, path, depth, html, paths) => {
    await using crawl = await openCrawl({ render: 'auto' });
    const ending = await visitOf(crawl, { path, depth, html });
    expect(ending.visit).toMatchObject({ outcome: 'listed', reason: null, failureId: null });
    expect(pathsOf(ending)).toEqual(paths);
    expect(ending.links.map((link) => link.depth)).toEqual(paths.map(() => depth + 1));
    expect(crawl.asked).toHaveLength(1);
  });

  it('has the parts of a sitemap index polled, but not those of other sites', async () => {
    await using crawl = await openCrawl({ render: 'auto' });
    const { visit } = await visitOf(crawl, { path: '/sitemap.xml', depth: 0, html: index });
    expect(visit).toMatchObject({
      outcome: 'listed',
      detail: 'a sitemap: 0 of 0 links are followed; 2 parts are polled too',
    });
    for (const n of [1, 2])
      expect(await crawl.io.store.frontier.get(canonicalUrl(`${origin}/posts-${n}.xml`))).toMatchObject({
        kind: 'source',
        state: 'pending',
      });
  });

  it('is left out where the scope leaves feeds out, unless a person named it', async () => {
    const scope = { ...wholeSite, discover: ['lists'] as const };
    for (const [depth, outcome, links] of [
      [1, 'dropped', 0],
      [0, 'listed', 3],
    ] as const) {
      await using crawl = await openCrawl({ render: 'auto' });
      const ending = await visitOf(crawl, { path: '/latest/', depth, html: feed, scope });
      expect(ending.visit.outcome).toBe(outcome);
      expect(ending.links).toHaveLength(links);
    }
  });
});
