import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { ContentHash } from '../../src/model/page/snapshot.ts';
import { openSqlite } from '../../src/storage/sqlite/open-sqlite.ts';
import { articlePage, paragraphs } from '../stages/extract/page.ts';
import { openLocalSite, type Routes } from '../stages/fetch/local-site.ts';
import { startCrawl } from '../support/app/demo-crawl.ts';
import { scraper, scraperFolder } from '../support/scraper-folder.ts';

// One crawl, with plain fetches and the browser, of a site that has a page of each kind: in pages, as data, hidden in part, in an old encoding, gone, broken.

const headline = 'Harbour bridge reopens after eleven months';
/** The story under a different headline, with words that no other page has: otherwise it would be a copy. */
const titled = (title: string, html: string) => html.replaceAll(headline, title);
const textOf = (word: string) =>
  paragraphs.map((paragraph) => paragraph.replaceAll(/\b(?:the|a) (\w+)/g, `the ${word} $1`));
const asHtml = (texts: readonly string[]) => texts.map((text) => `<p>${text}</p>`).join('');
const pager = (path: string, page: number, all: number) =>
  `<nav class="pages">${Array.from({ length: all }, (_, at) => (at + 1 === page ? `<b>${page}</b>` : `<a href="${at === 0 ? path : `${path}?page=${at + 1}`}">${at + 1}</a>`)).join(' ')}</nav>`;

const plainParts = ['first', 'second', 'third'].map(textOf);
const clientParts = ['fourth', 'fifth', 'sixth'].map(textOf);
type Parts = readonly (readonly string[])[];
const inPages = (path: string, title: string, parts: Parts, page: number) =>
  titled(title, articlePage({ body: asHtml(parts[page - 1] ?? []), after: pager(path, page, 3) }));
/** The same, written by a script. */
const byScript = (html: string) =>
  `<!doctype html><title>Loading</title><main id="m"></main><script>document.documentElement.innerHTML = ${JSON.stringify(html).replace(/</g, '\\u003c')};</script>`;

const paged =
  (path: string, title: string, parts: Parts, write: (html: string) => string = String): Routes[string] =>
  (request, response) => {
    const page = Number(new URL(request.url ?? '', 'http://x').searchParams.get('page') ?? 1);
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(write(inPages(path, title, parts, page)));
  };

const greek =
  'Η γέφυρα του λιμανιού άνοιξε ξανά το πρωί της Παρασκευής, έντεκα μήνες αφότου μια φορτηγίδα χτύπησε τον βόρειο πυλώνα και έκλεισε τον μόνο δρόμο ανάμεσα στα δύο μισά της πόλης.';
const state = { post: { title: 'A walk on the quay', body: asHtml(textOf('quiet')) } };
const hidden = textOf('secret').map((text) => `<p>${text}</p>`);
const routes: Routes = {
  '/list': `<h1>News</h1>${['/2026/paged', '/2026/client-paged', '/2026/data', '/2026/part-hidden', '/2026/greek', '/threads/which-ferry-1234', '/2026/lost', '/2026/no-text'].map((path) => `<h2><a href="${path}">A long headline about the harbour and ${path}</a></h2>`).join('')}`,
  '/2026/paged': paged('/2026/paged', 'The ferry in three parts', plainParts),
  '/2026/client-paged': paged('/2026/client-paged', 'The lighthouse, a story in pages', clientParts, byScript),
  '/2026/data': `<!doctype html><html lang="en"><head><title>A walk on the quay</title></head><body><div id="app"></div><script id="__NEXT_DATA__" type="application/json">${JSON.stringify(state).replace(/</g, '\\u003c')}</script></body></html>`,
  '/2026/part-hidden': byScript(
    titled(
      'What the divers saw below',
      articlePage({
        body: `${asHtml(textOf('sunken'))}<div style="display:none">${hidden[0]}</div><p style="visibility:hidden">${textOf('secret')[1]}</p><p style="opacity:0">${textOf('secret')[2]}</p>`,
      }),
    ),
  ),
  '/2026/greek': (_, response) => {
    const html = titled(
      'Άνοιξε η γέφυρα',
      articlePage({ body: `<p>${greek}</p><p>${greek.replace('πρωί', 'βράδυ')}</p>` }),
    );
    response.writeHead(200, { 'content-type': 'text/html' }).end(iconv.encode(html, 'windows-1253'));
  },
  '/threads/which-ferry-1234': `<title>Which ferry?</title><meta name="generator" content="phpBB"><h1>Which ferry?</h1>${asHtml(textOf('forum'))}`,
  '/2026/lost': '<title>Page not found</title><h1>Page not found</h1><p>It may have moved.</p>',
  '/2026/no-text':
    '<title>Bridge</title><meta property="og:type" content="article"><body style="background:#fff"><h1>Bridge</h1><p>By Ada Marsh</p>',
};

const definition = (
  render: string,
) => `{ host: 'kinds.example', origin: 'http://kinds.example', name: 'Kinds', language: 'en', render: '${render}',
  links: { article: [/\\/2026\\/(?:paged|client|data|part|greek|no)/] }, sources: [{ kind: 'listing', url: '/list' }] }`;

/** Pixels of a picture in the store in the colour of the frame around a headline. */
async function bluePixels(folder: string, hash: ContentHash): Promise<number> {
  await using store = await openSqlite(folder);
  const picture = await store.blobs.get(hash);
  const { data, info } = await sharp(picture ?? undefined)
    .raw()
    .toBuffer({ resolveWithObject: true });
  let count = 0;
  for (let at = 0; at < data.length; at += info.channels)
    if ((data[at] ?? 0) < 80 && (data[at + 2] ?? 0) > 150) count += 1;
  return count;
}

describe('a crawl', () => {
  it('ends each kind of page as it should', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'newshawk-kinds-'));
    using scrapers = scraperFolder({ 'kinds.example/scraper.ts': scraper(definition('auto')) });
    await using site = await openLocalSite(routes);
    const given = {
      demo: { port: site.port, connectTo: [`kinds.example:80=127.0.0.1:${site.port}`] },
      store: `file:${folder}/store`,
      env: { NEWSHAWK_SCRAPERS: scrapers.dir },
      // no topics: every article counts
      cwd: folder,
    };
    const crawled = await startCrawl({ ...given, args: ['crawl', '--json'] }).ended;
    expect({ code: crawled.code, ended: JSON.parse(crawled.stdout).ended }, crawled.stderr).toEqual({
      code: 16,
      ended: 'incomplete',
    }); // what is lost is on purpose
    const [exported, failures, thread, lost] = await Promise.all(
      [
        ['export', '-f', 'jsonl'],
        ['failures', 'list', '--json'],
        ['explain', 'http://kinds.example/threads/which-ferry-1234', '--json'],
        ['explain', 'http://kinds.example/2026/lost', '--json'],
      ].map((args) => startCrawl({ ...given, args }).ended),
    );
    const articles = new Map(
      (exported?.stdout ?? '')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
        .map((article) => [new URL(article.url).pathname + new URL(article.url).search, article]),
    );
    expect([...articles.keys()].sort()).toEqual(
      ['/2026/client-paged', '/2026/data', '/2026/greek', '/2026/paged', '/2026/part-hidden'].sort(),
    );
    expect(articles.get('/2026/paged')).toMatchObject({
      title: 'The ferry in three parts',
      body: plainParts.flat().join('\n\n'),
    });
    expect(articles.get('/2026/client-paged')).toMatchObject({ via: 'browser', body: clientParts.flat().join('\n\n') });
    expect(articles.get('/2026/data')?.body).toBe(textOf('quiet').join('\n\n'));
    expect(articles.get('/2026/part-hidden')).toMatchObject({ via: 'browser', body: textOf('sunken').join('\n\n') });
    expect(articles.get('/2026/greek')).toMatchObject({ title: 'Άνοιξε η γέφυρα', lang: 'el' });
    expect(articles.get('/2026/greek')?.body).toContain(greek);
    const failed = JSON.parse(failures?.stdout ?? '{}').failures;
    expect(failed).toMatchObject([{ url: 'http://kinds.example/2026/no-text', reason: 'layout-changed' }]);
    const [{ screenshot, snapshot, trace }] = failed;
    expect({ screenshot, snapshot }).toEqual({ screenshot: expect.any(String), snapshot: expect.any(String) });
    expect(trace.length).toBeGreaterThan(0);
    expect(await bluePixels(join(folder, 'store'), screenshot)).toBeGreaterThan(500);
    expect(thread?.stdout).toContain('page type: forum');
    expect(lost?.stdout).toContain('not-an-article');
    await rm(folder, { recursive: true });
  });
});
