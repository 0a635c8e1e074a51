import { createReadStream } from 'node:fs';
import { lstat, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { zstdDecompressSync } from 'node:zlib';
import { asyncBufferFromFile, parquetMetadata, parquetReadObjects } from 'hyparquet';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WARCParser, type WARCRecord } from 'warcio';
import type { Article } from '../../../src/model/article/article.ts';
import { type Snapshot, snapshotOfSource } from '../../../src/model/page/snapshot.ts';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import { freeze } from '../../../src/stages/snapshot/freeze.ts';
import { article, at, claimOf, ending, entry, mediaItem } from '../../storage/records.ts';
import { type CliOverrides, cli } from '../../support/app/cli.ts';
import { type FakeApp, keptOpen, openFakeApp } from '../../support/app/fake-app.ts';

let app: FakeApp;
let folder = '';
beforeEach(async () => {
  app = await openFakeApp({ empty: true });
  folder = await mkdtemp(join(tmpdir(), 'newshawk-export-'));
});
afterEach(async () => {
  await app[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});
const run = (argv: readonly string[], given: CliOverrides = {}) =>
  cli(['export', ...argv], { app: keptOpen(app), cwd: folder, ...given });

let tasks = 0;
async function add(id: string, given: Partial<Article> = {}): Promise<void> {
  const { storeOfTest: store } = app;
  tasks += 1;
  await store.frontier.put([entry(`http://gazette.example/task-${tasks}`)], at(0));
  const [task] = await store.frontier.claim(claimOf({ limit: 1 }));
  if (task === undefined) throw new Error(`${id} could not be claimed`);
  await store.commit(ending(task, { article: article(id, given) }));
}

const emoji = 'Port 港口 🚢 \u202Eright\u202C "q", =1+1';

describe('export -f parquet', () => {
  const compressors = { ZSTD: (bytes: Uint8Array) => zstdDecompressSync(bytes) };
  const read = async (name: string) => {
    const file = await asyncBufferFromFile(join(folder, name));
    return { rows: await parquetReadObjects({ file, compressors }), bytes: await file.slice(0) };
  };

  it('has typed columns: instants, numbers, lists and groups; the extension names the format', async () => {
    const probe = { status: 206, magic: 'mp4', sizeBytes: 5_000_000_000, acceptsRange: true, needs: [] };
    await add('a1', {
      title: emoji,
      authors: ['Ada', '王'],
      tags: [],
      media: [mediaItem('http://v.example/1', { probe })],
    });
    await add('a2', { publishedAt: { value: '2026-11-20', precision: 'day' }, modifiedAt: null, category: null });
    await add('a3', { publishedAt: null, data: {} });
    const { stderr, code } = await run(['-o', 'all.parquet']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('3 articles are in') });
    const { rows, bytes } = await read('all.parquet');
    expect(rows).toMatchObject([
      {
        id: 'a1',
        title: emoji,
        authors: ['Ada', '王'],
        tags: [],
        publishedAt: new Date('2026-11-20T10:00:00Z'),
        publishedPrecision: 'second',
        media: [{ url: 'http://v.example/1', role: 'main', sizeBytes: 5_000_000_000n }],
        topics: [{ topic: 'energy', score: 0.5, kept: true }],
        categoryProbability: 0.9,
        data: { rating: 4.5, tickers: ['ABC'] },
        revision: 1,
        updatedAt: at(2),
      },
      { id: 'a2', publishedAt: new Date('2026-11-20T00:00:00Z'), publishedPrecision: 'day', category: null },
      { id: 'a3', publishedAt: null, data: {} },
    ]);
    const { row_groups: groups, num_rows: count } = parquetMetadata(bytes);
    expect({ groupCount: groups.length, count }).toEqual({ groupCount: 1, count: 3n });
  });

  it('writes a group for each 16 million letters, and a file without articles', async () => {
    expect((await run(['-o', 'none.parquet'])).code).toBe(0);
    expect((await read('none.parquet')).rows).toEqual([]);
    const body = 'x'.repeat(900_000);
    for (const number of Array.from({ length: 8 }, (_, index) => index))
      await add(`long-${number}`, { body: `${number}${body}`, bodyHtml: body, markdown: body });
    await run(['-o', 'long.parquet']);
    const { rows, bytes } = await read('long.parquet');
    expect(rows.map(({ body: text }) => text.length)).toEqual(Array(8).fill(900_001));
    expect(parquetMetadata(bytes).row_groups.map(({ num_rows: count }) => count)).toEqual([6n, 2n]);
  });
});

describe('export -f warc', () => {
  interface Read {
    readonly type: string;
    readonly url: string;
    readonly id: string;
    readonly contentType: string;
    readonly http: Record<string, string> | null;
    readonly text: string;
    readonly record: WARCRecord;
  }
  async function readBack(name: string): Promise<Read[]> {
    const records: Read[] = [];
    for await (const record of new WARCParser(createReadStream(join(folder, name)))) {
      const text = await record.contentText();
      records.push({
        type: record.warcType,
        url: String(record.warcTargetURI),
        id: String(record.warcHeader('WARC-Record-ID')),
        contentType: String(record.warcContentType),
        http: record.httpHeaders === null ? null : Object.fromEntries(record.httpHeaders.headers),
        text,
        record,
      });
    }
    return records;
  }
  const addPage = async (id: string, given: Partial<Snapshot>) => {
    const url = canonicalUrl(`http://gazette.example/${id}`);
    const page = snapshotOfSource({ url, html: `<p>${id} ${emoji}</p>`, takenAt: at(1) }, given);
    await add(id, { snapshot: await app.storeOfTest.blobs.put(await freeze(page)), via: page.via });
  };

  it('has a page as the server sent it as a response, any other as what it is, and the text of each', async () => {
    const headers = { 'content-type': 'text/html', 'content-encoding': 'br', 'set-cookie': 'id=1', ':status': '200' };
    await addPage('a-static', { encoding: 'utf-8', headers });
    await addPage('b-latin', { encoding: 'windows-1252' });
    await addPage('c-browser', { via: 'browser' });
    await addPage('d-api', { via: 'api' });
    await add('e-gone');
    const { stderr } = await run(['-o', 'pages.warc.gz']);
    expect(stderr).toContain('The pages of 1 of them are not kept any more');
    const records = await readBack('pages.warc.gz');
    expect(records.map(({ type }) => type)).toEqual([
      'warcinfo',
      ...['response', 'metadata', 'conversion'],
      ...['resource', 'metadata', 'conversion'],
      ...['resource', 'metadata', 'conversion'],
      ...['conversion', 'metadata', 'conversion'],
      'conversion',
    ]);
    const [info, response, metadata, text] = records;
    expect(info?.text).toMatch(/^software: newshawk\r\nformat: WARC File Format 1\.1\r\n/);
    expect(info?.record.warcHeader('WARC-Filename')).toBe('pages.warc.gz');
    const body = `<p>a-static ${emoji}</p>`;
    expect(response).toMatchObject({ url: 'http://gazette.example/a-static', text: body });
    expect(response?.http).toEqual({
      'content-type': 'text/html',
      'x-archive-orig-content-encoding': 'br',
      'x-archive-orig-set-cookie': 'id=1',
      'content-length': String(Buffer.byteLength(body)),
    });
    expect(JSON.parse(metadata?.text ?? '')).toMatchObject({ via: 'static', status: 200, article: 'a-static' });
    expect(text?.record.warcHeader('WARC-Refers-To')).toBe(response?.id);
    expect(JSON.parse(text?.text ?? '')).toMatchObject({ id: 'a-static', title: 'Title of a-static' });
    expect(records.at(-1)?.record.warcHeader('WARC-Refers-To')).toBeNull();
    expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
    expect(
      records.every(({ id }) => /^<urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}>$/.test(id)),
    ).toBe(true);
  });

  it('is a member of gzip for each record, so that one can be read alone; plain as .warc', async () => {
    await addPage('a1', { encoding: 'utf-8' });
    await run(['-o', 'x.warc.gz']);
    await run(['-o', 'x.warc']);
    const members = (await readFile(join(folder, 'x.warc.gz'))).toString('latin1').split('\x1f\x8b\x08').length - 1;
    expect(members).toBe(4);
    expect((await readFile(join(folder, 'x.warc'))).toString()).toMatch(/^WARC\/1\.1\r\n/);
    const [plain, packed] = [await readBack('x.warc'), await readBack('x.warc.gz')];
    // but for the first, which names the file
    expect(plain.slice(1).map(({ id, text }) => [id, text])).toEqual(packed.slice(1).map(({ id, text }) => [id, text]));
  });
});

describe('export to a file', () => {
  it('takes the name at the end: an interrupted export leaves the old file, and nothing else', async () => {
    for (const id of ['a1', 'a2', 'a3']) await add(id);
    await writeFile(join(folder, 'all.jsonl'), 'before');
    const press: (() => void)[] = [];
    const interrupted = keptOpen(app);
    interrupted.store = async () => {
      press.pop()?.();
      return app.storeOfTest;
    };
    const { code, stderr } = await run(['-o', 'all.jsonl'], { app: interrupted, ctrlC: (key) => press.push(key) });
    expect({ code, stderr }).toEqual({ code: 11, stderr: expect.stringContaining('all.jsonl is as it was') });
    expect(await readFile(join(folder, 'all.jsonl'), 'utf8')).toBe('before');
    expect(await readdir(folder)).toEqual(['all.jsonl']);
  });

  it('keeps a link, and writes to a device directly', async () => {
    await add('a1');
    await writeFile(join(folder, 'real.jsonl'), '');
    await symlink('real.jsonl', join(folder, 'link.jsonl'));
    expect((await run(['-o', 'link.jsonl'])).code).toBe(0);
    expect((await lstat(join(folder, 'link.jsonl'))).isSymbolicLink()).toBe(true);
    expect(JSON.parse(await readFile(join(folder, 'real.jsonl'), 'utf8')).id).toBe('a1');
    expect((await run(['-o', '/dev/null', '-f', 'csv'])).code).toBe(0);
    expect((await lstat('/dev/null')).isCharacterDevice()).toBe(true);
  });

  it('says that a disk is full', async () => {
    await add('a1');
    const { code, stderr } = await run(['-f', 'parquet', '-o', '/dev/full']);
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr: expect.stringContaining("/dev/full can't be written (ENOSPC: the disk is full)"),
    });
  });

  it('refuses an extension that names no format, and bytes on a terminal', async () => {
    expect((await run(['-o', 'all.xlsx'])).stderr).toContain('names no format');
    expect((await run(['-o', 'all.xlsx', '-f', 'csv'])).code).toBe(0);
    const stdout = Object.assign(new PassThrough(), { isTTY: true });
    const { code, stderr } = await run(['-f', 'parquet'], { stdout });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('name a file with -o') });
  });
});

describe('export --changes', () => {
  const ids = async (...argv: string[]) =>
    (await run(['--changes', 'state', ...argv])).stdout.split('\n').flatMap((line) => {
      if (line === '') return [];
      const { id, gone } = JSON.parse(line);
      return [gone === true ? `-${id}` : id];
    });

  it('gives each version of a row once, whenever it was stored, and what is gone', async () => {
    await add('b', { fetchedAt: at(5) });
    await add('d');
    expect(await ids()).toEqual(['b', 'd']);
    expect(await ids()).toEqual([]);
    // fetched before the others, stored after them: no time would tell
    await add('c', { fetchedAt: at(0), firstSeenAt: at(0) });
    await add('a', { fetchedAt: at(0), firstSeenAt: at(0) });
    expect(await ids()).toEqual(['a', 'c']);
    await add('b', { title: 'A new title', fetchedAt: at(50) });
    expect(await ids()).toEqual(['b']);
    await app.storeOfTest.articles.judgeAgain((await app.storeOfTest.articles.get('d')) ?? fail(), {
      topics: [],
      onTopic: false,
      judgedBy: 'other',
    });
    expect(await ids()).toEqual(['-d']);
    expect(await ids()).toEqual([]);
  });

  it('remembers only what is written', async () => {
    await add('a');
    const { code } = await run(['--changes', 'state', '-o', '/dev/full']);
    expect({ code, files: await readdir(folder) }).toEqual({ code: 3, files: [] });
    expect((await run(['--changes', 'state', '-o', 'day.parquet'])).stderr).toContain(
      '1 articles are new or changed, 0 are gone',
    );
    expect((await readdir(folder)).sort()).toEqual(['day.parquet', 'state']);
  });

  it('has a file for each choice of articles', async () => {
    await ids();
    expect((await run(['--changes', 'state', '--site', 'x.example'])).stderr).toContain('another choice of articles');
    await writeFile(join(folder, 'state'), 'a diary\n');
    expect((await run(['--changes', 'state'])).stderr).toContain('is no file of --changes');
    expect((await run(['--changes', 'other', '-f', 'rss'])).code).toBe(2);
    expect((await run(['--changes', 'other', '--sort', 'importance'])).code).toBe(2);
    expect((await run(['--changes', 'other', '--since', '7d'])).stderr).toContain('leave --since out');
  });
});

const fail = (): never => {
  throw new Error('the article is missing');
};

describe('export --q', () => {
  beforeEach(async () => {
    await add('a1', {
      title: 'Wind power grows',
      body: 'Turbines off the coast. More wind than ever.',
      site: 'gazette.example',
    });
    await add('a2', { title: '中国银行 raises rates', body: 'The wind has turned for savers.' });
    await add('a3', { title: 'Rain', body: 'No sun, and power is cut.' });
  });
  const found = async (...argv: string[]) => {
    const { code, stdout, stderr } = await run(argv);
    const ids = stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line).id as string]));
    return { code, ids, stderr };
  };

  it('finds what a search finds, in the order of the store or the best match first', async () => {
    expect((await found('--q', 'wind')).ids).toEqual(['a1', 'a2']);
    expect((await found('--q', 'wind -savers')).ids).toEqual(['a1']);
    expect((await found('--q', '-savers wind')).ids).toEqual(['a1']);
    expect((await found('--q', '中国')).ids).toEqual(['a2']);
    expect((await found('--q', 'power', '--status', 'all')).ids).toEqual(['a1', 'a3']);
    expect((await found('--q', 'WIND', '--sort', 'relevance')).ids).toEqual(['a1', 'a2']);
    expect((await found('--q', '"wind has"', '-f', 'jsonl')).ids).toEqual(['a2']);
  });

  it('goes with other filters, formats and --changes', async () => {
    expect((await run(['--q', 'wind', '-f', 'csv'])).stdout.trim().split('\n')).toHaveLength(3);
    const feed = JSON.parse((await run(['--q', 'savers', '-f', 'jsonfeed'])).stdout);
    expect({ title: feed.title, itemCount: feed.items.length }).toEqual({ title: 'newshawk: savers', itemCount: 1 });
    const changes = () => found('--q', 'wind', '--changes', 'wind.state');
    expect([(await changes()).ids, (await changes()).ids]).toEqual([['a1', 'a2'], []]);
    expect(await found('--q', 'rain', '--changes', 'wind.state')).toMatchObject({ code: 2 });
    expect((await found('--q', 'rain', '--status', 'duplicate')).stderr).toContain(
      'No duplicate article is among the 1 that match',
    );
  });

  it.each([
    [['--q', '---'], 'The search finds nothing: it has no letter and no digit. Example: `newshawk export --q'],
    [['--q', '-rain'], 'it only excludes words'],
    [['--sort', 'relevance'], '--sort relevance is the order of a search: add --q'],
    [['--q', 'wind', '--sort', 'relevance', '--changes', 'x'], 'leave --sort out'],
    [['--q', 'wind', '-f', 'urls'], 'leave --q out'],
    [['--q'], 'argument missing'],
  ])('refuses %j', async (argv, why) => {
    expect(await found(...argv)).toMatchObject({ code: 2, ids: [], stderr: expect.stringContaining(why) });
  });
});
