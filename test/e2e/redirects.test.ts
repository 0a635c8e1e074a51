import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { canonicalUrl } from '../../src/model/web/canonical-url.ts';
import { openSqlite } from '../../src/storage/sqlite/open-sqlite.ts';
import { articlePage, paragraphs } from '../stages/extract/page.ts';
import { openLocalSite, type Routes } from '../stages/fetch/local-site.ts';
import { startCrawl } from '../support/app/demo-crawl.ts';
import { scraper, scraperFolder } from '../support/scraper-folder.ts';
import { storeDefects } from '../support/store/store-defects.ts';

const link = (path: string) => `<p>More of it <a href="${path}">in the report of the harbour board on ${path}</a>.</p>`;
const story = (title: string, word: string, further: string) =>
  articlePage({
    body: `${paragraphs.map((text) => `<p>${text.replaceAll(/\b(?:the|a) (\w+)/g, `the ${word} $1`)}</p>`).join('')}${further}`,
  }).replaceAll('Harbour bridge reopens after eleven months', title);
const movedTo =
  (location: string): Routes[string] =>
  (_, response) =>
    void response.writeHead(302, { location }).end();

// the list leads to an address that has moved; the page there leads to another, which names the place that it moved to
const routes: Routes = {
  '/list': '<h1>News</h1><h2><a href="/2026/moved">A long headline about the harbour and what became of it</a></h2>',
  '/2026/moved': movedTo('/2026/story'),
  '/2026/story': story('The ferry is back', 'quiet', link('/2026/other')),
  '/2026/other': story('The lighthouse is sold', 'sunken', `${link('/2026/story')}${link('/2026/again')}`),
  '/2026/again': movedTo('/2026/story'),
};

it('a crawl fetches a page once, whatever addresses lead to it, and has one schedule for it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'newshawk-redirects-'));
  const definition = `{ host: 'moved.example', origin: 'http://moved.example', name: 'Moved', language: 'en', render: 'static',
    links: { article: [/\\/2026\\//] }, sources: [{ kind: 'listing', url: '/list', maxDepth: 5 }] }`;
  using scrapers = scraperFolder({ 'moved.example/scraper.ts': scraper(definition) });
  await using site = await openLocalSite(routes);
  const { code, stderr } = await startCrawl({
    demo: { port: site.port, connectTo: [`moved.example:80=127.0.0.1:${site.port}`] },
    store: `file:${folder}/store`,
    env: { NEWSHAWK_SCRAPERS: scrapers.dir },
    cwd: folder,
  }).ended;
  expect(code, stderr).toBe(0);
  const asked = site.asked.filter((path) => path.startsWith('/2026/'));
  // an address that is only known by its redirection has to be asked; the story was known by then, and is read again under that one alone
  expect(asked).toEqual(['/2026/moved', '/2026/story', '/2026/other', '/2026/again', '/2026/story']);
  await using store = await openSqlite(`${folder}/store`);
  const at = (path: string) => canonicalUrl(`http://moved.example/2026/${path}`);
  const [schedules, tasks] = await Promise.all(
    [store.pages, store.frontier].map((one) =>
      Promise.all(['moved', 'story', 'again'].map((path) => one.get(at(path)))),
    ),
  );
  expect(schedules?.map((state) => state !== null)).toEqual([false, true, false]);
  expect(tasks?.map((task) => task !== null && 'state' in task && task.state)).toEqual(['done', 'done', 'done']);
  expect(await store.articles.count({})).toBe(2);
  expect((await storeDefects(`${folder}/store`)).found).toEqual([]);
  await rm(folder, { recursive: true });
});
