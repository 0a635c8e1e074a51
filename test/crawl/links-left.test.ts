import { describe, expect, it } from 'vitest';
import { concludeVisit, visitPage } from '../../src/crawl/visit-page.ts';
import type { Reading } from '../../src/model/article/draft.ts';
import { canonicalUrl } from '../../src/model/web/canonical-url.ts';
import type { VisitResult } from '../../src/storage/port.ts';
import { queueDuePages } from '../../src/watch/due-pages.ts';
import { at, claimOf, ending as endingOf, entry } from '../storage/records.ts';
import { crawlOf, type FakeCrawl, openCrawl } from '../support/crawl-ports.ts';
import { articleReading, link, listingReading, noDraft } from '../support/readings.ts';

const url = canonicalUrl('http://gazette.example/a');
const links = Array.from({ length: 6 }, (_, n) => `http://gazette.example/${n}`);
const article: Reading = { ...articleReading(url), links: links.map((one) => link(one)) };

/** A crawl with room for four pages of a host. */
async function openSmallCrawl(): Promise<FakeCrawl> {
  const crawl = await openCrawl({ render: 'static' });
  const headers = { etag: '"1"', 'last-modified': 'Sat, 21 Nov 2026 08:00:00 GMT' };
  crawl.web.answers = { [`static ${url}`]: { html: '<p>A page</p>', headers } };
  return { ...crawl, io: { ...crawl.io, config: { ...crawl.io.config, tasksPerHost: 4 } } };
}

/** Reads the page, and stores what it led to. */
async function read(crawl: FakeCrawl, reading: Reading): Promise<VisitResult> {
  const { io, web, clock } = crawl;
  web.read = () => reading;
  await io.store.frontier.put([entry(url, { depth: 1 })], at(0));
  const task = await io.store.frontier.take(url, claimOf({ now: clock.now() }));
  if (task === null) throw new Error('it is not in the frontier');
  const services = crawlOf(crawl);
  const ending = await concludeVisit(services, await visitPage(services, task, await io.identities.pick(task.site)));
  await io.store.commit(ending);
  return ending;
}

/** Fetches all pages that wait. */
async function fetchAll({ io: { store, clock } }: FakeCrawl): Promise<void> {
  const tasks = await store.frontier.claim(claimOf({ now: clock.now(), limit: 99, perHost: 99 }));
  for (const task of tasks) await store.commit(endingOf(task));
}

/** The page is due again, and is read. */
async function readAgain(crawl: FakeCrawl, reading: Reading): Promise<VisitResult> {
  expect(await queueDuePages(crawl.io, null, 99)).toBe(1);
  crawl.asked.length = 0;
  return await read(crawl, reading);
}

const newPaths = ({ links: entries }: VisitResult) => entries.map((one) => one.url.slice(-1));

describe('links of a page that were left out', () => {
  it('come again with a list, which is read for them until there is room', async () => {
    await using crawl = await openSmallCrawl();
    const first = await read(crawl, listingReading(links));
    expect(newPaths(first)).toEqual(['0', '1', '2', '3']);
    expect(first).toMatchObject({
      visit: { outcome: 'listed', linksLeft: 2, linksLeftBy: { limit: 2 } },
      pageState: { url, nextVisitAt: at(30), etag: null, lastModified: null, evidence: [], counted: null },
    });
    crawl.clock.pass(30 * 60_000);
    const full = await readAgain(crawl, listingReading(links));
    expect(full).toMatchObject({ visit: { linksLeft: 2 }, pageState: { visits: 2, nextVisitAt: at(60) } });
    await fetchAll(crawl);
    crawl.clock.pass(30 * 60_000);
    const second = await readAgain(crawl, listingReading(links));
    expect(crawl.asked).toMatchObject([{ headers: {} }]);
    expect(second.visit).not.toHaveProperty('linksLeft');
    expect((await crawl.io.store.frontier.counts()).pending).toBe(2);
    expect((await crawl.io.store.pages.get(url))?.nextVisitAt.getUTCFullYear()).toBe(9999);
  });

  it('come again with an article: its next visit asks without conditions', async () => {
    await using crawl = await openSmallCrawl();
    const first = await read(crawl, article);
    expect(first).toMatchObject({
      visit: { outcome: 'stored', linksLeft: 2 },
      pageState: { nextVisitAt: at(30), etag: null, lastModified: null },
    });
    await fetchAll(crawl);
    crawl.clock.pass(30 * 60_000);
    const second = await readAgain(crawl, article);
    expect(crawl.asked).toMatchObject([{ headers: {} }]);
    expect(second.visit).not.toHaveProperty('linksLeft');
    expect(second.pageState).toMatchObject({ etag: '"1"', lastModified: expect.any(String) });
    expect((await crawl.io.store.frontier.counts()).pending).toBe(2);
  });

  it('give no schedule to a list of which none was left out', async () => {
    await using crawl = await openSmallCrawl();
    expect((await read(crawl, listingReading(links.slice(0, 4)))).pageState).toBeNull();
  });

  it('are counted where the page fails', async () => {
    await using crawl = await openSmallCrawl();
    crawl.web.answers = { [`static ${url}`]: { html: '<video></video>' } };
    const { reader } = crawl.io;
    const findMedia: typeof reader.findMedia = async (page) => ({
      ...(await reader.findMedia(page)),
      playLinks: { kind: 'list', urls: links },
    });
    const broken = noDraft({ pageType: 'article', reason: 'layout-changed', detail: 'no title' });
    const failed = await read({ ...crawl, io: { ...crawl.io, reader: { ...reader, findMedia } } }, broken);
    expect(failed.visit).toMatchObject({
      outcome: 'failed',
      linksLeft: 2,
      detail: expect.stringMatching(/^no title; 2 links left out: .*NEWSHAWK_TASKS_PER_HOST/),
    });
  });
});
