import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OfflineCrawl } from '../../../src/crawl/crawl.ts';
import {
  followFeedLinks,
  followLinks,
  followListingLinks,
  type LinkedPage,
  type LinkOrigin,
} from '../../../src/crawl/links/follow-links.ts';
import { FrontierBudgets } from '../../../src/crawl/links/frontier-budgets.ts';
import { LinkJudge } from '../../../src/crawl/links/link-judge.ts';
import type { NamedDecision, NamedLink } from '../../../src/crawl/links/link-patterns.ts';
import type { Draft } from '../../../src/model/article/draft.ts';
import { type CrawlScope, wholeSite } from '../../../src/model/crawl/crawl-scope.ts';
import type { Topic } from '../../../src/model/topic/topic.ts';
import { type CanonicalUrl, canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import type { Link } from '../../../src/model/web/link.ts';
import type { Config } from '../../../src/settings/config.ts';
import { defineScraper } from '../../../src/settings/scraper.ts';
import { addressClassifier } from '../../../src/stages/url-patterns/classify-address.ts';
import { learnSitePatterns } from '../../../src/stages/url-patterns/learn.ts';
import { at, entry } from '../../storage/records.ts';
import { stoppedClock } from '../../support/manual-clock.ts';
import { link } from '../../support/readings.ts';
import { topic } from '../../support/topics.ts';

const site = defineScraper({ host: 'gazette.example', links: { ignore: [/\/tag\//] } });

/** A link graph in which `b` is the address that most pages point to. */
const graph = {
  standing: async (_: CanonicalUrl, to: readonly CanonicalUrl[]) =>
    new Map(
      to.map((url) => [url, url.endsWith('/b') ? { inLinks: 4, relevance: 0.6 } : { inLinks: 1, relevance: null }]),
    ),
  maxInLinks: async () => 4,
};

const frontier = {
  unknown: async (asked: readonly CanonicalUrl[]) => new Set(asked),
};

const energy = topic('energy', { 'wind farm': 1, solar: 2, 电网: 1 }, { threshold: 0.2 });

const origin = (
  given: Partial<LinkOrigin['task']> = {},
  maxDepth: number | null = null,
  topics: readonly Topic[] = [],
  scope: Partial<CrawlScope> = {},
): [OfflineCrawl, LinkOrigin] => [
  // the part of a crawl that follows links
  {
    run: { maxDepth, scope: { ...wholeSite, ...scope } },
    clock: stoppedClock(at(0)),
    config: { relevanceShare: 0.7, linksPerPage: 2_000, linksPerList: 10_000 },
    store: { links: graph, frontier },
    linkJudge: new LinkJudge({ siteOf: () => site, topics, grown: null }),
    linkPatterns: {
      decide: async (asked: readonly NamedLink[]) => new Map(asked.map((link) => [link.url, decisionOf(link)])),
      of: async () => ({
        known: [],
        patterns: learnSitePatterns('gazette.example', []),
        places: new Map(),
        classify: addressClassifier(null),
      }),
    },
    budgets: new FrontierBudgets({
      frontier: waiting(0),
      clock: stoppedClock(at(0)),
      limits: { tasksPerHost: 100_000, tasksTotal: 1_000_000 },
    }),
  } as unknown as OfflineCrawl,
  {
    site,
    task: {
      ...entry('https://gazette.example/', { depth: 0, maxDepth: 2, sourceId: 's-1' }),
      attempts: 0,
      revisit: false,
      lease: 'l',
      ...given,
    },
  },
];
/** Pages below /forms/ are never articles. */
const decisionOf = ({ url, places }: NamedLink): NamedDecision =>
  places?.includes('a<aside')
    ? { isSkipped: true, isExplored: false, why: '', by: 'place' }
    : { isSkipped: url.includes('/forms/'), isExplored: false, why: '', by: 'pattern' };

const urls = (entries: readonly { readonly url: string }[]) => entries.map(({ url }) => url);
const a = 'https://gazette.example/a';

const page = (links: readonly Link[], given: Partial<LinkedPage> = {}): LinkedPage => ({
  url: canonicalUrl('https://gazette.example/'),
  reading: { pageType: 'article', draft: {} as Draft, links },
  topics: [],
  playLinks: [],
  ...given,
});

const storyUrl = canonicalUrl('https://gazette.example/2026/11/20/flood-in-the-valley/');
const story = (links: readonly Link[], given: Partial<LinkedPage> = {}): LinkedPage =>
  page(links, { url: storyUrl, ...given });

describe('followLinks', () => {
  const links = [link(a), link('https://gazette.example/b', { region: 'navigation' })];

  it("follows all links of a listing, of an article only those in its text; the graph has the content's links", async () => {
    const listing = await followLinks(
      ...origin(),
      page(links, { reading: { pageType: 'listing', draft: null, links } }),
    );
    expect(urls(listing.links)).toEqual([a, 'https://gazette.example/b']);
    expect(listing.pointsTo.map(({ to }) => to)).toEqual([a]);
    expect(urls((await followLinks(...origin(), story(links))).links)).toEqual([a]);
  });

  it.each<[string, Partial<LinkOrigin['task']>, string, boolean]>([
    ['an address that a person named', { depth: 0, sourceId: null }, storyUrl, true],
    ['a front page', { depth: 2 }, 'https://gazette.example/', true],
    ['an address that was linked', { depth: 1, sourceId: null }, storyUrl, false],
    ['an address that a source led to', { depth: 0, sourceId: 's-1' }, storyUrl, false],
    ['a named address that is visited again', { depth: 0, sourceId: null, revisit: true }, storyUrl, false],
    ['the second page of a front page', { depth: 1 }, 'https://gazette.example/?page=2', false],
  ])('follows the menu of an article at %s: %j', async (_, task, address, follows) => {
    const menu = link('https://gazette.example/menu', { region: 'navigation' });
    const given = page([link(a), menu], { url: canonicalUrl(address) });
    const { links: entries } = await followLinks(...origin({ ...task, maxDepth: 9 }), given);
    expect(urls(entries)).toEqual(follows ? [a, menu.url] : [a]);
  });

  it('gives further pages of a list its depth, and all other links the next one', async () => {
    const to = (path: string, anchorText: string) => link(`https://gazette.example${path}`, { anchorText });
    const found = [to('/news/page/3/', '3'), to('/news/', '1'), to('/news/bridge', 'A bridge'), to('/sport/', 'Sport')];
    const list = (url: string, depth: number, maxDepth = 3): ReturnType<typeof followLinks> =>
      followLinks(
        ...origin({ depth, maxDepth }),
        page(found, { url: canonicalUrl(url), reading: { pageType: 'listing', draft: null, links: found } }),
      );
    const depths = async (...given: Parameters<typeof list>) =>
      Object.fromEntries((await list(...given)).links.map(({ url, depth }) => [new URL(url).pathname, depth]));
    const second = 'https://gazette.example/news/page/2/';
    expect(await depths(second, 1)).toEqual({ '/news/page/3/': 1, '/news/': 1, '/news/bridge': 2, '/sport/': 2 });
    // at the last depth only the pages of the list are left
    expect(await depths(second, 3)).toEqual({ '/news/page/3/': 3, '/news/': 3 });
    const { links: ofArticle } = await followLinks(...origin({ depth: 1, maxDepth: 3 }), story(found));
    expect(new Set(ofArticle.map(({ depth }) => depth))).toEqual(new Set([2]));
  });

  it('puts archives by tag, author and month behind all other links', async () => {
    const paths = ['/author/ada/', '/2026/11/', '/category/sport/', '/?cat=3', '/news/bridge-opens', '/a-long-story'];
    const found = paths.map((path) => link(`https://gazette.example${path}`));
    const { links: entries } = await followLinks(...origin(), page(found));
    const priorities = entries.map(({ priority }) => priority);
    const [archives, others] = [priorities.slice(0, 4), priorities.slice(4)];
    expect(Math.max(...archives)).toBeLessThan(Math.min(...others));
  });

  it('follows the pages that play an article’s video, wherever their links stand', async () => {
    const menu = [link(a), link('https://gazette.example/menu', { region: 'navigation' })];
    const playLinks = [
      'https://gazette.example/play/7',
      a,
      'javascript:play()',
      'https://other.example/',
      'https://gazette.example/',
    ];
    const { links: entries } = await followLinks(...origin(), story(menu, { playLinks }));
    expect(urls(entries)).toEqual([a, 'https://gazette.example/play/7']);
  });

  it('leaves out links whose URL pattern has no articles, and counts them; not those that the scraper names, nor those that play a video', async () => {
    const forms = ['a', 'b', 'video'].map((name) => `https://gazette.example/forms/${name}`);
    const all = [a, ...forms].map((url) => link(url));
    const {
      links: entries,
      skipped,
      left,
    } = await followLinks(...origin(), page(all, { playLinks: [forms[2] ?? ''] }));
    expect({ urls: urls(entries), skipped, left }).toEqual({
      urls: [a, forms[2]],
      skipped: { byPattern: 2, byPlace: 0 },
      left: null,
    });
    const [services, from] = origin();
    const named = { ...from, site: { ...from.site, articleUrls: [/\/forms\/b/] } };
    expect((await followLinks(services, named, page(all))).skipped.byPattern).toBe(2);
    expect((await followFeedLinks(...origin(), all)).skipped.byPattern).toBe(3);
  });

  it('counts the positions of links on lists only, and passes them to the tasks', async () => {
    const box = { ...link('https://gazette.example/box'), places: ['a<aside'] };
    const teaser = { ...link(a), places: ['a<h3'] };
    const onList = await followLinks(
      ...origin(),
      page([teaser, box], { reading: { links: [teaser, box], pageType: 'listing', draft: null } }),
    );
    expect(onList.links.map(({ url, places }) => [url, places])).toEqual([[a, ['a<h3']]]);
    expect(onList.skipped).toEqual({ byPattern: 0, byPlace: 1 });
    expect((await followListingLinks(...origin(), [teaser, box])).skipped.byPlace).toBe(1);
    const inArticle = await followLinks(...origin(), page([teaser, box]));
    expect(inArticle.links.map((entry) => 'places' in entry)).toEqual([false, false]);
    expect((await followFeedLinks(...origin(), [teaser, box])).skipped.byPlace).toBe(0);
  });

  it('has links in the graph that are too deep or lead to other sites, but no files and not the page itself', async () => {
    const all = [
      a,
      'https://other.example/x',
      'https://gazette.example/c.pdf',
      'https://gazette.example/',
      'https://gazette.example/deep',
    ];
    const { links: entries, pointsTo } = await followLinks(...origin({ depth: 2 }), page(all.map((one) => link(one))));
    expect(entries).toEqual([]);
    expect(pointsTo.map(({ to }) => to)).toEqual([a, 'https://other.example/x', 'https://gazette.example/deep']);
  });

  it('names each address once, with its longest text, without line breaks and cut to a limit', async () => {
    const words = [
      link(a, { anchorText: '' }),
      link(a, { anchorText: `A\n story\u0000 ${'long '.repeat(100)}` }),
      link(a, { anchorText: 'Short' }),
    ];
    const { pointsTo } = await followLinks(...origin(), page(words));
    expect(pointsTo).toHaveLength(1);
    expect(pointsTo[0]?.anchorText).toMatch(/^A story long/);
    expect(pointsTo[0]?.anchorText.length).toBeLessThanOrEqual(300);
    const many = Array.from({ length: 500 }, (_, n) => link(`https://gazette.example/n${n}`));
    expect((await followLinks(...origin(), page(many))).pointsTo).toHaveLength(300);
  });

  it('puts links first whose words are on topic, then those with the most in-links', async () => {
    const named = [
      link('https://gazette.example/sport', { anchorText: 'Cup final', context: 'A goal in the last minute' }),
      link('https://gazette.example/b', { anchorText: 'More', context: '' }),
      link('https://gazette.example/wind', { anchorText: 'New wind farms and solar parks approved' }),
      link('https://gazette.example/beside', { anchorText: 'Read on', context: 'Solar power pays off' }),
      link('https://gazette.example/zh', { anchorText: '国家电网今年投资' }),
    ];
    const { links: entries, pointsTo } = await followLinks(...origin({}, null, [energy]), page(named));
    const by = new Map(entries.map(({ url, priority }) => [url.replace('https://gazette.example/', ''), priority]));
    expect(by.get('sport')).toBeCloseTo(0.3 * (1 / 4));
    // the best words under which other pages named it count
    expect(by.get('b')).toBeCloseTo(0.7 * 0.6 + 0.3);
    for (const name of ['wind', 'beside', 'zh']) expect(by.get(name)).toBeGreaterThan(by.get('sport') ?? 1);
    expect(by.get('wind')).toBeGreaterThan(by.get('beside') ?? 1);
    expect(pointsTo.map(({ relevance }) => relevance === 0)).toEqual([true, true, false, false, false]);
  });

  it('lets links inherit from a page that is on topic', async () => {
    const plain = [link(a, { anchorText: 'Read on' })];
    const topics = [{ topic: 'energy', score: 0.8, kept: true, terms: [] }];
    const on = await followLinks(...origin({}, null, [energy]), page(plain, { topics }));
    const off = await followLinks(...origin({}, null, [energy]), page(plain));
    expect(on.links[0]?.priority).toBeGreaterThan(off.links[0]?.priority ?? 1);
  });

  it('gives credit to a page with many links on topic: its links go before the same links of another page', async () => {
    const plain = link(a, { anchorText: 'Read on' });
    const priorities = async (onTopic: number, offTopic: number) => {
      const others = [
        ...Array.from({ length: onTopic }, (_, n) =>
          link(`https://gazette.example/on${n}`, { anchorText: `Solar ${n}` }),
        ),
        ...Array.from({ length: offTopic }, (_, n) =>
          link(`https://gazette.example/off${n}`, { anchorText: `Cup ${n}` }),
        ),
      ];
      const { links: entries, pointsTo } = await followLinks(...origin({}, null, [energy]), page([...others, plain]));
      const stored = pointsTo.find(({ to }) => to === a)?.relevance ?? 0;
      return { priority: entries.find(({ url }) => url === a)?.priority ?? 0, stored };
    };
    const none = await priorities(4, 0);
    expect(none).toEqual(await priorities(0, 30));
    let before = none;
    for (const share of [0.2, 0.5, 0.9]) {
      const now = await priorities(30 * share, 30 * (1 - share));
      expect(now.priority).toBeGreaterThan(before.priority);
      // in the link graph too: priorities are computed again from it
      expect(now.stored).toBeGreaterThan(before.stored);
      before = now;
    }
    // less than a word of the topic is worth
    expect(before.stored).toBeLessThanOrEqual(0.1);
  });

  it('judges by depth and freshness without topics', async () => {
    const { links: entries, pointsTo } = await followLinks(
      ...origin(),
      page([link(a, { publishedAt: at(0).toISOString() })]),
    );
    expect(entries[0]?.priority).toBeCloseTo(0.7 + 0.3 / 4);
    expect(pointsTo).toMatchObject([{ relevance: null }]);
  });
});

/** A frontier with this number of waiting tasks, on each host and in all. */
const waiting = (tasks: number) => ({
  unknown: async (asked: readonly CanonicalUrl[]) => new Set(asked),
  pendingOn: async () => tasks,
  counts: async () => ({ pending: tasks, leased: 0, done: 0, failed: 0 }),
});

describe('budgets', () => {
  const many = (count: number, host = 'gazette.example') =>
    Array.from({ length: count }, (_, n) => link(`https://${host}/story-${n}`, { publishedAt: at(-n).toISOString() }));
  const withBudgets = (given: Partial<Config>, tasks = 0): ReturnType<typeof origin> => {
    const limits = {
      linksPerPage: 2_000,
      linksPerList: 10_000,
      tasksPerHost: 100_000,
      tasksTotal: 1_000_000,
      ...given,
    };
    const [services, visit] = origin();
    const budgets = new FrontierBudgets({ frontier: waiting(tasks), clock: stoppedClock(at(0)), limits });
    return [{ ...services, budgets, config: { ...services.config, ...limits } }, visit];
  };

  it('takes the best links of a page with more than its budget, and says how many were left out', async () => {
    const all = many(20_000).toReversed();
    const { links: entries, left } = await followLinks(...withBudgets({ linksPerPage: 50 }), page(all));
    expect(entries).toHaveLength(50);
    expect(new Set(urls(entries))).toEqual(new Set(urls(many(50))));
    expect(left).toEqual({
      count: 19_950,
      why: 'it names 20000 new ones, and 50 are the most (NEWSHAWK_LINKS_PER_PAGE)',
    });
  });

  it('has another budget for a list, which links that were left out elsewhere do not use up', async () => {
    const budgets = withBudgets({ linksPerPage: 5, linksPerList: 20 });
    expect((await followFeedLinks(...budgets, many(30))).links).toHaveLength(20);
    expect((await followLinks(...budgets, page(many(5)))).left).toBeNull();
  });

  it("leaves out links beyond a host's budget", async () => {
    const links = [...many(20), ...many(3, 'www.gazette.example')];
    const { links: entries, left } = await followLinks(...withBudgets({ tasksPerHost: 100 }, 94), page(links));
    expect(entries.map(({ host }) => host).sort()).toEqual([
      ...Array(6).fill('gazette.example'),
      ...Array(3).fill('www.gazette.example'),
    ]);
    expect(left).toMatchObject({ count: 14, why: expect.stringContaining('NEWSHAWK_TASKS_PER_HOST') });
  });

  it('leaves out links beyond the budget of all hosts', async () => {
    const budgets = withBudgets({ tasksTotal: 100 }, 90);
    const { links: entries, left } = await followLinks(
      ...budgets,
      page([...many(8), ...many(8, 'www.gazette.example')]),
    );
    expect(entries).toHaveLength(10);
    expect(left).toEqual({ count: 6, why: 'the frontier has as many waiting as it may (NEWSHAWK_TASKS_TOTAL)' });
  });
});

describe('followFeedLinks', () => {
  it('makes tasks one level deeper, of the same site and source, due now, and no lines of the graph', async () => {
    const { links: entries, pointsTo } = await followFeedLinks(...origin(), [
      link('https://sub.gazette.example/a', { publishedAt: at(0).toISOString() }),
    ]);
    const [found] = entries;
    expect(found).toEqual({
      url: 'https://sub.gazette.example/a',
      kind: 'page',
      host: 'sub.gazette.example',
      site: 'gazette.example',
      sourceId: 's-1',
      depth: 1,
      maxDepth: 2,
      linkTitle: null,
      publishedAt: at(0).toISOString(),
      priority: expect.any(Number),
      dueAt: at(0),
    });
    expect(found?.priority).toBeGreaterThan(0);
    expect(pointsTo).toEqual([]);
  });

  it('gives no task the time of the last change, which a sitemap without titles has', async () => {
    const changed = link('https://gazette.example/a', { anchorText: '', publishedAt: at(0).toISOString() });
    const { links: entries } = await followFeedLinks(...origin(), [changed]);
    expect(entries).toHaveLength(1);
    expect(entries[0]).not.toHaveProperty('publishedAt');
  });

  it('leaves out other sites, files, what the scraper ignores, and what is too deep', async () => {
    const all = [a, 'https://other.example/b', 'https://gazette.example/c.pdf', 'https://gazette.example/tag/d'];
    const entries = async (from: ReturnType<typeof origin>) =>
      (
        await followFeedLinks(
          ...from,
          all.map((one) => link(one)),
        )
      ).links;
    expect(urls(await entries(origin()))).toEqual([a]);
    expect(await entries(origin({ depth: 2 }))).toEqual([]);
    expect(await entries(origin({ depth: 1 }, 1))).toEqual([]);
    expect(await entries(origin({}, 1))).toMatchObject([{ depth: 1, maxDepth: 1 }]);
  });

  it('takes each address once, at its first mention', async () => {
    const links = [link(a, { publishedAt: at(0).toISOString() }), link(a, { publishedAt: '2001-01-01' })];
    expect(await followFeedLinks(...origin(), links)).toEqual(await followFeedLinks(...origin(), links.slice(0, 1)));
  });

  it('never goes beyond a limit, and never names an address twice', async () => {
    const paths = fc.array(fc.integer({ min: 0, max: 30 }).map((n) => link(`https://gazette.example/p${n}`)));
    await fc.assert(
      fc.asyncProperty(paths, fc.nat(4), fc.nat(4), fc.option(fc.nat(4)), async (links, depth, maxDepth, runMax) => {
        const { links: entries, pointsTo } = await followListingLinks(...origin({ depth, maxDepth }, runMax), links);
        expect(new Set(urls(entries)).size).toBe(entries.length);
        expect(new Set(pointsTo.map(({ to }) => to)).size).toBe(pointsTo.length);
        for (const one of entries) expect(one.depth).toBeLessThanOrEqual(Math.min(maxDepth, runMax ?? maxDepth));
      }),
    );
  });
});

describe('LinkJudge', () => {
  it('judges links by learned terms if a topic has examples only', () => {
    const learned = { key: 'k', bytes: new SharedArrayBuffer(8), terms: { energy: { turbine: 2, grid: 1 } } };
    const relevance = (grown: typeof learned | null, keywords: Topic['keywords'], anchorText: string) =>
      new LinkJudge({ siteOf: () => site, topics: [topic('energy', keywords)], grown }).relevance(
        'gazette.example',
        { ...link(a), anchorText, context: '' },
        [],
      );
    const turbine = 'A turbine for the island';
    expect(relevance(null, {}, turbine)).toBe(0);
    expect(relevance(learned, {}, turbine)).toBeGreaterThan(0.1);
    expect(relevance(learned, {}, 'A choir')).toBe(0);
    expect(relevance(learned, { choir: 1 }, turbine)).toBe(0);
  });
});

describe('the scope of a run', () => {
  const list = (links: readonly Link[]) => page(links, { reading: { pageType: 'listing', draft: null, links } });
  const paths = async (given: ReturnType<typeof origin>, links: readonly Link[]): Promise<string[]> =>
    (await followLinks(...given, list(links))).links.map(({ url }) => new URL(url).pathname);
  const to = (path: string, given: Partial<Link> = {}): Link => link(`https://gazette.example${path}`, given);
  const navigation = { region: 'navigation' } as const;
  const links = [
    ...['/2026/11/20/flood-in-the-valley/', '/hello/', '/bridge-opens/'].map((path) => to(path)),
    ...['/category/sport/', '/author/ada/', '/2026/10/', '/page/2/'].map((path) => to(path)),
    ...['/politics/', '/about/'].map((path) => to(path, navigation)),
    to('/imprint/', { region: 'footer' }),
  ];

  it('takes at the last depth of --depth only links that may be articles, and further pages of the list', async () => {
    expect(await paths(origin({}, 1), links)).toEqual([
      '/2026/11/20/flood-in-the-valley/',
      '/hello/',
      '/bridge-opens/',
      '/page/2/',
    ]);
    expect(await paths(origin({}, 2), links)).toHaveLength(links.length);
    expect(await paths(origin(), links)).toHaveLength(links.length);
  });

  it('takes without lists only links that may be articles, at every depth', async () => {
    // not even further pages of the list
    const given = origin({}, null, [], { discover: ['feeds'] });
    expect(await paths(given, links)).toEqual(['/2026/11/20/flood-in-the-valley/', '/hello/', '/bridge-opens/']);
  });

  it('stays below the paths of --under, in lists, articles and feeds', async () => {
    const given = origin({}, null, [], { under: ['/2026/'] });
    expect(await paths(given, links)).toEqual(['/2026/11/20/flood-in-the-valley/', '/2026/10/']);
    const { links: ofFeed } = await followFeedLinks(...given, links);
    expect(ofFeed).toHaveLength(2);
  });

  it('ends the pages of a list whose entries are all older than --since', async () => {
    const old = ['/2025/03/03/a/', '/2025/03/02/b/', '/2025/03/01/c/'].map((path) => to(path));
    const given = origin({}, null, [], { since: new Date('2026-01-01') });
    expect(await paths(given, [...old, to('/page/3/'), to('/about/')])).toEqual(['/about/']);
    expect(await paths(given, [...old, to('/2026/11/20/d/'), to('/page/3/')])).toEqual(['/2026/11/20/d/', '/page/3/']);
  });
});
