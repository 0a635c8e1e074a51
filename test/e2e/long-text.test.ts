import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkStore } from '../../src/commands/store/check-store.ts';
import { maxTextLength } from '../../src/model/article/long-text.ts';
import { wholeArticle } from '../../src/storage/long-texts.ts';
import { openStore } from '../storage/open-store.ts';
import { startCrawl } from '../support/app/demo-crawl.ts';
import { scraper, scraperFolder } from '../support/scraper-folder.ts';
import { databaseUrl } from '../support/store/mongo-server.ts';

const mongoUrl = process.env.NEWSHAWK_TEST_MONGODB_URL;
const whyNoMongo = process.env.NEWSHAWK_TEST_MONGODB_SKIPPED ?? 'no MongoDB server';

/** Megabytes of text, no two sentences alike. */
const paragraphs = Array.from({ length: 3_600 }, (_, n) =>
  Array.from(
    { length: 40 },
    (_sentence, at) =>
      `In session ${n} the harbour board of the town heard report ${at * 7} on the bridge, and member ${(n + at) % 97} asked what the repair of pier ${at % 31} would cost.`,
  ).join(' '),
);
const page = `<!doctype html><html lang="en"><head><title>All minutes of the harbour board</title></head><body><article><h1>All minutes of the harbour board</h1>
<time datetime="2026-11-20T10:00:00Z">20 November 2026</time>${paragraphs.map((text) => `<p>${text}</p>`).join('\n')}</article></body></html>`;

describe('a page with 19 MB of text', () => {
  let folder: string;
  let server: Server;
  let port: number;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'newshawk-long-'));
    server = createServer(({ url = '' }, response) => {
      if (url === '/robots.txt') return void response.writeHead(404).end();
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(
        url === '/list' ? '<h1>News</h1><h2><a href="/minutes">All minutes of the harbour board</a></h2>' : page,
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await rm(folder, { recursive: true });
  });

  const stores: readonly (readonly [string, () => string])[] = [
    ['SQLite', () => `file:${folder}/store`],
    ['MongoDB', () => databaseUrl(mongoUrl ?? '', `newshawk_long_${process.pid}`)],
  ];

  it.each(stores)('ends as an article in %s, and is read back whole', async (kind, addressOf) => {
    if (kind === 'MongoDB' && mongoUrl === undefined) return expect(whyNoMongo).not.toBe('');
    const address = addressOf();
    const definition = `{ host: 'long.example', origin: 'http://long.example', name: 'Long', language: 'en', render: 'static',
      links: { article: [/minutes/] }, sources: [{ kind: 'listing', url: '/list' }] }`;
    using scrapers = scraperFolder({ 'long.example/scraper.ts': scraper(definition) });
    const { code, stderr } = await startCrawl({
      demo: { port, connectTo: [`long.example:80=127.0.0.1:${port}`] },
      store: address,
      env: { NEWSHAWK_SCRAPERS: scrapers.dir },
      cwd: folder,
    }).ended;
    expect(code, stderr).toBe(0);
    await using store = await openStore(address.replace(/^file:/, ''));
    const [article] = await store.articles.find({});
    if (article === undefined) throw new Error(stderr);
    expect(page.length).toBeGreaterThan(19_000_000);
    expect(article.body.length).toBeLessThanOrEqual(maxTextLength);
    const whole = await wholeArticle(store.blobs, article);
    const read = whole.body.split(/\n+/);
    const lost = paragraphs.filter((text, n) => read[n] !== text);
    expect({ lostCount: lost.length, firstLost: lost[0] }).toEqual({ lostCount: 0, firstLost: undefined });
    expect(whole).not.toHaveProperty('longTexts');
    expect((await checkStore(store, { withHashes: true })).defects).toEqual([]);
  });
});
