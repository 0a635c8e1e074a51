import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { discoverSources } from '../../../src/commands/sources/discover-sources.ts';
import { specOf } from '../../../src/commands/sources/source-definitions.ts';
import { newSource } from '../../../src/crawl/links/targets.ts';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import { HostGate } from '../../../src/stages/schedule/politeness.ts';
import { type FakeCrawl, openCrawl } from '../../support/crawl-ports.ts';
import { link, noDraft } from '../../support/readings.ts';

const origin = 'http://gazette.example';
const dated = (names: readonly string[], at: string) =>
  `<rss version="2.0"><channel><title>t</title>${names.map((name) => `<item><title>${name}</title><link>${origin}/${name}</link><pubDate>${at}</pubDate></item>`).join('')}</channel></rss>`;
let crawl: FakeCrawl;
beforeEach(async () => {
  crawl = await openCrawl();
  crawl.web.read = ({ url }) =>
    url === canonicalUrl(`${origin}/`)
      ? noDraft({
          pageType: 'listing',
          feeds: [`${origin}/feed`, 'http://elsewhere.example/feed'],
          links: [
            link(`${origin}/sport`, { region: 'navigation', anchorText: 'Sport' }),
            ...['a', 'b', 'c'].map((name) => link(`${origin}/${name}`)),
          ],
        })
      : noDraft({ pageType: 'listing', feeds: [`${origin}/sport.rss`], links: [link(`${origin}/s1`)] });
});
afterEach(async () => crawl[Symbol.asyncDispose]());

const { signal } = new AbortController();
const noTurns = { free: async () => {}, take: async () => {}, note: () => {}, answered: () => {} };
const discover = (target: string) =>
  discoverSources({ ...crawl.io, turns: noTurns, signal, gate: new HostGate({ concurrency: 2, gapMs: 0 }) }, target);
const urlsOf = (lists: readonly { readonly url: string }[]) => lists.map(({ url }) => url.slice(origin.length));

describe('discoverSources', () => {
  it('reads home page, channels, their feeds and the sitemaps of robots.txt, and proposes what adds news', async () => {
    const yesterday = new Date(crawl.clock.now().getTime() - 24 * 3_600_000).toUTCString();
    crawl.web.sitemaps = [`${origin}/sitemap.xml`, '/sitemap-news.xml'];
    crawl.web.answers = {
      [`static ${origin}/`]: { html: '<a href="/a">a</a>' },
      [`static ${origin}/sport`]: { html: '<a href="/s1">s</a>' },
      [`static ${origin}/feed`]: { html: dated(['a', 'b', 'c'], yesterday) },
      [`static ${origin}/sport.rss`]: { html: dated(['s1', 's2', 's3'], yesterday) },
      [`static ${origin}/sitemap-news.xml`]: { html: dated(['a', 'b', 'c', 's1'], yesterday) },
    };
    const { proposals, unread } = await discover(`${origin}/`);
    expect(urlsOf(proposals.filter(({ isProposed }) => isProposed))).toEqual(['/sitemap-news.xml', '/sport.rss']);
    expect(proposals.find(({ url }) => url.endsWith('/feed'))).toMatchObject({
      kind: 'feed',
      perDay: expect.closeTo(3, 1),
      addsPerDay: 0,
      namedBy: `${origin}/`,
      every: '120m',
      isPolled: false,
    });
    expect(urlsOf(proposals).toSorted()).toEqual(['/', '/feed', '/sitemap-news.xml', '/sport', '/sport.rss']);
    expect(unread).toEqual([{ url: `${origin}/sitemap.xml`, why: 'the source answered 404' }]);
    expect(await crawl.io.store.sources.list()).toEqual([]);
  });

  it('tries the usual places where nothing is named, says what is polled already, and reports no guess that failed', async () => {
    crawl.web.read = () => noDraft({ pageType: 'listing', feeds: [], links: [link(`${origin}/a`)] });
    crawl.web.answers = {
      [`static ${origin}/`]: { html: '<a href="/a">a</a>' },
      [`static ${origin}/rss.xml`]: { html: dated(['a', 'b', 'c'], crawl.clock.now().toUTCString()) },
    };
    const polled = newSource('gazette.example', specOf({ url: `${origin}/rss.xml`, kind: 'feed' }), crawl.clock.now());
    await crawl.io.store.sources.define(polled);
    const { proposals, unread } = await discover(`${origin}/`);
    expect(proposals.map(({ url, isPolled }) => [url, isPolled])).toEqual([
      [`${origin}/rss.xml`, true],
      [`${origin}/`, false],
    ]);
    expect(proposals[0]).toMatchObject({ namedBy: 'its usual place', isProposed: true });
    expect(unread).toEqual([]);
  });

  it('reads pages in the browser where a static fetch gives too few links', async () => {
    crawl.web.read = ({ html }) =>
      noDraft({
        pageType: 'listing',
        links: html.includes('shell') ? [] : ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => link(`${origin}/${name}`)),
      });
    crawl.web.answers = {
      [`static ${origin}/`]: { html: '<p>shell</p>' },
      [`browser ${origin}/`]: { html: '<a href="/a">a</a>' },
    };
    expect((await discover(`${origin}/`)).proposals).toMatchObject([{ url: `${origin}/`, links: 6, isProposed: true }]);
  });

  it('names a home page that answers with an error', async () => {
    crawl.web.answers = { [`static ${origin}/`]: { html: '<p>gone</p>', status: 404 } };
    await expect(discover(`${origin}/`)).rejects.toThrow(`${origin}/ can't be read: the source answered 404`);
  });

  it('fails where robots.txt forbids the home page, and where the target is no address', async () => {
    await expect(discover('nonsense')).rejects.toThrow('"nonsense" is neither a host nor an address');
    crawl.web.robots = { allowed: false, crawlDelayMs: null };
    await expect(discover(`${origin}/`)).rejects.toThrow('robots.txt forbids it');
  });
});
