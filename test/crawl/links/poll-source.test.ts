import { describe, expect, it } from 'vitest';
import { sourceId } from '../../../src/crawl/links/targets.ts';
import { concludePoll, pollSource } from '../../../src/crawl/poll-source.ts';
import { NewshawkError } from '../../../src/errors.ts';
import { wholeSite } from '../../../src/model/crawl/crawl-scope.ts';
import type { Source } from '../../../src/model/crawl/source.ts';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import { listing, sourceSpec } from '../../../src/settings/scraper.ts';
import type { VisitResult } from '../../../src/storage/port.ts';
import { ending, source, visit } from '../../storage/records.ts';
import { crawlOf, type FakeCrawl, openCrawl } from '../../support/crawl-ports.ts';
import { listingReading } from '../../support/readings.ts';

const origin = 'http://gazette.example';
const url = canonicalUrl(`${origin}/source`);
const rss = (...paths: string[]) =>
  `<rss version="2.0"><channel><title>t</title>${paths.map((path) => `<item><title>${path}</title><link>${origin}${path}</link></item>`).join('')}</channel></rss>`;
const urlset = (...paths: string[]) =>
  `<urlset>${paths.map((path) => `<url><loc>${origin}${path}</loc></url>`).join('')}</urlset>`;
const pages = (count: number) => Array.from({ length: count }, (_, index) => `${origin}/story-${index}`);

/** Polls the source, as it is in the store. */
async function poll(
  crawl: FakeCrawl,
  kind: Source['kind'],
  more: Partial<Source> = {},
  id = 's-1',
): Promise<VisitResult> {
  const { io, clock } = crawl;
  const { store } = io;
  if ((await store.sources.get(id)) === null)
    await store.sources.define(
      source(id, { url, kind, activeWindows: [], baseIntervalMs: 60_000, intervalMs: 60_000, ...more }),
    );
  const given = { kind: 'source', sourceId: id, depth: 0 } as const;
  const entry = {
    url,
    host: 'gazette.example',
    site: 'gazette.example',
    maxDepth: 2,
    linkTitle: null,
    priority: 1,
    dueAt: clock.now(),
    ...given,
  };
  await store.frontier.reopen([entry], { revisit: false, now: new Date(0) });
  const task = await crawl.claim({ url, ...given });
  const services = crawlOf(crawl);
  return await concludePoll(services, await pollSource(services, task, await io.identities.pick(task.site)));
}

/** The same under `watch`, which takes less of lists that nobody named. */
const watching = (crawl: FakeCrawl): FakeCrawl => ({ ...crawl, run: { ...crawl.run, keepsWindows: true } });

const found = ({ links }: VisitResult) => links.map((link) => link.url.slice(origin.length));

describe('pollSource', () => {
  it('puts the links of a feed into the frontier, and polls sooner', async () => {
    await using crawl = await openCrawl();
    crawl.web.answers = { [`static ${url}`]: { html: rss('/1', '/2') } };
    const ending = await poll(crawl, 'feed');
    expect(found(ending)).toEqual(['/1', '/2']);
    expect(ending).toMatchObject({
      visit: {
        kind: 'source',
        outcome: 'listed',
        detail: '2 links',
        newLinks: 2,
        changed: true,
        via: 'static',
        status: 200,
      },
      source: { id: 's-1', intervalMs: 42_000, lastPolledAt: crawl.clock.now(), worker: 'tester' },
      next: { kind: 'done' },
    });
    expect(ending.source?.nextPollAt.getTime()).toBe(crawl.clock.now().getTime() + 42_000);
  });

  describe('of a feed whose entries change', () => {
    const day = (number: number) => `Sat, ${String(20 - number).padStart(2, '0')} Nov 2026 07:00:00 GMT`;
    const feed = (items: readonly (readonly [path: string, text: string])[]) =>
      `<rss version="2.0"><channel><title>t</title>${items
        .map(([path, text]) => {
          const number = Number(path.slice(1));
          return `<item><title>Story</title><link>${origin}${path}</link><description>&lt;img src="/${Math.random()}"&gt; ${text}</description><pubDate>${day(number)}</pubDate></item>`;
        })
        .join('')}</channel></rss>`;
    const first = [1, 2, 3, 4, 5].map((number) => [`/${number}`, `text ${number}`] as const);
    /** Polls the feed, stores its pages, and polls it again with these entries. @returns pages that are due */
    const dueAfter = async (
      crawl: FakeCrawl,
      entries: readonly (readonly [string, string])[],
      { waitMs = 600_000, unread = [] as readonly string[] } = {},
    ) => {
      const { store } = crawl.io;
      const pollOf = async (html: string) => {
        crawl.web.answers = { [`static ${url}`]: { html } };
        const result = await poll(crawl, 'feed');
        await store.commit(result);
        return result;
      };
      await pollOf(feed(first));
      for (const [path] of first) {
        if (unread.includes(path)) continue;
        const task = await crawl.claim({ url: canonicalUrl(origin + path) });
        await store.commit(
          ending(task, { visit: { ...visit(task), outcome: 'stored', startedAt: crawl.clock.now() } }),
        );
      }
      crawl.clock.pass(waitMs);
      const { visit: ended } = await pollOf(feed(entries));
      const tasks = await Promise.all(first.map(([path]) => store.frontier.get(canonicalUrl(origin + path))));
      const due = tasks.flatMap((task) =>
        task?.state === 'pending' && task.revisit ? task.url.slice(origin.length) : [],
      );
      return { due, detail: ended.detail, pollOf };
    };

    it('visits a stored page again whose entry says something else, and no other', async () => {
      await using crawl = await openCrawl();
      const edited = first.map(([path, text]) => [path, path === '/2' ? 'corrected' : text] as const);
      const { due, detail } = await dueAfter(crawl, edited);
      expect({ due, detail }).toEqual({ due: ['/2'], detail: '5 links; 1 changed or deleted posts are due' });
    });

    it('asks for a post that left the feed although older ones stay, not for those that aged out of it', async () => {
      await using crawl = await openCrawl();
      const { due } = await dueAfter(crawl, [['/0', 'new'], ...first.filter(([path]) => !['/2', '/5'].includes(path))]);
      expect(due).toEqual(['/2']);
    });

    it('leaves pages alone that were never stored, and feeds of which most entries change at once', async () => {
      await using crawl = await openCrawl();
      const edited = first.map(([path, text]) => [path, path === '/2' ? 'corrected' : text] as const);
      expect((await dueAfter(crawl, edited, { unread: ['/2'] })).due).toEqual([]);
      await using other = await openCrawl();
      expect(
        (
          await dueAfter(
            other,
            first.map(([path]) => [path, 'views: 7'] as const),
          )
        ).due,
      ).toEqual([]);
    });

    it('waits where the page was visited a moment ago, and looks again at the next poll', async () => {
      await using crawl = await openCrawl();
      const next = first
        .filter(([path]) => path !== '/3')
        .map(([path]) => [path, path === '/1' ? 'new words' : `text ${path.slice(1)}`] as const);
      const { due, pollOf } = await dueAfter(crawl, next, { waitMs: 60_000 });
      expect(due).toEqual([]);
      crawl.clock.pass(600_000);
      expect((await pollOf(feed(next))).visit.detail).toBe('4 links; 2 changed or deleted posts are due');
      crawl.clock.pass(600_000);
      expect((await pollOf(feed(next))).visit.detail).toBe('4 links');
    });
  });

  describe('of a list whose version the server names', () => {
    const etag = 'W/"v1"';
    const lastModified = 'Sat, 21 Nov 2026 07:00:00 GMT';
    const named = { etag, 'last-modified': lastModified };
    const asked = { 'if-none-match': etag, 'if-modified-since': lastModified };
    const polled = async (crawl: FakeCrawl, kind: Source['kind'], more: Partial<Source> = {}) => {
      const ending = await poll(crawl, kind, more);
      await crawl.io.store.commit(ending);
      crawl.clock.pass(60_000);
      return ending;
    };

    it.each([
      ['feed', rss('/1', '/2')],
      ['sitemap', urlset('/1', '/2')],
      ['listing', '<a href="/1">one</a>'],
    ] as const)('asks for a newer %s only, and takes 304 for no update', async (kind, html) => {
      await using crawl = await openCrawl({ render: 'static' });
      crawl.web.read = () => listingReading([`${origin}/1`]);
      crawl.web.answers = { [`static ${url}`]: { html, headers: named } };
      const first = await polled(crawl, kind);
      crawl.web.answers = { [`static ${url}`]: { status: 304, html: '' } };
      const second = await polled(crawl, kind);
      expect(crawl.asked.map(({ headers }) => headers)).toEqual([{}, asked]);
      expect(second).toMatchObject({
        visit: { outcome: 'listed', status: 304, newLinks: 0, changed: false, detail: 'unchanged since the last poll' },
        links: [],
        failure: null,
      });
      expect(second.source?.intervalMs).toBeGreaterThan(first.source?.intervalMs ?? 0);
      expect(second.source?.contentHash).toBe(first.source?.contentHash);
      crawl.web.answers = { [`static ${url}`]: { html, headers: { etag: '"v2"' } } };
      await polled(crawl, kind);
      await polled(crawl, kind);
      expect(crawl.asked.slice(2).map(({ headers }) => headers)).toEqual([asked, { 'if-none-match': '"v2"' }]);
    });

    it('reads the whole list again after a day, and where it is read in another mode', async () => {
      await using crawl = await openCrawl();
      crawl.web.answers = { [`static ${url}`]: { html: rss('/1'), headers: named } };
      await polled(crawl, 'feed');
      crawl.clock.pass(24 * 3_600_000);
      await polled(crawl, 'feed');
      const stored = await crawl.io.store.sources.get('s-1');
      if (stored === null) throw new Error('the source is gone');
      await crawl.io.store.sources.define({ ...stored, maxDepth: 1 });
      await polled(crawl, 'feed');
      expect(crawl.asked.map(({ headers }) => headers)).toEqual([{}, {}, {}]);
    });

    it('reads the whole list again where links were left out, or parts may have changed', async () => {
      await using crawl = await openCrawl();
      const { config } = crawl.io;
      const small = { ...crawl, io: { ...crawl.io, config: { ...config, linksPerList: 1 } } };
      crawl.web.answers = { [`static ${url}`]: { html: rss('/1', '/2'), headers: named } };
      await polled(small, 'feed');
      await polled(small, 'feed');
      const part = `${origin}/part.xml`;
      const index = `<sitemapindex><sitemap><loc>${part}</loc></sitemap></sitemapindex>`;
      crawl.web.answers = {
        [`static ${url}`]: { html: index, headers: named },
        [`static ${part}`]: { html: urlset('/3'), headers: named },
      };
      await crawl.io.store.sources.remove('s-1');
      const ending = await polled(crawl, 'sitemap');
      await polled(crawl, 'sitemap');
      expect(crawl.asked.map(({ headers }) => headers)).toEqual([{}, {}, {}, {}, {}, {}]);
      expect(ending.visit.bytes).toBe(index.length + urlset('/3').length);
    });

    it('fails where a server answers 304 although nobody asked', async () => {
      await using crawl = await openCrawl();
      crawl.web.answers = { [`static ${url}`]: { status: 304, html: '' } };
      await expect(poll(crawl, 'feed')).rejects.toThrow('the source answered 304');
    });
  });

  it('polls later where nothing is new, sooner where the list has changed', async () => {
    await using crawl = await openCrawl();
    crawl.web.answers = { [`static ${url}`]: { html: rss('/1', '/2') } };
    await crawl.io.store.commit(await poll(crawl, 'feed'));
    crawl.clock.pass(60_000);
    const same = await poll(crawl, 'feed');
    expect(same).toMatchObject({
      visit: { newLinks: 0, changed: false },
      source: { intervalMs: Math.round(42_000 * 1.35) },
    });
    await crawl.io.store.commit(same);
    crawl.clock.pass(60_000);
    crawl.web.answers = { [`static ${url}`]: { html: rss('/2') } };
    expect((await poll(crawl, 'feed')).visit).toMatchObject({ newLinks: 0, changed: true });
  });

  it('reads the sitemaps that an index names, the newest first, and no more than twenty', async () => {
    await using crawl = await openCrawl();
    const parts = Array.from({ length: 25 }, (_, index) => `/map-${index}.xml`);
    const entries = parts.map(
      (path, index) => `<sitemap><loc>${origin}${path}</loc><lastmod>2026-01-${index + 1}</lastmod></sitemap>`,
    );
    crawl.web.answers = Object.fromEntries([
      [`static ${url}`, { html: `<sitemapindex>${entries.join('')}</sitemapindex>` }],
      ...parts.map((path) => [`static ${origin}${path}`, { html: urlset(`/from${path.slice(0, -4)}`) }]),
    ]);
    const ending = await poll(crawl, 'sitemap');
    expect(crawl.asked.map((one) => one.url.slice(origin.length))).toEqual(['/source', ...parts.slice(5).reverse()]);
    expect(found(ending)).toHaveLength(20);
    expect(found(ending)[0]).toBe('/from/map-24');
  });

  it('checks robots.txt for each part of an index, skips other sites, and goes on when a part fails', async () => {
    await using crawl = await openCrawl();
    const parts = ['/good.xml', '/forbidden.xml', '/gone.xml', '/other.xml'].map((path) => origin + path);
    const entries = [...parts, 'http://elsewhere.example/s.xml'].map((loc) => `<sitemap><loc>${loc}</loc></sitemap>`);
    crawl.web.answers = {
      [`static ${url}`]: { html: `<sitemapindex>${entries.join('')}</sitemapindex>` },
      [`static ${origin}/good.xml`]: { html: urlset('/1') },
      [`static ${origin}/forbidden.xml`]: { html: urlset('/2') },
      [`static ${origin}/other.xml`]: { html: urlset('/3') },
    };
    const forbids = (path: string) => path.endsWith('/forbidden.xml');
    const robots = {
      ...crawl.io.robots,
      check: async (task: { url: string }) => ({ allowed: !forbids(task.url), crawlDelayMs: null }),
    };
    const ending = await poll({ ...crawl, io: { ...crawl.io, robots } }, 'sitemap');
    expect(found(ending).sort()).toEqual(['/1', '/3']);
    expect(crawl.asked.map((one) => one.url)).toEqual([
      url,
      ...['other', 'gone', 'good'].map((name) => `${origin}/${name}.xml`),
    ]);
    expect(ending.visit.detail).toMatch(
      /1 parts are of other sites.*gone\.xml.*404.*forbidden\.xml: robots\.txt forbids it/,
    );
  });

  it('says how many links of a list were left out', async () => {
    await using crawl = await openCrawl();
    const config = { ...crawl.io.config, linksPerList: 3 };
    crawl.web.answers = { [`static ${url}`]: { html: urlset('/1', '/2', '/3', '/4', '/5') } };
    const ending = await poll({ ...crawl, io: { ...crawl.io, config } }, 'sitemap');
    expect(ending.links).toHaveLength(3);
    expect(ending.visit).toMatchObject({ linksLeft: 2, detail: expect.stringContaining('5 links; 2 links left out') });
  });

  it('reads a sitemap itself', async () => {
    await using crawl = await openCrawl();
    crawl.web.answers = { [`static ${url}`]: { html: urlset('/1', '/2', '/1') } };
    expect(found(await poll(crawl, 'sitemap'))).toEqual(['/1', '/2']);
  });

  it.each([
    ['feed', rss('/1', '/2')],
    ['sitemap', urlset('/1', '/2')],
  ])('takes a listing for the %s that it is, from then on', async (kind, html) => {
    await using crawl = await openCrawl();
    crawl.web.answers = { [`static ${url}`]: { html } };
    const ending = await poll(crawl, 'listing');
    expect(found(ending)).toEqual(['/1', '/2']);
    expect(ending.source?.kind).toBe(kind);
    await crawl.io.store.commit(ending);
    expect((await crawl.io.store.sources.get('s-1'))?.kind).toBe(kind);
  });

  it('asks a browser for a listing that is an empty shell to a plain client', async () => {
    await using crawl = await openCrawl();
    crawl.web.answers = { [`static ${url}`]: { html: '<p>shell</p>' }, [`browser ${url}`]: { html: '<p>full</p>' } };
    crawl.web.read = ({ via }) => listingReading(via === 'static' ? pages(4) : pages(6));
    const ending = await poll(crawl, 'listing');
    expect({ foundCount: found(ending).length, via: ending.visit.via, open: crawl.open() }).toEqual({
      foundCount: 6,
      via: 'browser',
      open: 0,
    });
    expect(ending).toMatchObject({
      visit: { renderReason: 'unknown format: 0 of 3 comparisons are made; fell back to the browser: 4 links' },
      format: { format: 'source /source', compared: 1, enough: 0, staticGave: [false] },
    });
  });

  it('asks a plain client alone when three polls had the same links in both modes', async () => {
    await using crawl = await openCrawl();
    crawl.web.answers = { [`static ${url}`]: { html: '<p>list</p>' }, [`browser ${url}`]: { html: '<p>list</p>' } };
    crawl.web.read = () => listingReading(pages(5));
    const ways = [];
    for (let count = 0; count < 4; count++) {
      crawl.asked.length = 0;
      await crawl.io.store.commit(await poll(crawl, 'listing'));
      crawl.clock.pass(60_000);
      ways.push(crawl.asked.map(({ way }) => way).join());
    }
    expect(ways).toEqual(['static,browser', 'static,browser', 'static,browser', 'static']);
    const key = 'source /source';
    expect(await crawl.io.store.formats.get('gazette.example', key)).toMatchObject({ compared: 3, enough: 3 });
  });

  it('takes the links of the browser where they are more, and those of the plain client where the browser has none', async () => {
    await using crawl = await openCrawl();
    crawl.web.answers = { [`static ${url}`]: { html: '<p>list</p>' }, [`browser ${url}`]: { html: '<p>list</p>' } };
    crawl.web.read = ({ via }) => listingReading(pages(via === 'static' ? 6 : 12));
    expect({ foundCount: found(await poll(crawl, 'listing')).length, open: crawl.open() }).toEqual({
      foundCount: 12,
      open: 0,
    });
    await using walled = await openCrawl();
    walled.web.answers = { ...crawl.web.answers, [`browser ${url}`]: new NewshawkError('blocked', 'a wall') };
    walled.web.read = crawl.web.read;
    expect(await poll(walled, 'listing')).toMatchObject({
      visit: { via: 'static', renderReason: expect.stringContaining('blocked: a wall') },
      format: { compared: 1, enough: 1 },
    });
    await using turnedAway = await openCrawl();
    turnedAway.web.answers = { ...crawl.web.answers, [`static ${url}`]: new NewshawkError('blocked', 'a wall') };
    turnedAway.web.read = crawl.web.read;
    expect((await poll(turnedAway, 'listing')).visit.via).toBe('browser');
  });

  it.each(['feed', 'sitemap', 'listing'] as const)('fails where a %s is not there', async (kind) => {
    await using crawl = await openCrawl();
    await expect(poll(crawl, kind)).rejects.toMatchObject({ kind: 'unreachable', message: 'the source answered 404' });
  });

  it('fails where a feed or sitemap is something else', async () => {
    await using crawl = await openCrawl();
    crawl.web.answers = { [`static ${url}`]: { html: '<html><p>moved</p></html>' } };
    await expect(poll(crawl, 'feed')).rejects.toMatchObject({ kind: 'layout-changed' });
    await using other = await openCrawl();
    other.web.answers = crawl.web.answers;
    await expect(poll(other, 'sitemap')).rejects.toMatchObject({ kind: 'layout-changed' });
  });

  it('expands a listing in the browser, and only again when its first screen has news', async () => {
    await using crawl = await openCrawl({ render: 'browser' });
    let times = 0;
    const expand = async () => {
      times++;
      const links = [canonicalUrl(`${origin}/later`)].map((later) => ({ url: later, text: 'Later', context: '' }));
      return { links, by: ['click'], ended: 'budget', why: 'time' } as const;
    };
    crawl.web.answers = { [`browser ${url}`]: { html: '<p>list</p>', expand } };
    crawl.web.read = () => listingReading(pages(6));
    const first = await poll(crawl, 'listing');
    expect(found(first)).toEqual([...pages(6).map((page) => page.slice(origin.length)), '/later']);
    expect(first.visit).toMatchObject({
      listCutShort: { loaded: 1, total: null, by: 'clicked', why: 'time' },
      detail: expect.stringContaining('"load more" clicked: 1 further links; there may be more: time'),
    });
    await crawl.io.store.commit({ ...first, visit: { ...first.visit, listCutShort: undefined } as never });
    crawl.clock.pass(3_600_000);
    const second = await poll(crawl, 'listing');
    expect({ times, foundCount: found(second).length, changed: second.visit.changed }).toEqual({
      times: 1,
      foundCount: 6,
      changed: false,
    });
  });

  it('does not expand a listing whose links a scraper names', async () => {
    const named = sourceSpec(listing('/source', { links: '.story' }), origin);
    await using crawl = await openCrawl({ render: 'browser', sources: [named] });
    let times = 0;
    crawl.web.answers = { [`browser ${url}`]: { html: '<p>list</p>', expand: async () => ({ rounds: times++ }) } };
    crawl.web.read = () => listingReading(pages(6));
    await poll(crawl, 'listing', {}, sourceId(url));
    expect(times).toBe(0);
  });

  const discovered = { namedBy: `${origin}/robots.txt` };

  it('takes under watch new links and links without a date of a discovered sitemap, and all in a crawl', async () => {
    await using crawl = await openCrawl();
    const dated = (path: string, daysAgo: number) =>
      `<url><loc>${origin}${path}</loc><lastmod>${new Date(crawl.clock.now().getTime() - daysAgo * 86_400_000).toISOString()}</lastmod></url>`;
    const html = `<urlset>${dated('/old', 8)}${dated('/new', 6)}<url><loc>${origin}/undated</loc></url></urlset>`;
    crawl.web.answers = { [`static ${url}`]: { html } };
    const ending = await poll(watching(crawl), 'sitemap', discovered);
    expect({ found: found(ending), detail: ending.visit.detail }).toEqual({
      found: ['/new', '/undated'],
      detail: '3 links; 1 older than 7 days are passed over',
    });
    for (const [isWatch, more] of [
      [false, discovered],
      [true, {}],
    ] as const) {
      await using other = await openCrawl();
      other.web.answers = crawl.web.answers;
      const given = isWatch ? watching(other) : other;
      expect(found(await poll(given, 'sitemap', more))).toHaveLength(3);
    }
  });

  it('reads under watch 500 links, and five parts of an index, of a discovered list; a crawl all, and 20 parts', async () => {
    await using crawl = await openCrawl();
    const paths = Array.from({ length: 600 }, (_, index) => `/${index}`);
    crawl.web.answers = { [`static ${url}`]: { html: rss(...paths) } };
    const ending = await poll(watching(crawl), 'feed', discovered);
    expect(ending.links).toHaveLength(500);
    expect(ending.visit).toMatchObject({
      linksLeft: 100,
      detail: expect.stringContaining('500 of a list are the most'),
    });
    await using whole = await openCrawl();
    whole.web.answers = crawl.web.answers;
    expect((await poll(whole, 'feed', discovered)).links).toHaveLength(600);
    await using index = await openCrawl();
    const parts = Array.from({ length: 22 }, (_, part) => `${origin}/map-${part}.xml`);
    index.web.answers = Object.fromEntries([
      [
        `static ${url}`,
        { html: `<sitemapindex>${parts.map((loc) => `<sitemap><loc>${loc}</loc></sitemap>`).join('')}</sitemapindex>` },
      ],
      ...parts.map((part, number) => [`static ${part}`, { html: urlset(`/from-${number}`) }]),
    ]);
    const listed = await poll(watching(index), 'sitemap', discovered);
    expect({ askedCount: index.asked.length, linkCount: listed.links.length }).toEqual({ askedCount: 6, linkCount: 5 });
    expect(listed.visit.detail).toContain('5 of 22 parts were read');
    await using more = await openCrawl();
    more.web.answers = index.web.answers;
    expect((await poll(more, 'sitemap', discovered)).visit.detail).toContain('20 of 22 parts were read');
  });

  it('reads further parts of a discovered index when a part is old', async () => {
    await using crawl = await openCrawl();
    const { linksPerList: _, ...others } = crawl.io.config;
    const io = { ...crawl.io, config: { ...others, linksPerList: 2 } };
    const old = ['/1', '/2'].map((path) => `<url><loc>${origin}${path}</loc><lastmod>2001-01-01</lastmod></url>`);
    crawl.web.answers = {
      [`static ${url}`]: {
        html: `<sitemapindex>${['/a', '/b'].map((path) => `<sitemap><loc>${origin}${path}</loc></sitemap>`).join('')}</sitemapindex>`,
      },
      [`static ${origin}/b`]: { html: `<urlset>${old.join('')}</urlset>` },
      [`static ${origin}/a`]: { html: urlset('/new') },
    };
    expect(found(await poll(watching({ ...crawl, io }), 'sitemap', discovered))).toEqual(['/new']);
  });

  it.each([
    ['is not there', { status: 404, html: '' }],
    ['is a page', { html: '<html><p>moved</p></html>' }],
    ['is guarded', new NewshawkError('blocked', 'a wall')],
  ])('drops a list that nobody asked for and that %s, and asks again after the longest interval', async (_, answer) => {
    await using crawl = await openCrawl();
    crawl.web.answers = { [`static ${url}`]: answer };
    const ending = await poll(crawl, 'feed', { ...discovered, maxFactor: 8 });
    expect(ending).toMatchObject({
      visit: { outcome: 'dropped', reason: 'no-list', detail: expect.stringContaining(`${origin}/robots.txt: `) },
      next: { kind: 'done' },
    });
    const waitMs = (ending.source?.nextPollAt.getTime() ?? 0) - crawl.clock.now().getTime();
    expect(waitMs).toBeGreaterThan(4 * 60_000);
  });

  it('retries when the host of a discovered list has a problem', async () => {
    await using crawl = await openCrawl();
    crawl.web.answers = { [`static ${url}`]: new NewshawkError('unreachable', 'no connection', { fault: 'host' }) };
    await expect(poll(crawl, 'feed', discovered)).rejects.toMatchObject({ kind: 'unreachable' });
  });

  it('fails where its source is not in the store', async () => {
    await using crawl = await openCrawl();
    const { io } = crawl;
    const task = await crawl.claim({ url, kind: 'source', sourceId: 's-9' });
    const polling = pollSource(crawlOf(crawl), task, await io.identities.pick('x'));
    await expect(polling).rejects.toMatchObject({
      kind: 'misconfigured',
      message: expect.stringContaining('crawl its site again'),
    });
  });

  describe('of a run with --since', () => {
    const dated = (...days: string[]) =>
      `<urlset>${days.map((day) => `<url><loc>${origin}/${day}</loc><lastmod>${day}</lastmod></url>`).join('')}</urlset>`;
    const since = (crawl: FakeCrawl, day: string): FakeCrawl => ({
      ...crawl,
      run: { ...crawl.run, scope: { ...wholeSite, since: new Date(day) } },
    });

    it('leaves older links out, and reads the whole list again the next time', async () => {
      await using crawl = await openCrawl();
      const headers = { etag: '"1"' };
      crawl.web.answers = { [`static ${url}`]: { html: dated('2026-11-10', '2026-10-01', '2025-01-01'), headers } };
      const ending = await poll(since(crawl, '2026-10-15'), 'sitemap');
      expect(found(ending)).toEqual(['/2026-11-10']);
      expect(ending.visit.detail).toBe('3 links; 2 older than 2026-10-15T00:00:00.000Z are passed over');
      expect(ending.source?.validators).toBeNull();
    });

    it('takes its date instead of the last days of a discovered sitemap', async () => {
      await using crawl = await openCrawl();
      crawl.web.answers = { [`static ${url}`]: { html: dated('2026-11-20', '2026-10-01', '2025-01-01') } };
      const discovered = { namedBy: `${origin}/robots.txt` };
      expect(found(await poll(since(crawl, '2026-01-01'), 'sitemap', discovered))).toEqual([
        '/2026-11-20',
        '/2026-10-01',
      ]);
    });
  });
});
