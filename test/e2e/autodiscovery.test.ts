import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openSqlite } from '../../src/storage/sqlite/open-sqlite.ts';
import { startCrawl } from '../support/app/demo-crawl.ts';
import { openWireSite, type WireAnswer, wireArticle } from '../support/sites/wire-site.ts';
import { eventually } from '../support/waiting.ts';

const origin = 'http://plain.example';
const titles = {
  linked: ['North Quay', 'South Mole', 'East Basin', 'West Lock'],
  fed: ['Upper Weir'],
  mapped: ['Lower Dock'],
  old: ['Ancient Pier'],
} as const;
const pathOf = (title: string): string => `/stories/${title.toLowerCase().replace(' ', '-')}`;
const all = Object.values(titles).flat();

const entry = (title: string, date = ''): string => `<url><loc>${origin}${pathOf(title)}</loc>${date}</url>`;

const home = `<html lang="en"><head><title>Plain</title>
<link rel="alternate" type="application/rss+xml" title="Plain" href="/feed.xml">
<link rel="alternate" type="application/rss+xml" title="Plain » Comments" href="/comments/feed.xml">
<link rel="alternate" type="application/rss+xml" href="http://elsewhere.example/plain.xml">
<link rel="alternate" hreflang="de" href="/de/"></head>
<body><h1>News</h1><ul>${titles.linked.map((title) => `<li><h2><a href="${pathOf(title)}">${title} works go on</a></h2></li>`).join('')}</ul></body></html>`;

/** A site for which nobody wrote a scraper: its feed, and a packed sitemap that robots.txt names, know articles that its home page does not link. */
function answer(path: string): WireAnswer | null {
  if (path === '/') return home;
  if (path === '/robots.txt')
    return {
      headers: { 'content-type': 'text/plain' },
      body: `User-agent: *\nDisallow: /secret\nSitemap: ${origin}/sitemap.xml.gz\nSitemap: ${origin}/gone.xml\nSitemap: ${origin}/secret.xml\n`,
    };
  if (path === '/feed.xml')
    return `<rss version="2.0"><channel><title>Plain</title>${titles.fed.map((title) => `<item><title>${title}</title><link>${origin}${pathOf(title)}</link></item>`).join('')}</channel></rss>`;
  if (path === '/sitemap.xml.gz')
    return {
      headers: { 'content-type': 'application/gzip' },
      body: gzipSync(
        `<urlset>${entry('Lower Dock')}${entry('Ancient Pier', '<lastmod>2001-01-01</lastmod>')}</urlset>`,
      ),
    };
  const title = all.find((one) => path === pathOf(one));
  return title === undefined ? null : wireArticle(title);
}

/** The site, and a folder with the store of its crawls. */
async function openProject() {
  const folder = await mkdtemp(join(tmpdir(), 'newshawk-discovery-'));
  const site = await openWireSite(answer);
  const openStore = () => openSqlite(`${folder}/store`);
  return {
    site,
    openStore,
    run: (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
      startCrawl({
        demo: { port: site.port, connectTo: [`plain.example:80=127.0.0.1:${site.port}`] },
        store: `file:${folder}/store`,
        args,
        env: { NEWSHAWK_SCRAPERS: folder, NEWSHAWK_RENDER: 'static', ...env },
        cwd: folder,
      }),
    stored: async (): Promise<string[]> => {
      await using store = await openStore();
      return (await store.articles.list({ limit: 100 })).map(({ title }) => title).sort();
    },
    asked: (path: string): number => site.requests.filter((request) => request.path === path).length,
    [Symbol.asyncDispose]: async () => {
      await site[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, maxRetries: 5 });
    },
  };
}
const sorted = (...parts: readonly (readonly string[])[]): string[] => parts.flat().sort();

describe.concurrent('an address of a site without a scraper', () => {
  it('leads a crawl to the feeds that it names and to the sitemaps of its robots.txt, once', async () => {
    await using project = await openProject();
    const { asked, run, stored } = project;
    const { code, stderr } = await run(['crawl', `${origin}/`]).ended;
    expect(code, stderr).toBe(0);
    expect(await stored()).toEqual(sorted(titles.linked, titles.fed, titles.mapped, titles.old));
    expect(['/feed.xml', '/sitemap.xml.gz', '/gone.xml', '/robots.txt'].map(asked)).toEqual([1, 1, 1, 1]);
    // comments, and what robots.txt forbids
    expect(['/comments/feed.xml', '/secret.xml'].map(asked)).toEqual([0, 0]);
    expect(stderr).toMatch(/4 source polls/);
    expect(stderr).toMatch(/no-list +1/);
    const told = await run(['explain', `${origin}/sitemap.xml.gz`]).ended;
    expect(told.stdout).toContain(`named by     ${origin}/robots.txt`);
    expect((await run(['explain', `${origin}/feed.xml`]).ended).stdout).toContain(`named by     ${origin}/`);
    expect((await run(['explain', `${origin}/`]).ended).stdout).toContain(`polled too: ${origin}/feed.xml`);
  });

  it('leads to the sitemaps also where it is that of an article', async () => {
    await using project = await openProject();
    const { asked, run, stored } = project;
    const { code, stderr } = await run(['crawl', `${origin}${pathOf('North Quay')}`]).ended;
    expect(code, stderr).toBe(0);
    expect({ askedFeedXml: asked('/feed.xml'), askedSitemapXmlGz: asked('/sitemap.xml.gz') }).toEqual({
      askedFeedXml: 0,
      askedSitemapXmlGz: 1,
    });
    expect(await stored()).toEqual(sorted(['North Quay'], titles.mapped, titles.old));
  });

  it('leads no further where depth is 0, and where that is switched off', async () => {
    await using project = await openProject();
    const { asked, run, stored } = project;
    for (const [args, env] of [
      [['crawl', `${origin}/`, '--depth', '0'], {}],
      [['crawl', `${origin}/`], { NEWSHAWK_DISCOVER: 'off' }],
    ] as const)
      expect((await run(args, env).ended).code).toBe(0);
    expect({ askedFeedXml: asked('/feed.xml'), askedSitemapXmlGz: asked('/sitemap.xml.gz') }).toEqual({
      askedFeedXml: 0,
      askedSitemapXmlGz: 0,
    });
    expect(await stored()).toEqual(sorted(titles.linked));
  });

  it('is announced by a plan, which sends no request', async () => {
    await using project = await openProject();
    const { run, site } = project;
    const { stderr } = await run(['crawl', `${origin}/`, '--dry-run']).ended;
    expect(stderr).toContain(
      'Feeds that such a page links to, and sitemaps in its robots.txt, may also be polled. Nothing',
    );
    expect((await run(['crawl', `${origin}/`, '--dry-run'], { NEWSHAWK_DISCOVER: 'off' }).ended).stderr).not.toContain(
      'Feeds',
    );
    expect(site.requests).toEqual([]);
  });

  it('is not exceeded by what it leads to: a limit of pages stays one', async () => {
    await using project = await openProject();
    const { run, site } = project;
    await run(['crawl', `${origin}/`, '--limit', '2']).ended;
    const pages = site.requests.filter(({ path }) => path === '/' || path.startsWith('/stories/'));
    expect(pages).toHaveLength(2);
  });

  it('gives a watch sources that stay', async ({ expect }) => {
    await using project = await openProject();
    const { openStore, run, stored } = project;
    const watch = run(['watch', `${origin}/`]);
    await eventually(async () => expect(await stored()).toEqual(sorted(titles.linked, titles.fed, titles.mapped)));
    watch.child.kill('SIGTERM');
    const { code, stderr } = await watch.ended;
    expect(code, stderr).toBe(0);
    await using store = await openStore();
    const sources = (await store.sources.list()).map(({ url, kind, enabled, namedBy }) => [
      url,
      kind,
      enabled,
      namedBy,
    ]);
    expect(sources).toContainEqual([`${origin}/feed.xml`, 'feed', true, `${origin}/`]);
    expect(sources).toContainEqual([`${origin}/sitemap.xml.gz`, 'sitemap', true, `${origin}/robots.txt`]);
    expect(sources).toHaveLength(5);
  });
});
