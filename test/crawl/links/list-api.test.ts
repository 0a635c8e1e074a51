import { describe, expect, it } from 'vitest';
import { concludePoll, pollSource } from '../../../src/crawl/poll-source.ts';
import type { ListKnowledge } from '../../../src/model/page/list-api.ts';
import type { PageAnswer } from '../../../src/model/page/page-api.ts';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import type { ListApiDefinition } from '../../../src/settings/api/list-api-schema.ts';
import { defineScraper } from '../../../src/settings/scraper.ts';
import type { VisitResult } from '../../../src/storage/port.ts';
import { ending, source } from '../../storage/records.ts';
import { absentBrowser, crawlOf, type FakeCrawl, openCrawl } from '../../support/crawl-ports.ts';
import { link, noDraft } from '../../support/readings.ts';

const origin = 'http://gazette.example';
const url = canonicalUrl(`${origin}/news`);
const api = `${origin}/api/list?limit=6&cursor=`;
const pageSize = 6;

const title = (id: number) => `Report ${id} from the harbour`;
const item = (id: number) => ({ id, slug: `report-${id}`, title: title(id), published: '2026-11-20T08:00:00Z' });
const addressOf = (id: number) => `${origin}/news/report-${id}-${id}`;

/** A client-rendered list with a cursor, newest first. `newest` is the number of its first story. */
class ClientSite {
  readonly crawl: FakeCrawl;
  newest = 100;
  /** What the API has in place of the items. */
  items: (ids: readonly number[]) => unknown = (ids) => ids.map(item);
  cursorAfter = (id: number): string | null => `before-${id}`;
  script = '/app.1.js';

  constructor(crawl: FakeCrawl) {
    this.crawl = crawl;
    crawl.web.read = ({ via }) =>
      noDraft({
        pageType: 'listing',
        links:
          via === 'static' ? [] : this.#ids(this.newest).map((id) => link(addressOf(id), { anchorText: title(id) })),
      });
  }

  #ids(from: number): readonly number[] {
    return Array.from({ length: pageSize }, (_, at) => from - at);
  }

  /** The text of the page that begins with a story. */
  #page(from: number): string {
    return JSON.stringify({ items: this.items(this.#ids(from)), next: this.cursorAfter(from - pageSize) });
  }

  publish(): void {
    const shell = `<div id="root"></div><script src="${this.script}"></script>`;
    const pages = Array.from({ length: 12 }, (_, page) => this.newest - page * pageSize);
    const further = pages.map((from) => [`static ${api}before-${from}`, { html: this.#page(from) }] as const);
    const answer: PageAnswer = {
      url: api,
      method: 'GET',
      headers: {},
      body: null,
      by: 'fetch',
      kind: 'json',
      text: this.#page(this.newest),
    };
    this.crawl.web.answers = {
      ...Object.fromEntries(further),
      [`static ${url}`]: { html: shell },
      [`static ${api}`]: { html: answer.text },
      [`browser ${url}`]: { html: '<p>full</p>', scripts: { shell, answers: [answer], leftOut: 0 } },
    };
  }
}

/** Polls the source, and commits. */
async function poll(crawl: FakeCrawl): Promise<VisitResult> {
  const { io, clock } = crawl;
  const { store } = io;
  if ((await store.sources.get('s-1')) === null)
    await store.sources.define(source('s-1', { url, kind: 'listing', activeWindows: [], maxDepth: 2 }));
  const task = { kind: 'source', sourceId: 's-1', depth: 0 } as const;
  const entry = {
    ...task,
    url,
    host: 'gazette.example',
    site: 'gazette.example',
    maxDepth: 2,
    linkTitle: null,
    priority: 1,
    dueAt: clock.now(),
  };
  await store.frontier.reopen([entry], { revisit: false, now: new Date(0) });
  // the pages that earlier polls led to stay tasks
  const claimed = await store.frontier.take(url, { now: clock.now(), owner: 'tester', leaseMs: 60_000 });
  if (claimed === null) throw new Error('the source could not be claimed');
  const services = crawlOf(crawl);
  const ending = await concludePoll(
    services,
    await pollSource(services, claimed, await io.identities.pick(claimed.site)),
  );
  await store.commit(ending);
  clock.pass(60_000);
  return ending;
}

interface Polled {
  readonly ways: string;
  readonly via: string | null | undefined;
  readonly ending: VisitResult;
}

/** Publishes this many stories, and polls. */
async function pollAfter(site: ClientSite, stories: number): Promise<Polled> {
  const { crawl } = site;
  site.newest += stories;
  site.publish();
  crawl.asked.length = 0;
  const ending = await poll(crawl);
  const ways = crawl.asked.map(({ way, url: asked }) => (asked.startsWith(`${origin}/api/`) ? 'api' : way)).join();
  return { ways, via: ending.visit.via, ending };
}

/** Until the API is learned. */
async function learned(crawl: FakeCrawl): Promise<ClientSite> {
  const site = new ClientSite(crawl);
  for (let count = 0; count < 5; count++) await pollAfter(site, 2);
  return site;
}

const knowledge = async ({ io }: FakeCrawl): Promise<ListKnowledge | null> =>
  (await io.store.formats.get('gazette.example', 'source /news'))?.list ?? null;
const linksOf = ({ links }: VisitResult) => links.map(({ url: address }) => address);

describe('a client-rendered list', () => {
  it('is polled by its API after three samples and two comparisons', async () => {
    await using crawl = await openCrawl();
    const site = new ClientSite(crawl);
    const polls = [];
    for (let count = 0; count < 6; count++) polls.push(await pollAfter(site, 2));
    expect(polls.map(({ ways }) => ways)).toEqual([
      'static,browser,api',
      'static,browser,api',
      'static,browser,api',
      'static,api,browser',
      'static,api,browser',
      'api,api',
    ]);
    expect(polls.map(({ via }) => via)).toEqual(['browser', 'browser', 'browser', 'browser', 'browser', 'api']);
    const last = polls[5]?.ending as VisitResult;
    expect(linksOf(last).slice(0, 2)).toEqual([addressOf(112), addressOf(111)]);
    expect(last.visit).toMatchObject({ newLinks: 2, changed: true, outcome: 'listed' });
    expect(last.visit.renderReason).toContain('2 pages were the same as rendered');
    expect(last.pointsTo?.[0]).toMatchObject({ to: addressOf(112), anchorText: title(112) });
    expect(await knowledge(crawl)).toMatchObject({
      state: 'learned',
      samples: [],
      agreed: [true, true],
      decidedAt: expect.any(Date),
      api: {
        requests: [{ url: api, method: 'GET' }],
        list: {
          path: 'items[]',
          address: `${origin}/news/\${item.slug}-\${item.id}`,
          title: 'title',
          publishedAt: 'published',
        },
        next: { kind: 'cursor', path: 'next', part: 'query.cursor' },
      },
    });
  });

  it('is followed up to the first page that is known', async () => {
    await using crawl = await openCrawl();
    const site = await learned(crawl);
    const { ways, ending } = await pollAfter(site, 15);
    expect(ways).toBe('api,api,api,api');
    expect(ending.visit).toMatchObject({ newLinks: 15, renderReason: expect.stringContaining('4 pages of the list') });
    expect((await pollAfter(site, 0)).ways).toBe('api');
    expect((await pollAfter(site, 90)).ways).toBe('api,api,api,api,api');
  });

  it('is not followed before known links confirm the template', async () => {
    await using crawl = await openCrawl();
    const site = await learned(crawl);
    const evidence = await crawl.io.store.formats.get('gazette.example', 'source /news');
    const list = evidence?.list;
    if (!evidence || !list?.api) throw new Error('the API is not learned');
    const task = await crawl.claim({ url: canonicalUrl('http://earlier.example/') });
    const unconfirmed = { ...evidence, list: { ...list, api: { ...list.api, confirmed: 0 } } };
    await crawl.io.store.commit(ending(task, { format: unconfirmed }));
    const { ways, ending: first } = await pollAfter(site, 30);
    expect({ ways, renderReason: first.visit.renderReason }).toEqual({
      ways: 'api',
      renderReason: expect.stringContaining('no known link confirms'),
    });
    // the first page has known links now: the gap behind them is read
    expect((await pollAfter(site, 2)).ways).toBe('api,api,api,api,api');
  });

  it('ends with its last page, and where a cursor repeats', async () => {
    await using crawl = await openCrawl();
    const site = await learned(crawl);
    site.cursorAfter = () => null;
    expect((await pollAfter(site, 30)).ways).toBe('api');
    const { newest } = site;
    site.cursorAfter = () => `before-${newest + 30 - pageSize}`;
    expect((await pollAfter(site, 30)).ways).toBe('api,api');
  });

  it('is read no further than a page may give links', async () => {
    await using crawl = await openCrawl();
    const site = await learned(crawl);
    const small = { ...crawl, io: { ...crawl.io, config: { ...crawl.io.config, linksPerPage: 10 } } };
    Object.assign(site, { crawl: small });
    expect((await pollAfter(site, 60)).ways).toBe('api,api');
  });

  it('is rendered in the same poll where the API gives too little, and given up at the second time', async () => {
    await using crawl = await openCrawl();
    const site = await learned(crawl);
    site.items = () => [];
    const first = await pollAfter(site, 2);
    expect(first).toMatchObject({ ways: 'api,browser', via: 'browser' });
    expect(first.ending.visit.renderReason).toContain('rendered: the answer has no links at the place of the list');
    expect(linksOf(first.ending)).toHaveLength(pageSize);
    site.items = (ids) => ids.slice(0, 3).map(item);
    await pollAfter(site, 2);
    expect(await knowledge(crawl)).toMatchObject({
      state: 'refused',
      api: null,
      reason: '2 of the last 4 comparisons differed: 3 links',
    });
    expect(await pollAfter(site, 2)).toMatchObject({ ways: 'browser', via: 'browser' });
    crawl.clock.pass(8 * 24 * 3_600_000);
    site.items = (ids) => ids.map(item);
    await pollAfter(site, 2);
    expect(await knowledge(crawl)).toMatchObject({ state: 'learning', samples: [{}] });
  });

  it('is compared where the site has a new app', async () => {
    await using crawl = await openCrawl();
    const site = await learned(crawl);
    Object.assign(crawl.io, { random: () => 0.05 });
    expect((await pollAfter(site, 2)).ways).toMatch(/^static,api/);
    site.script = '/app.2.js';
    const { via, ending } = await pollAfter(site, 2);
    expect({ via, renderReason: ending.visit.renderReason }).toEqual({
      via: 'browser',
      renderReason: expect.stringMatching(/rendered: the site has a new app; compared with the API: the same/),
    });
    expect((await pollAfter(site, 2)).via).toBe('api');
  });

  it('is not asked for where robots.txt forbids it', async () => {
    await using crawl = await openCrawl();
    const site = await learned(crawl);
    Object.assign(crawl.io, {
      robots: {
        check: async (task: { readonly url: string }) => ({ allowed: !task.url.includes('/api/'), crawlDelayMs: null }),
        sitemaps: async () => [],
      },
    });
    const { ways, ending } = await pollAfter(site, 2);
    expect({ ways, renderReason: ending.visit.renderReason }).toEqual({
      ways: 'browser',
      renderReason: expect.stringContaining('robots.txt forbids GET'),
    });
  });

  it('is polled without a browser, once it is learned', async () => {
    await using crawl = await openCrawl();
    const site = await learned(crawl);
    crawl.web.browser = absentBrowser;
    expect(await pollAfter(site, 1)).toMatchObject({ ways: 'api,api', via: 'api' });
  });

  it('is learned too where steps are taken on the page', async () => {
    await using crawl = await openCrawl({ steps: { articles: [], sources: [{ kind: 'scroll', times: 1 }] } });
    const site = new ClientSite(crawl);
    const polls = [];
    for (let count = 0; count < 6; count++) polls.push(await pollAfter(site, 2));
    expect(polls.map(({ ways }) => ways).slice(2)).toEqual([
      'browser,api',
      'static,api,browser',
      'static,api,browser',
      'api,api',
    ]);
  });

  it('is polled by the API that its scraper names from the first poll on, and is compared without being given up', async () => {
    const definition: ListApiDefinition = {
      source: '/news',
      requests: [{ url: '/api/list?limit=6&cursor=' }],
      list: { items: 'items[]', address: '/news/${item.slug}-${item.id}', title: 'title' },
      next: { cursor: 'next', part: 'query.cursor' },
    };
    await using crawl = await openCrawl(defineScraper({ host: 'gazette.example', origin, api: definition }));
    const site = new ClientSite(crawl);
    const first = await pollAfter(site, 0);
    expect(first).toMatchObject({ ways: 'api,api,api,api,api', via: 'api' });
    expect(linksOf(first.ending)[0]).toBe(addressOf(100));
    expect(first.ending.visit.renderReason).toContain('named by the scraper');
    site.items = (ids) => ids.map((id) => ({ title: title(id) }));
    for (let count = 0; count < 3; count++) expect((await pollAfter(site, 1)).via).toBe('browser');
    expect(await knowledge(crawl)).toMatchObject({ state: 'learned', isNamed: true, agreed: [false, false, false] });
    expect(crawl.logged.filter(({ event }) => event === 'api.differs')).toHaveLength(3);
    site.items = (ids) => ids.map(item);
    expect((await pollAfter(site, 1)).via).toBe('api');
  });

  it('is not learned where its request is answered only once', async () => {
    await using crawl = await openCrawl();
    const site = new ClientSite(crawl);
    site.publish();
    crawl.web.answers[`static ${api}`] = { status: 403, html: '' };
    await poll(crawl);
    expect(await knowledge(crawl)).toMatchObject({
      state: 'refused',
      reason: `asked again, GET ${api} answered 403`,
    });
  });

  it('is not learned where its data have no slugs', async () => {
    await using crawl = await openCrawl();
    const site = new ClientSite(crawl);
    site.items = (ids) => ids.map((id) => ({ title: title(id) }));
    for (let count = 0; count < 4; count++) await pollAfter(site, 2);
    expect(await knowledge(crawl)).toMatchObject({
      state: 'refused',
      reason: 'no answer to the scripts of the page has its links',
    });
  });
});
