import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { articleId } from '../../src/model/article/article-id.ts';
import { canonicalUrl } from '../../src/model/web/canonical-url.ts';
import { openSqlite } from '../../src/storage/sqlite/open-sqlite.ts';
import { startCrawl } from '../support/app/demo-crawl.ts';
import { scraper, scraperFolder } from '../support/scraper-folder.ts';
import { openWireSite, type WireSite, wireArticle } from '../support/sites/wire-site.ts';
import { eventually } from '../support/waiting.ts';

const host = 'tides.example';
const titles = ['Spring Tide', 'Neap Tide', 'Slack Water', 'Storm Surge', 'Ebb Stream', 'Flood Stream'];
const pathOf = (title: string): string => `/2026/11/20/${title.toLowerCase().replace(' ', '-')}`;
const urlOf = (title: string) => canonicalUrl(`http://${host}${pathOf(title)}`);

/** A site whose feed names more and more articles. */
async function openTides() {
  let named = 1;
  const site = await openWireSite((path) => {
    if (path === '/robots.txt') return { status: 404 };
    const items = titles
      .slice(0, named)
      .map((title) => `<item><title>${title}</title><link>${urlOf(title)}</link></item>`);
    if (path === '/feed.xml')
      return `<rss version="2.0"><channel><title>Tides</title>${items.join('')}</channel></rss>`;
    const title = titles.find((one) => path === pathOf(one));
    return title === undefined ? null : wireArticle(title);
  });
  return Object.assign(site, {
    name: (count: number): void => {
      named = count;
    },
  });
}

const scrapers = scraperFolder({
  'tides/scraper.ts': scraper(`{
    host: '${host}', origin: 'http://${host}', render: 'static',
    sources: [{ kind: 'feed', url: '/feed.xml', every: '1s', minFactor: 1, maxFactor: 2, maxDepth: 1 }],
    politeness: { gapMs: 0, concurrency: 2 },
  }`),
});
const maxAttempts = 3;
const env = { NEWSHAWK_SCRAPERS: scrapers.dir, NEWSHAWK_MAX_ATTEMPTS: String(maxAttempts), NEWSHAWK_LOG: 'info' };
const place = (site: WireSite) => ({ port: site.port, connectTo: [`${host}:80=127.0.0.1:${site.port}`] });

describe('a site that closes its port', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'newshawk-outage-'));
  });
  afterAll(async () => {
    scrapers[Symbol.dispose]();
    await rm(folder, { recursive: true });
  });

  it('costs watch no article, also none that was named right before', async () => {
    await using site = await openTides();
    const watch = startCrawl({ demo: place(site), store: `file:${folder}/watch`, args: ['watch'], env });
    await site.until(() => site.requests.some(({ path }) => path === pathOf('Spring Tide')));
    await using store = await openSqlite(join(folder, 'watch'));
    // the feed is read once more, and the port is closed before its new articles are fetched
    const polls = (): number => site.requests.filter(({ path }) => path === '/feed.xml').length;
    const pollsBefore = polls();
    site.name(titles.length);
    await site.until(() => polls() > pollsBefore);
    await site.close();
    await watch.printed.prints('stderr', 'host.down');
    // the outage lasts for more requests than a page has attempts
    await site.openBroken();
    await site.until(() => site.cutCount() > maxAttempts);
    await site.open();
    await eventually(async () => {
      for (const title of titles) expect(await store.articles.get(articleId(urlOf(title)))).not.toBeNull();
    });
    watch.child.kill('SIGINT');
    const { stderr } = await watch.ended;
    expect(stderr).toContain('host.down');
    expect(stderr).toContain('host.back');
    expect(await store.frontier.counts()).toMatchObject({ failed: 0 });
  });
});
