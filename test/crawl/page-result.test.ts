import { describe, expect, it } from 'vitest';
import { concludeVisit, visitPage } from '../../src/crawl/visit-page.ts';
import type { NoDraftReason, Reading } from '../../src/model/article/draft.ts';
import { canonicalUrl } from '../../src/model/web/canonical-url.ts';
import type { VisitResult } from '../../src/storage/port.ts';
import { crawlOf, type FakeCrawl, openCrawl } from '../support/crawl-ports.ts';
import { link, noDraft } from '../support/readings.ts';

const origin = 'http://gazette.example';
const url = canonicalUrl(`${origin}/club/`);
const feed = `${origin}/feed.xml`;
const map = `${origin}/sitemap.xml`;
const links = [link(`${origin}/story`), link(`${origin}/about`, { region: 'navigation' })];

/** The ending of a linked page that gives this reading. */
async function endingOf(crawl: FakeCrawl, given: Partial<Reading>): Promise<VisitResult> {
  crawl.web.answers = { [`static ${url}`]: { html: '<p>A page</p>' } };
  crawl.web.sitemaps = [map];
  crawl.web.read = () => noDraft({ links, feeds: [feed], detail: 'why', ...given });
  const services = crawlOf(crawl);
  const task = await crawl.claim({ url, depth: 1 });
  return await concludeVisit(services, await visitPage(services, task, await crawl.io.identities.pick(task.site)));
}

describe('the result of a page without an article', () => {
  it.each<[NoDraftReason, Reading['pageType'], string, string | null]>([
    ['low-confidence', 'article', 'failed', 'low-confidence'],
    ['too-short', 'article', 'failed', 'too-short'],
    ['layout-changed', 'article', 'failed', 'layout-changed'],
    ['not-an-article', 'other', 'dropped', 'not-an-article'],
    ['login-required', 'article', 'dropped', 'login-required'],
    ['list', 'listing', 'listed', null],
  ])('of %s yields its links, its feeds and the sitemaps', async (reason, pageType, outcome, ofVisit) => {
    await using crawl = await openCrawl({ render: 'static' });
    const ending = await endingOf(crawl, { reason, pageType });
    expect(ending.visit).toMatchObject({ outcome, reason: ofVisit, detail: `why; polled too: ${feed}, ${map}` });
    expect(ending.links.map((entry) => entry.url)).toEqual(links.map((one) => one.url));
    expect(ending.pointsTo.map(({ to }) => to)).toEqual([`${origin}/story`]);
    expect((await crawl.io.store.sources.list()).map((source) => source.url).sort()).toEqual([feed, map]);
    expect({ article: ending.article, reason: ending.failure?.reason ?? null }).toEqual({
      article: null,
      reason: outcome === 'failed' ? reason : null,
    });
  });
});
