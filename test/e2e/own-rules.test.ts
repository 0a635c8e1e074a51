import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCrawl } from '../support/app/demo-crawl.ts';
import { scraper, scraperFolder } from '../support/scraper-folder.ts';
import { openWireSite, wireArticle } from '../support/sites/wire-site.ts';

const host = 'rules.example';
const rules = (wrapper: string): string =>
  scraper(`{
    host: '${host}', origin: 'http://${host}', render: 'static', sources: [{ kind: 'feed', url: '/feed.xml' }],
    links: { article: [/\\/20\\d\\d\\//] }, wrappers: [${wrapper}], politeness: { gapMs: 0 },
  }`);
const paths = ['Quay', 'Ferry', 'Crane'].map((name) => `/2026/11/20/${name.toLowerCase()}`);
const story = (path: string): string =>
  wireArticle(path.slice(12)).replace('</h1>', '</h1><div class="writer">Ada Harbourfield</div>');

describe('a wrapper that matches nothing', () => {
  const scrapers = scraperFolder({ 'rules/scraper.ts': rules(`{ title: 'h1', byline: '.byline' }`) });
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'newshawk-own-rules-'));
  });
  afterAll(async () => {
    scrapers[Symbol.dispose]();
    await rm(folder, { recursive: true });
  });

  it('is reported by the table, status and explain, while its articles are stored; no longer when it is fixed', async () => {
    await using site = await openWireSite((asked) => {
      if (asked !== '/feed.xml') return paths.includes(asked) ? story(asked) : null;
      const items = paths.map((path) => `<item><title>x</title><link>http://${host}${path}</link></item>`);
      return `<rss version="2.0"><channel>${items.join('')}</channel></rss>`;
    });
    const run = (...args: string[]) =>
      startCrawl({
        demo: { port: site.port, connectTo: [`${host}:80=127.0.0.1:${site.port}`] },
        store: `file:${folder}/store`,
        args,
        env: { NEWSHAWK_SCRAPERS: scrapers.dir },
      }).ended;
    const words = 'byline ".byline" 0 of 3';

    const crawled = await run('crawl');
    expect(crawled.code).toBe(0);
    expect(crawled.stderr).toMatch(/own rules +1 without a match/);
    expect(crawled.stderr).toContain(words);
    expect(crawled.stderr).toContain(`explain ${host}`);
    expect((await run('export', '--status', 'all')).stdout.trim().split('\n')).toHaveLength(3);
    expect((await run('status')).stdout).toContain(words);
    const explained = (await run('explain', host)).stdout;
    expect(explained).toContain(words);
    expect(explained).toMatch(/matches +title "h1" 3 of 3/);
    expect((await run('explain', `http://${host}${paths[0]}`)).stdout).toContain('no match: byline ".byline"');

    await writeFile(join(scrapers.dir, 'rules/scraper.ts'), rules(`{ title: 'h1', byline: '.writer' }`));
    expect((await run('crawl')).stderr).not.toContain('own rules');
    expect((await run('status')).stdout).not.toContain('byline');
  });
});
