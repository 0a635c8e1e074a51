import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { extractBatch } from '../../../src/commands/batch/batch.ts';
import { NewshawkError } from '../../../src/errors.ts';
import type { Snapshot } from '../../../src/model/page/snapshot.ts';
import type { Reader } from '../../../src/ports.ts';
import { openReader } from '../../../src/reader/reader.ts';
import { unknownSite } from '../../../src/settings/scraper.ts';
import { extract } from '../../../src/stages/extract/extract.ts';
import { articlePage, paragraphs } from '../../stages/extract/page.ts';
import { scraper, scraperFolder } from '../../support/scraper-folder.ts';

/** The real stage, without threads. */
const reader: { readonly read: Reader['read'] } = {
  read: async (snapshot, { draftAlways = false } = {}) => ({
    ...extract(snapshot, unknownSite('a.example'), { draftAlways }),
    fingerprint: null,
    terms: null,
    category: null,
    grown: {},
  }),
};
const now = new Date('2026-11-21T12:00:00Z');

async function* from(lines: readonly unknown[]): AsyncIterable<string> {
  for (const line of lines) yield typeof line === 'string' ? line : JSON.stringify(line);
}

async function run(lines: readonly unknown[], by = reader, concurrency = 2): Promise<Record<string, unknown>[]> {
  const records: Record<string, unknown>[] = [];
  for await (const line of extractBatch(from(lines), by.read, { concurrency, now })) records.push(JSON.parse(line));
  return records;
}

describe('extractBatch in threads', () => {
  it('loses only the lines of pages that hang, crash or throw, and keeps the order', async () => {
    const does = {
      hangs: 'for (;;);',
      dies: 'process.exit(3)',
      throws: "throw new Error('oops')",
    };
    using folder = scraperFolder(
      Object.fromEntries(
        Object.entries(does).map(([name, code]) => [
          `${name}/scraper.ts`,
          scraper(`{ host: '${name}.example', fields: { title: () => { ${code} } } }`),
        ]),
      ),
    );
    const sites = { files: Object.keys(does).map((name) => join(folder.dir, `${name}/scraper.ts`)) };
    await using threads = await openReader({ workers: 2, sites, pageLimitMs: 10_000 });
    const hosts = ['a', 'hangs', 'b', 'dies', 'c', 'throws', 'e', 'f'];
    const lines = hosts.map((id) => ({ id, url: `https://${id}.example/2026/11/20/bridge`, html: articlePage() }));
    const records = await run(lines, threads, 4);
    expect(records.map(({ id }) => id)).toEqual(hosts);
    const kinds = records.map(({ error }) => (error as { kind: string } | undefined)?.kind ?? 'read');
    expect(kinds).toEqual(['read', 'timed-out', 'read', 'bug', 'read', 'misconfigured', 'read', 'read']);
  });

  it('reads no more lines than it can process: further ones wait in the input', async () => {
    let [linesRead, highest] = [0, 0];
    async function* endless(): AsyncIterable<string> {
      for (let id = 0; id < 500; id++) {
        linesRead += 1;
        yield JSON.stringify({ id, html: '<p>x</p>' });
      }
    }
    let taken = 0;
    for await (const _ of extractBatch(endless(), reader.read, { concurrency: 4, now })) {
      taken += 1;
      highest = Math.max(highest, linesRead - taken);
    }
    expect(taken).toBe(500);
    expect(highest).toBeLessThanOrEqual(4);
  });
});

describe('extractBatch', () => {
  it('gives one record per page', async () => {
    const [record] = await run([{ id: 'a', url: 'https://gazette.example/bridge', html: articlePage() }]);
    expect(record).toMatchObject({
      id: 'a',
      title: 'Harbour bridge reopens after eleven months',
      body: paragraphs.join('\n\n'),
      authors: ['Ada Marsh', 'Tom Quill'],
      date: '2026-11-20',
      modified: null,
      lang: 'en',
      pageType: 'article',
      images: [],
      confidence: expect.any(Number),
      provenance: { body: { by: 'generic' } },
      model: 'generic/7+blocks-4',
      warnings: [],
    });
  });

  it('reads files, compressed and in the encoding that they declare', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'newshawk-batch-'));
    const html = `<html><head><meta charset="gb2312"><title>港口大桥重新开放</title></head><body><h1>港口大桥重新开放</h1><p>${'港口大桥在关闭十一个月之后于周五上午重新开放。'.repeat(12)}</p></body></html>`;
    writeFileSync(join(dir, 'a.html.gz'), gzipSync(iconv.encode(html, 'gb18030')));
    const [record] = await run([{ id: 1, url: null, htmlPath: join(dir, 'a.html.gz') }]);
    rmSync(dir, { recursive: true });
    expect(record).toMatchObject({
      id: 1,
      title: '港口大桥重新开放',
      lang: 'zh',
      body: expect.stringContaining('十一个月'),
    });
  });

  it('resolves relative dates against fetchedAt', async () => {
    const html = articlePage({ byline: '<time>2 days ago</time>' });
    const records = await run([
      { id: 1, html, fetchedAt: '2020-05-03T00:00:00Z' },
      { id: 2, html },
    ]);
    expect(records.map(({ date }) => date)).toEqual(['2020-05-01', '2026-11-19']);
  });

  it('gives the text of a page that is not an article, and an empty body without text', async () => {
    const [listing, empty] = await run([
      { id: 1, html: '<ul><li><a href="/a">One headline that is a link</a></li></ul>' },
      { id: 2, html: '' },
    ]);
    expect(listing).toMatchObject({ body: 'One headline that is a link', date: null });
    expect(empty).toMatchObject({ id: 2, body: '', title: '', confidence: 0 });
  });

  it.each([
    ['another scheme', 'ftp://gazette.example/bridge', 'url is not an http(s) address'],
    ['a file', 'file:///pages/bridge.html', 'url is not an http(s) address'],
    ['a script', 'javascript:alert(1)', 'url is not an http(s) address'],
    ['a path', '/2026/11/bridge', 'url is not an http(s) address'],
    ['a host without scheme', 'gazette.example/bridge', 'url is not an http(s) address'],
    ['an invalid host', 'https://', 'url is not an http(s) address'],
    ['nothing', '', 'url is not an http(s) address'],
    ['a number', 17, 'url is not an http(s) address'],
    ['an object', { href: 'https://gazette.example/' }, 'url is not an http(s) address'],
    ['a page of data', `https://gazette.example/${'a'.repeat(1_000_000)}`, 'url is longer than 8192 characters'],
  ])('reads a page without address if its url is %s, with a warning', async (_, url, warning) => {
    const [record] = await run([{ id: 'a', url, html: articlePage() }]);
    expect(record).toMatchObject({
      title: 'Harbour bridge reopens after eleven months',
      authors: ['Ada Marsh', 'Tom Quill'],
    });
    expect(record?.warnings).toEqual([expect.stringContaining(`${warning}, the page is read without address`)]);
    expect(JSON.stringify(record?.warnings).length).toBeLessThan(250);
  });

  it.each([null, undefined, 'https://gazette.example/bridge'])('gives no warning with url %s', async (url) => {
    const [record] = await run([{ id: 'a', url, html: articlePage() }]);
    expect(record?.warnings).toEqual([]);
  });

  it('answers an invalid line with its error, and continues', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'newshawk-batch-'));
    const bomb = join(dir, 'bomb.html.gz');
    writeFileSync(bomb, gzipSync(Buffer.alloc(65 * 1024 * 1024)));
    const records = await run([
      '{broken',
      { url: null, html: 'x' },
      { id: 'c' },
      { id: 'd', htmlPath: '/no/such.html' },
      { id: 'n', html: null, htmlPath: null },
      { id: 'z', htmlPath: bomb },
      '',
      '[]',
      { id: 'f', html: 'x', fetchedAt: 'soon' },
      { id: 'g', html: '<p>good' },
    ]);
    rmSync(dir, { recursive: true });
    expect(records.map(({ id, error }) => [id, (error as { kind: string } | undefined)?.kind])).toEqual([
      [null, 'misconfigured'],
      [null, 'misconfigured'],
      ['c', 'misconfigured'],
      ['d', 'misconfigured'],
      ['n', 'misconfigured'],
      ['z', 'misconfigured'],
      [null, 'misconfigured'],
      ['f', 'misconfigured'],
      ['g', undefined],
    ]);
    expect(records[2]?.error).toEqual({ kind: 'misconfigured', message: 'the line: has neither html nor htmlPath' });
  });

  it('keeps the order, with at most `concurrency` pages in flight', async () => {
    let [inFlight, highest] = [0, 0];
    // three wait for each other, and the first for a later one
    const [full, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow: typeof reader = {
      read: async (snapshot: Snapshot, options) => {
        highest = Math.max(highest, ++inFlight);
        if (inFlight === 3) full.resolve();
        await full.promise;
        if (snapshot.html === 'first') await over.promise;
        if (snapshot.html === 'fails') over.resolve();
        inFlight--;
        if (snapshot.html.includes('fails')) throw new NewshawkError('timed-out', 'too slow');
        return reader.read(snapshot, options);
      },
    };
    const records = await run(
      ['first', 'b', 'fails', 'd', 'e'].map((html, id) => ({ id, html })),
      slow,
      3,
    );
    expect(records.map(({ id }) => id)).toEqual([0, 1, 2, 3, 4]);
    expect(records[2]?.error).toEqual({ kind: 'timed-out', message: 'too slow' });
    expect(highest).toBe(3);
  });
});
