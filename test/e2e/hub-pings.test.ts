import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startCrawl } from '../support/app/demo-crawl.ts';
import { openWebSubHub } from '../support/feeds/websub-hub.ts';
import { openWireSite, wireArticle } from '../support/sites/wire-site.ts';

const host = 'ledger.example';

it('a crawl that stores an article notifies the hub which feeds have changed', async () => {
  await using hub = await openWebSubHub(async () => ({ body: '', type: 'text/plain' }));
  await using site = await openWireSite((path) =>
    path === '/'
      ? '<!doctype html><title>News</title><main><ul class="news"><li><a href="/story/1">The harbour has a new ferry</a></li></ul></main>'
      : wireArticle('The harbour has a new ferry', ''),
  );
  const folder = await mkdtemp(join(tmpdir(), 'newshawk-pings-'));
  await mkdir(join(folder, host));
  await writeFile(
    join(folder, host, 'scraper.ts'),
    `import { defineScraper } from 'newshawk';
export default defineScraper({ host: '${host}', origin: 'http://${host}', render: 'static', sources: [{ kind: 'listing', url: '/', links: '.news', maxDepth: 1 }] });
`,
  );
  const crawl = (env: Record<string, string>) =>
    startCrawl({
      demo: { port: site.port, connectTo: [`${host}:80=127.0.0.1:${site.port}`] },
      store: `file:${folder}/store`,
      args: ['crawl'],
      env: { NEWSHAWK_SCRAPERS: folder, NEWSHAWK_WEBSUB_HUBS: hub.url, ...env },
    }).ended;
  const refused = await crawl({});
  expect(refused).toMatchObject({ code: 4, stderr: expect.stringContaining('NEWSHAWK_PUBLIC_URL is not') });
  expect(await crawl({ NEWSHAWK_PUBLIC_URL: 'https://news.example' })).toMatchObject({ code: 0 });
  expect(hub.pings.filter((feed) => feed.endsWith(`/${host}.atom`))).toEqual([
    `https://news.example/v1/feeds/${host}.atom`,
  ]);
  expect(hub.pings).toContain('https://news.example/v1/feeds/all.rss');
  expect(new Set(hub.pings).size).toBe(hub.pings.length);
  await rm(folder, { recursive: true });
});
