import { describe, expect, it } from 'vitest';
import { sourceId } from '../../src/crawl/links/targets.ts';
import { concludePoll, pollSource } from '../../src/crawl/poll-source.ts';
import { findingsOnPage, forgetFormerRules } from '../../src/crawl/reading/own-rules.ts';
import { concludeVisit, visitPage } from '../../src/crawl/visit-page.ts';
import type { VisitedPage } from '../../src/crawl/visited-page.ts';
import type { Reading } from '../../src/model/article/draft.ts';
import { type OwnRuleTally, silentRules } from '../../src/model/crawl/own-rule.ts';
import { canonicalUrl } from '../../src/model/web/canonical-url.ts';
import { defineScraper, listing } from '../../src/settings/scraper.ts';
import { click } from '../../src/settings/step-schema.ts';
import { entry, source } from '../storage/records.ts';
import { crawlOf, type FakeCrawl, openCrawl } from '../support/crawl-ports.ts';
import { articleReading, link, listingReading } from '../support/readings.ts';

const host = 'gazette.example';
const byline = { field: 'byline', what: '.byline' };
const site = defineScraper({ host, origin: `http://${host}`, wrappers: [{ byline: '.byline' }], render: 'static' });

/** Visits one page after the other: what its reading says of the byline. */
async function visitPages(crawl: FakeCrawl, matches: readonly boolean[], given: Partial<Reading> = {}) {
  const endings = [];
  for (const hasMatch of matches) {
    const url = canonicalUrl(`http://${host}/${crawl.asked.length}`);
    for (const way of ['static', 'browser']) crawl.web.answers[`${way} ${url}`] = { html: '<p>A page</p>' };
    crawl.web.read = () => ({ ...articleReading(url), ownRules: [{ ...byline, hasMatch }], ...given });
    const task = await crawl.claim({ url });
    const services = crawlOf(crawl);
    const visited = await visitPage(services, task, await crawl.io.identities.pick(task.site));
    const ending = await concludeVisit(services, visited);
    await crawl.io.store.commit(ending);
    endings.push(ending);
  }
  return endings;
}

const talliesOf = async ({ io }: FakeCrawl): Promise<readonly OwnRuleTally[]> =>
  (await io.store.ownRules.get(host))?.rules ?? [];
const silentOf = async ({ io }: FakeCrawl) => silentRules(await io.store.ownRules.list());
const times = (n: number, hasMatch: boolean): boolean[] => Array.from({ length: n }, () => hasMatch);

describe("a site's own rules", () => {
  it('that never match are counted and named, and the article is stored', async () => {
    await using crawl = await openCrawl(site);
    const endings = await visitPages(crawl, times(4, false));
    expect(endings.map(({ visit, failure }) => [visit.outcome, visit.detail, failure])).toEqual(
      times(4, false).map(() => ['stored', 'no match: byline ".byline"', null]),
    );
    const last = { missesInARow: 4, lastMatchedAt: null, lastMissedUrl: endings[3]?.visit.url };
    expect(await silentOf(crawl)).toMatchObject([{ site: host, ...byline, tried: 4, matched: 0, ...last }]);
  });

  it('say nothing of a page by its API: they are for what the site shows', async () => {
    const waiting = defineScraper({ host, origin: `http://${host}`, waitFor: '.ready' });
    const url = canonicalUrl(`http://${host}/a`);
    const reading = { ...articleReading(url), ownRules: [{ ...byline, hasMatch: false }] };
    const rulesBy = (via: 'browser' | 'api'): string[] => {
      const read = { page: { via, settledBy: 'cap' }, reading } as unknown as VisitedPage;
      return findingsOnPage(waiting, read, null).map(({ what }) => what);
    };
    expect(rulesBy('browser')).toEqual(['.byline', '.ready']);
    expect(rulesBy('api')).toEqual([]);
  });

  it('that used to match leave one failure for a row of misses, and the articles are stored', async () => {
    await using crawl = await openCrawl(site);
    await visitPages(crawl, [...times(8, true), false, true]);
    expect(await silentOf(crawl)).toEqual([]);
    const misses = await visitPages(crawl, times(5, false));
    expect(misses.map(({ visit }) => visit.outcome)).toEqual(times(5, false).map(() => 'stored'));
    expect(misses.map(({ failure }) => failure?.reason ?? null)).toEqual([null, null, 'layout-changed', null, null]);
    expect(misses[2]?.failure?.detail).toContain('byline ".byline" (9 of 12 pages before)');
    expect(misses[2]?.visit.failureId).toBe(misses[2]?.failure?.id);
    expect(await crawl.io.store.failures.find({ limit: 9 })).toHaveLength(1);
    expect(await silentOf(crawl)).toMatchObject([{ matched: 9, tried: 15, missesInARow: 5 }]);

    await visitPages(crawl, times(1, true));
    expect(await silentOf(crawl)).toEqual([]);
    expect(await talliesOf(crawl)).toMatchObject([{ missesInARow: 0, reportedAt: null }]);
  });

  it('that match now and then are no drift', async () => {
    await using crawl = await openCrawl(site);
    const endings = await visitPages(crawl, [true, false, true, false, true, false, ...times(5, false)]);
    expect(endings.every(({ failure }) => failure === null)).toBe(true);
    expect(await silentOf(crawl)).toEqual([]);
  });

  it('are not judged by pages that are no articles', async () => {
    await using crawl = await openCrawl({
      ...site,
      render: 'browser',
      waitFor: '.story',
      steps: { articles: [click('.x')], sources: [] },
    });
    await visitPages(crawl, times(3, false), { ...listingReading([]), ownRules: [{ ...byline, hasMatch: false }] });
    expect(await talliesOf(crawl)).toEqual([]);
    await visitPages(crawl, times(1, true));
    const rules = [byline, { field: 'waitFor', what: '.story' }, { field: 'steps.articles', what: 'click .x' }];
    expect((await talliesOf(crawl)).map(({ field, what }) => ({ field, what }))).toEqual(rules);
    expect((await talliesOf(crawl)).map(({ matched }) => matched)).toEqual([1, 0, 0]);
  });

  it('of a source are counted when it is polled', async () => {
    const url = canonicalUrl(`http://${host}/news`);
    const own = defineScraper({
      host,
      origin: `http://${host}`,
      sources: [listing('/news', { links: '.top a', steps: [click('.more')] })],
    });
    await using crawl = await openCrawl(own);
    await crawl.io.store.sources.define(source(sourceId(url), { url, kind: 'listing', activeWindows: [] }));
    crawl.web.answers[`browser ${url}`] = { html: '<p>A list</p>' };
    for (const links of [[], [link(`http://${host}/1`)]]) {
      crawl.web.read = () => ({ ...listingReading([]), links });
      await crawl.io.store.frontier.reopen([entry(url, { kind: 'source', sourceId: sourceId(url) })], {
        revisit: false,
        now: new Date(0),
      });
      const task = await crawl.claim({ url, kind: 'source', sourceId: sourceId(url) });
      const services = crawlOf(crawl);
      const polled = await pollSource(services, task, await crawl.io.identities.pick(task.site));
      const ending = await concludePoll(services, polled);
      await crawl.io.store.commit(ending);
    }
    expect(await talliesOf(crawl)).toMatchObject([
      { field: 'steps.sources', what: 'click .more', tried: 2, matched: 0 },
      { field: 'links', what: '.top a', tried: 2, matched: 1, lastMissedUrl: url },
    ]);
  });

  it('are forgotten when the scraper no longer has them', async () => {
    await using crawl = await openCrawl(site);
    await visitPages(crawl, times(2, false));
    await forgetFormerRules(crawl.io);
    expect(await talliesOf(crawl)).toHaveLength(1);
    const mended = defineScraper({ host, wrappers: [{ byline: '.author' }] });
    await forgetFormerRules({ ...crawl.io, siteOf: () => mended });
    expect(await talliesOf(crawl)).toEqual([]);
  });
});
