import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSqlite } from '../../src/storage/sqlite/open-sqlite.ts';
import { articlePage } from '../stages/extract/page.ts';
import { startCrawl } from '../support/app/demo-crawl.ts';
import { scraper, scraperFolder } from '../support/scraper-folder.ts';

// what is behind the address has to reach the server byte for byte
const written = [
  '/s?word=%B1%B1%BE%A9',
  '/s?word=%b1%b1',
  '/s?12345',
  '/s?/news/5',
  '/s?a=1;b=2',
  '/s?q=a+b',
  '/s?q=a%20b',
  '/s?a=&b',
  '/s?z=2&z=1&a=%7Ex',
  '/s?c=1&utm_source=feed&b=2',
  '/%7ejoe/s',
];

it('a crawl asks for addresses as the page wrote them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'newshawk-written-'));
  const asked: string[] = [];
  const list = written.map(
    (href) => `<h2><a href="${href.replaceAll('&', '&amp;')}">A long headline of ${href.length}</a></h2>`,
  );
  const server = createServer(({ url = '' }, response) => {
    if (url === '/robots.txt') return void response.writeHead(404).end();
    asked.push(url);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      url === '/list'
        ? `<h1>News</h1>${list.join('')}`
        : articlePage({}).replaceAll('bridge', url.replaceAll(/\W/g, '')),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const definition = `{ host: 'old.example', origin: 'http://old.example', name: 'Old', language: 'en', render: 'static',
    links: { article: [/./] }, sources: [{ kind: 'listing', url: '/list' }] }`;
  using scrapers = scraperFolder({ 'old.example/scraper.ts': scraper(definition) });
  const { code, stderr } = await startCrawl({
    demo: { port, connectTo: [`old.example:80=127.0.0.1:${port}`] },
    store: `file:${folder}/store`,
    env: { NEWSHAWK_SCRAPERS: scrapers.dir },
    cwd: folder,
  }).ended;
  expect(code, stderr).toBe(0);
  expect(asked.filter((url) => url !== '/list').sort()).toEqual([...written].sort());
  await using store = await openSqlite(`${folder}/store`);
  expect(await store.articles.count({})).toBe(written.length);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});
