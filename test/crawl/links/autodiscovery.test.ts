import { describe, expect, it } from 'vitest';
import { siteFor } from '../../../src/config-files/load-scrapers.ts';
import { Autodiscovery } from '../../../src/crawl/links/autodiscovery.ts';
import { newSource } from '../../../src/crawl/links/targets.ts';
import { NewshawkError, TurnsEnded } from '../../../src/errors.ts';
import type { Reading } from '../../../src/model/article/draft.ts';
import { type CrawlScope, wholeSite } from '../../../src/model/crawl/crawl-scope.ts';
import type { Task } from '../../../src/model/crawl/task.ts';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import type { RunContext } from '../../../src/services.ts';
import { defineScraper, feed, sourceSpec } from '../../../src/settings/scraper.ts';
import { type FakeCrawl, openCrawl } from '../../support/crawl-ports.ts';
import { noDraft } from '../../support/readings.ts';

const run: RunContext = { runId: 'r', worker: 'w', maxDepth: null, scope: wholeSite, keepsWindows: false };

const origin = 'http://blog.example';
const home = canonicalUrl(`${origin}/`);
const rss = `${origin}/feed.xml`;
const map = `${origin}/sitemap.xml`;
const scraped = { ...defineScraper({ host: 'gazette.example' }), file: '/scrapers/gazette.example/scraper.ts' };

const task = (given: Partial<Task> = {}): Task => ({
  url: home,
  kind: 'page',
  host: 'blog.example',
  site: 'blog.example',
  sourceId: null,
  depth: 0,
  maxDepth: 2,
  priority: 1,
  attempts: 0,
  linkTitle: null,
  revisit: false,
  lease: 'l',
  ...given,
});

interface Given {
  readonly task?: Partial<Task>;
  readonly url?: string;
  readonly feeds?: readonly string[];
  readonly pageType?: Reading['pageType'];
  readonly maxDepth?: number | null;
  readonly kinds?: CrawlScope['discover'];
}

/** Over a store of a test, without scrapers but one. */
async function openDiscovery(discover: 'on' | 'off' = 'on') {
  const crawl = await openCrawl();
  crawl.web.sitemaps = [map];
  const io = {
    ...crawl.io,
    config: { ...crawl.io.config, discover },
    siteOf: (host: string) => siteFor([scraped], host),
  };
  const discovery = new Autodiscovery(io);
  const look = async ({
    url = home,
    feeds = [rss],
    pageType = 'listing',
    maxDepth = null,
    kinds = null,
    ...given
  }: Given = {}) =>
    discovery.discover(
      { ...run, maxDepth, scope: { ...wholeSite, discover: kinds } },
      {
        task: task({ url: canonicalUrl(url), ...given.task }),
        url: canonicalUrl(url),
        reading: noDraft({ feeds, pageType }),
        isArticle: pageType === 'article',
        log: io.log,
      },
      await io.identities.pick('blog.example'),
    );
  const namesOf = async (given?: Given) => (await look(given)).sources.map(({ url }) => url);
  return { crawl, io, discovery, look, namesOf, [Symbol.asyncDispose]: () => crawl[Symbol.asyncDispose]() };
}

const story = { url: `${origin}/2026/story`, pageType: 'article' } as const;

const pending = async ({ io }: FakeCrawl, url: string) => (await io.store.frontier.get(canonicalUrl(url)))?.state;

describe('Autodiscovery', () => {
  it("makes sources of the page's feeds and the sitemaps in robots.txt, says who named them, and polls them", async () => {
    await using one = await openDiscovery();
    const lists = await one.look();
    expect(lists.sources.map(({ url, kind, namedBy, site }) => [url, kind, namedBy, site])).toEqual([
      [rss, 'feed', home, 'blog.example'],
      [map, 'sitemap', `${origin}/robots.txt`, 'blog.example'],
    ]);
    expect(lists.summary).toBe(`polled too: ${rss}, ${map}`);
    await one.discovery.openSources(lists, one.io.log);
    expect([await pending(one.crawl, rss), await pending(one.crawl, map)]).toEqual(['pending', 'pending']);
    expect(one.crawl.logged).toContainEqual({
      level: 'info',
      event: 'source.discovered',
      fields: { source: rss, kind: 'feed', namedBy: home },
    });
  });

  it('discovers each kind once per host and run', async () => {
    await using one = await openDiscovery();
    const [section, other] = [`${origin}/sport`, `${origin}/politics`];
    const [first, beside] = [await one.look({ url: section, feeds: [] }), await one.look({ url: other, feeds: [] })];
    await one.discovery.openSources(first, one.io.log);
    await one.discovery.openSources(beside, one.io.log);
    expect(one.crawl.logged.filter(({ event }) => event === 'source.discovered')).toHaveLength(1);
    const lists = await one.look();
    expect(lists.sources.map(({ url }) => url)).toEqual([rss]);
    await one.discovery.openSources(lists, one.io.log);
    expect(await one.namesOf({ url: other })).toEqual([]);
  });

  it.each<[string, Given]>([
    ['an article that was linked', { ...story, task: { depth: 1 } }],
    ['an article that a source led to', { ...story, task: { sourceId: 's' } }],
    ['an article that is visited again', { ...story, task: { revisit: true } }],
    [
      'another page that is visited again',
      { url: `${origin}/about`, pageType: 'other', task: { depth: 1, revisit: true } },
    ],
    ['a crawl of depth 0', { maxDepth: 0 }],
    ['a site with a scraper', { url: 'http://gazette.example/', task: { site: 'gazette.example' } }],
    ['a redirect to a site with a scraper', { url: 'http://gazette.example/' }],
  ])('takes nothing of %s', async (_, given) => {
    await using one = await openDiscovery();
    expect(await one.namesOf(given)).toEqual([]);
  });

  it.each<[string, Given]>([
    ['a home page that shows its newest article', { pageType: 'article' }],
    ['a home page that is visited again', { task: { depth: 1, revisit: true } }],
    ['an article whose address a person named', story],
    ['an article that is watched', { ...story, task: { kind: 'source' } }],
    ['a list that was linked', { url: `${origin}/sport`, task: { depth: 1 } }],
    ['a list that a source led to', { url: `${origin}/sport`, task: { depth: 1, sourceId: 's' } }],
    ['a page that is neither an article nor a list', { url: `${origin}/about`, pageType: 'other', task: { depth: 1 } }],
    [
      'what is watched and hardly shows links',
      { url: `${origin}/latest`, pageType: 'other', task: { kind: 'source' } },
    ],
  ])('takes what is named by %s', async (_, given) => {
    await using one = await openDiscovery();
    expect(await one.namesOf(given)).toEqual([rss, map]);
  });

  it.each<[CrawlScope['discover'], readonly string[]]>([
    [['feeds', 'lists'], [rss]],
    [['sitemaps'], [map]],
    [['lists'], []],
    [[], []],
  ])('takes only the kinds %j that a run names, also where discovery is switched off', async (kinds, found) => {
    await using on = await openDiscovery();
    expect(await on.namesOf({ kinds })).toEqual(found);
    await using off = await openDiscovery('off');
    expect(await off.namesOf({ kinds })).toEqual(found);
  });

  it('takes of a list that is crawled with depth 1 only its own feeds, and no sitemap', async () => {
    await using one = await openDiscovery();
    const feeds = [rss, `${origin}/tag/rivers/feed/`, `${origin}/tag/rivers-and-lakes/feed/`];
    expect(await one.namesOf({ url: `${origin}/tag/rivers/`, feeds, maxDepth: 1 })).toEqual([feeds[1]]);
    const byQuery = [`${origin}/?feed=rss2`, `${origin}/?cat=3&feed=rss2`];
    expect(await one.namesOf({ url: `${origin}/?cat=3`, feeds: byQuery, maxDepth: 1 })).toEqual([byQuery[1]]);
    expect(await one.namesOf({ maxDepth: 1 })).toEqual([rss, map]);
    expect(await one.namesOf({ url: `${origin}/tag/rivers/`, feeds, maxDepth: 2 })).toEqual([...feeds, map]);
  });

  it('discovers nothing when it is switched off', async () => {
    await using one = await openDiscovery('off');
    expect(await one.namesOf()).toEqual([]);
  });

  it('stays on the site, takes at most three per kind, and a sitemap of news first', async () => {
    await using one = await openDiscovery();
    one.crawl.web.sitemaps = [
      ...['http://elsewhere.example/s.xml', 'mailto:us@blog.example', '/a.xml', `${origin}/b.xml`, `${origin}/c.xml`],
      ...[`${origin}/sitemap-news.xml`, `${origin}/b.xml`],
    ];
    const feeds = ['http://feeds.feedburner.com/blog', 'http://feeds.blog.example/1', ...[2, 3, 4].map((n) => rss + n)];
    expect(await one.namesOf({ feeds })).toEqual([
      ...['http://feeds.blog.example/1', `${rss}2`, `${rss}3`],
      ...[`${origin}/sitemap-news.xml`, `${origin}/a.xml`, `${origin}/b.xml`],
    ]);
  });

  it('keeps sources of a watch enabled; a crawl polls once, and disables no source of a watch', async () => {
    await using one = await openDiscovery();
    const { sources } = one.io.store;
    const enabled = async () => (await sources.list()).map((source) => source.enabled);
    const again = (given: Given) => {
      const discovery = new Autodiscovery(one.io);
      return one.look(given).then((lists) => discovery.openSources(lists, one.io.log));
    };
    await again({});
    expect(await enabled()).toEqual([false, false]);
    await again({ task: { kind: 'source' } });
    expect(await enabled()).toEqual([true, true]);
    await again({});
    expect(await enabled()).toEqual([true, true]);
  });

  it('leaves alone what a person names as a source', async () => {
    await using one = await openDiscovery();
    const mine = newSource('blog.example', sourceSpec(feed(rss, { weight: 9 }), rss), one.crawl.clock.now());
    await one.io.store.sources.define(mine);
    expect(await one.namesOf()).toEqual([map]);
  });

  it("goes on when robots.txt can't be fetched, and ends with the run", async () => {
    await using one = await openDiscovery();
    const failing = (error: Error) => {
      const robots = { ...one.io.robots, sitemaps: () => Promise.reject(error) };
      return new Autodiscovery({ ...one.io, robots });
    };
    const page = {
      task: task(),
      url: home,
      reading: noDraft({ feeds: [rss], pageType: 'listing' }),
      isArticle: false,
      log: one.io.log,
    } as const;
    const identity = await one.io.identities.pick('blog.example');
    const lists = await failing(new NewshawkError('proxy', 'it is gone')).discover(run, page, identity);
    expect(lists.sources.map(({ url }) => url)).toEqual([rss]);
    const ended = failing(new TurnsEnded('the run ends')).discover(run, page, identity);
    await expect(ended).rejects.toThrow('the run ends');
  });
});
