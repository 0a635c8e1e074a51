import { describe, expect, it } from 'vitest';
import { canonicalUrl } from '../../src/model/web/canonical-url.ts';
import { type CrawlSource, openSitesApp } from '../support/api-sites/crawl-api-sites.ts';
import { openApiSite } from '../support/api-sites/open-api-site.ts';

// Client-rendered lists in the real browser, until their APIs are learned.

/** Three samples, two comparisons, and two polls by the API. */
const polls = 7;
/** Stories of a site. */
const pages = 25;
/** Sites whose lists page by a cursor, an offset and a number, with addresses and with parts of addresses. */
const seeds = [1, 2, 4];

/** Polls a generated site's list again and again. @returns how each poll came, and its number of links */
async function pollOften(seed: number, source: CrawlSource) {
  await using site = await openApiSite({ style: 'rest-slug', seed, pages });
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
  };
}

describe.concurrent.each(['list', 'clicked-list'] as const)('a generated %s', (source) => {
  it.each(seeds)('of seed %i is polled by its API, with the links of its stories', async (seed) => {
    const { ways, links, list, plan } = await pollOften(seed, source);
    expect(ways.slice(0, 5)).toEqual(['browser', 'browser', 'browser', 'browser', 'browser']);
    expect(list?.state).toBe('learned');
    // two polls of a hundred are compared with the rendered list
    const byApi = links.filter((_, at) => ways[at] === 'api');
    expect(byApi.length).toBeGreaterThan(0);
    expect(new Set(byApi)).toEqual(new Set([source === 'list' ? plan.size : pages]));
    if (source === 'clicked-list') expect(list?.api?.next).not.toBeNull();
  });
});
