import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSqlite } from '../../src/storage/sqlite/open-sqlite.ts';
import { articlePage, paragraphs } from '../stages/extract/page.ts';
import { openLocalSite } from '../stages/fetch/local-site.ts';
import { startCrawl } from '../support/app/demo-crawl.ts';
import { scraper, scraperFolder } from '../support/scraper-folder.ts';

const story = (title: string, word: string) =>
  articlePage({
    body: paragraphs.map((text) => `<p>${text.replaceAll(/\b(?:the|a) (\w+)/g, `the ${word} $1`)}</p>`).join(''),
  }).replaceAll('Harbour bridge reopens after eleven months', title);
const headline = (url: string, title: string) => `<h2><a href="${url}">${title}, as the harbour board says</a></h2>`;

it('a crawl takes two ports of one host as two sites: they share no scraper, links or articles', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'newshawk-ports-'));
  await using second = await openLocalSite({
    '/': `<h1>Second</h1>${headline('/2026/second', 'The lighthouse is sold')}`,
    '/2026/second': story('The lighthouse is sold', 'sunken'),
    '/2026/linked': story('The pier is closed', 'windy'),
  });
  await using first = await openLocalSite({
    '/': `<h1>First</h1>${headline('/2026/first', 'The ferry is back')}${headline(
      `http://127.0.0.1:${second.port}/2026/linked`,
      'The pier is closed',
    )}`,
    '/2026/first': story('The ferry is back', 'quiet'),
  });
  // without a port in `host`: its origin says it
  const definition = `{ host: '127.0.0.1', origin: 'http://127.0.0.1:${first.port}', render: 'static', sources: [{ kind: 'listing', url: '/' }],
    wrappers: [{ title: 'h1', body: 'article p', section: '.no-such-element' }], fields: { section: () => 'By the first scraper' } }`;
  using scrapers = scraperFolder({ 'first/scraper.ts': scraper(definition) });
  const { code, stderr } = await startCrawl({
    demo: { port: first.port, connectTo: [] },
    store: `file:${folder}/store`,
    args: ['crawl', '127.0.0.1', `http://127.0.0.1:${second.port}/`],
    env: {
      NEWSHAWK_SCRAPERS: scrapers.dir,
      NEWSHAWK_RENDER: 'static',
      NEWSHAWK_ALLOW_NETWORKS: `127.0.0.1:${first.port},127.0.0.1:${second.port}`,
    },
    cwd: folder,
  }).ended;
  expect(code, stderr).toBe(0);
  await using store = await openSqlite(`${folder}/store`);
  const articles = [];
  for await (const article of store.articles.stream({})) articles.push([article.url, article.site, article.section]);
  expect(articles.sort()).toEqual(
    [
      [`http://127.0.0.1:${first.port}/2026/first`, `127.0.0.1:${first.port}`, 'By the first scraper'],
      [`http://127.0.0.1:${second.port}/2026/second`, `127.0.0.1:${second.port}`, null],
    ].sort(),
  );
  expect(second.asked).not.toContain('/2026/linked');
  await rm(folder, { recursive: true });
});
