import { describe, expect, it } from 'vitest';
import { concludeVisit, visitPage } from '../../src/crawl/visit-page.ts';
import type { Draft, Reading } from '../../src/model/article/draft.ts';
import { type CrawlScope, wholeSite } from '../../src/model/crawl/crawl-scope.ts';
import { canonicalUrl } from '../../src/model/web/canonical-url.ts';
import type { VisitResult } from '../../src/storage/port.ts';
import { crawlOf, openCrawl } from '../support/crawl-ports.ts';
import { articleReading, link } from '../support/readings.ts';

const url = canonicalUrl('http://gazette.example/a');
const since = new Date('2026-01-01');
const published = (value: string, precision: 'day' | 'second' = 'second'): Draft['publishedAt'] => ({
  value,
  precision,
});

/** The ending of a page that gives this reading, in a run with this scope. */
async function endingIn(
  scope: Partial<CrawlScope>,
  given: Partial<Reading>,
  draft: Partial<Draft> = {},
): Promise<VisitResult> {
  await using crawl = await openCrawl({ render: 'static' });
  crawl.web.answers = { [`static ${url}`]: { html: '<p>A page</p>' } };
  const reading = { ...articleReading(url), ...given };
  crawl.web.read = () => ({ ...reading, draft: reading.draft === null ? null : { ...reading.draft, ...draft } });
  const run = { ...crawl.run, scope: { ...wholeSite, ...scope } };
  const services = crawlOf({ ...crawl, run });
  const task = await crawl.claim({ url, depth: 1 });
  const visited = await visitPage(services, task, await crawl.io.identities.pick(task.site));
  return await concludeVisit(services, visited);
}

describe('an article outside of the scope of its run', () => {
  it('is not stored where it was published before --since; its links are followed', async () => {
    const links = [link('http://gazette.example/newer')];
    const ending = await endingIn({ since }, { links }, { publishedAt: published('2025-12-31T23:59:59Z') });
    expect(ending).toMatchObject({
      visit: { outcome: 'dropped', reason: 'out-of-scope', detail: 'published before 2026-01-01 (--since)' },
      article: null,
      media: [],
      pageState: null,
      // it teaches nothing of its address
      seen: null,
    });
    expect(ending.links.map((entry) => entry.url)).toEqual(['http://gazette.example/newer']);
  });

  it.each<[string, Draft['publishedAt']]>([
    ['of that day', published('2026-01-01', 'day')],
    ['of that moment', published('2026-01-01T00:00:00Z')],
    ['without a date', null],
  ])('is stored %s', async (_, publishedAt) => {
    expect((await endingIn({ since }, {}, { publishedAt })).visit.outcome).toBe('stored');
  });

  it('counts a day as long as it lasts', async () => {
    const atNoon = { since: new Date('2026-01-01T12:30:00Z') };
    const today = await endingIn(atNoon, {}, { publishedAt: published('2026-01-01', 'day') });
    expect(today.visit.outcome).toBe('stored');
    const before = await endingIn(atNoon, {}, { publishedAt: published('2026-01-01T12:00:00Z') });
    expect(before.visit.detail).toBe('published before 2026-01-01T12:30:00Z (--since)');
  });

  it('is not stored with --articles-only where it is a page of another type', async () => {
    const video = await endingIn({ articlesOnly: true }, { pageType: 'video' });
    expect(video.visit).toMatchObject({
      outcome: 'dropped',
      reason: 'out-of-scope',
      detail: 'page type: video; --articles-only stores only articles',
    });
    expect((await endingIn({}, { pageType: 'video' })).visit.outcome).toBe('stored');
    expect((await endingIn({ articlesOnly: true }, {})).visit.outcome).toBe('stored');
  });
});
