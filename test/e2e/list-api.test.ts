import { describe, expect, it } from 'vitest';
import { canonicalUrl } from '../../src/model/web/canonical-url.ts';
import { type CrawlSource, openSitesApp } from '../support/api-sites/crawl-api-sites.ts';
import { openApiSite } from '../support/api-sites/open-api-site.ts';

// Client-rendered lists in the real browser, until their APIs are learned.

/** Three samples, two comparisons, and one poll by the API. */
const polls = 6;
/** Sites whose lists page by a cursor, an offset and a number, with addresses and with parts of addresses. */
const seeds = [1, 2, 3, 4, 5, 6];

/** Polls a generated site's list again and again. @returns how each poll came, and its number of links */
async function pollOften(seed: number, source: CrawlSource) {
  await using site = await openApiSite({ style: 'rest-slug', seed, pages: 25 });
  await using opened = await openSitesApp({
    sites: [site],
    render: 'auto',
    concurrency: 2,
    targets: [],
    source,
    depth: 0,
  });
  for (let count = 0; count < polls; count++) await opened.crawl();
  const store = await opened.app.store();
  const url = canonicalUrl(`${site.origin}/`);
  const visits = (await store.visits.find({ url, limit: polls })).toReversed();
  const evidence = await store.formats.get(site.host, 'source /');
  return {
    plan: site.plan.list,
    ways: visits.map(({ via }) => via),
    links: visits.map(({ detail }) => Number.parseInt(detail ?? '', 10)),
    list: evidence?.list ?? null,
    reasons: visits.map(({ renderReason }) => renderReason),
  };
}

describe.each(['list', 'clicked-list'] as const)('a generated %s', (source) => {
  it.each(seeds)('of seed %i is polled by its API, with the same links', async (seed) => {
    const { ways, links, list, reasons } = await pollOften(seed, source);
    expect({ ways, state: list?.state, reasons }).toMatchObject({
      ways: ['browser', 'browser', 'browser', 'browser', 'browser', 'api'],
      state: 'learned',
    });
    expect(new Set(links).size).toBe(1);
    expect(source === 'list' || list?.api?.next).not.toBeNull();
  });
});
