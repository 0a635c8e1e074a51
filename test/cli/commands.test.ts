import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MediaReading, ReadPageRequest, ReadPageResult } from '../../src/app.ts';
import { NewshawkError, QueueError } from '../../src/errors.ts';
import type { Draft, Reading } from '../../src/model/article/draft.ts';
import type { Visit } from '../../src/model/crawl/visit.ts';
import { noOwnData } from '../../src/model/data/own-data.ts';
import { article, entry, mediaItem, workerBeat } from '../storage/records.ts';
import { cli } from '../support/app/cli.ts';
import { type FakeApp, hostile, keptOpen, now, openFakeApp, report, snapshot } from '../support/app/fake-app.ts';

let folder: string;
let app: FakeApp;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newshawk-cwd-'));
  app = await openFakeApp();
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** Commands close their app; the one of these tests lives on. */
const kept = (overrides: Partial<FakeApp> = {}): FakeApp => ({
  ...app,
  ...overrides,
  [Symbol.asyncDispose]: async () => {},
});

const draft: Draft = { ...article('a1'), title: 'A headline', markdown: 'Some *text*', bodyHtml: '<p>Some text</p>' };
const reading = (overrides: Partial<Reading> = {}): Reading => ({
  pageType: 'article',
  draft,
  reason: null,
  detail: '',
  links: [],
  feeds: [],
  fingerprint: null,
  terms: null,
  grown: {},
  category: null,
  ownData: noOwnData,
  nextPage: null,
  loadsMore: false,
  regions: [],
  evidence: null,
  ownRules: [],
  trace: [{ rule: 'title', why: 'h1 is most like <title>' }],
  ...overrides,
});
const noDraft = reading({ pageType: 'listing', draft: null, reason: 'not-an-article', detail: '40 links' });
const page = (overrides: Partial<ReadPageResult> = {}): ReadPageResult => ({
  snapshot,
  reading: reading(),
  ...overrides,
});

describe('crawl', () => {
  it('passes its options on and ends with a table on stderr, nothing on stdout', async () => {
    const argv =
      'crawl gazette.example --limit 10 --depth 1 --topic energy --concurrency 3 --time-limit 2m --failure-limit 5 --resume';
    const { code, stdout, stderr } = await cli(argv.split(' '), { app: kept() });
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(app.crawls.at(-1)).toMatchObject({
      targets: ['gazette.example'],
      limit: 10,
      depth: 1,
      topic: 'energy',
      concurrency: 3,
      timeLimitMs: 120_000,
      failureLimit: 5,
      resume: true,
    });
    expect(stderr).toMatch(/fetched +3 static \(50 %\), 1 by API \(17 %\), 2 in a browser \(33 %\)/);
    expect(stderr).toMatch(/layout-changed +1 {2}failures list --run run-1 --reason layout-changed\n/);
    expect(stderr).toMatch(/0\.50 CPU-s\/page/);
    expect(stderr).toContain('newshawk serve');
    for (const line of stderr.split('\n').filter((entry) => !entry.startsWith('The data')))
      expect(line.length).toBeLessThanOrEqual(80);
  });

  it('prints the report as JSON with --json', async () => {
    const { stdout } = await cli(['crawl', '--json'], { app: kept() });
    expect(JSON.parse(stdout)).toMatchObject({ runId: 'run-1', published: 2, ended: 'finished' });
  });

  it.each([
    ['interrupted', 11],
    ['time-limit', 15],
    ['failure-limit', 12],
    ['limit', 0],
    ['finished', 0],
    ['incomplete', 16],
    ['no-browser', 16],
  ] as const)('ends %s with %i', async (ended, code) => {
    expect((await cli(['crawl', '-q'], { app: kept({ crawl: async () => ({ ...report, ended }) }) })).code).toBe(code);
  });

  it('ends with 31 when everything failed', async () => {
    const summary = { ...report.summary, byOutcome: { failed: 3 } };
    expect((await cli(['crawl'], { app: kept({ crawl: async () => ({ ...report, summary }) }) })).code).toBe(31);
  });

  it('lists what it would fetch with --dry-run, and fetches nothing', async () => {
    const before = app.crawls.length;
    const { code, stdout } = await cli(['crawl', '--dry-run', '--json'], { app: kept() });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      fetches: [
        { url: 'https://gazette.example/news', kind: 'listing', site: 'gazette.example' },
        { url: 'https://gazette.example/world', kind: 'listing', site: 'gazette.example' },
      ],
      pending: 0,
    });
    const text = await cli(['crawl', '--dry-run', 'http://x.example/a'], { app: kept() });
    expect(text.stdout).toContain('http://x.example/a');
    expect(app.crawls).toHaveLength(before);
    const wrong = await cli(['crawl', '--dry-run', 'gazete'], { app: kept() });
    expect({ code: wrong.code, hasGazetteExample: wrong.stderr.includes('gazette.example') }).toEqual({
      code: 2,
      hasGazetteExample: true,
    });
  });

  it('writes the articles of the run with -o', async () => {
    const clock = { now: () => new Date(0) };
    const { code, stderr } = await cli(['crawl', '-o', 'run.csv'], { app: kept(), cwd: folder, clock });
    expect(code).toBe(0);
    expect(stderr).toContain('2 articles of this run');
    expect((await readFile(join(folder, 'run.csv'), 'utf8')).split('\r\n')[0]).toMatch(/^id,url/);
  });

  it('knows a bad -o or topic before it crawls', async () => {
    const before = app.crawls.length;
    for (const argv of [
      ['-o', 'run.doc'],
      ['-o', 'none/run.csv'],
      ['--topic', 'sport'],
    ]) {
      const { code, stderr } = await cli(['crawl', ...argv], { app: kept(), cwd: folder });
      expect(code).toBe(2);
      expect(stderr).toMatch(/^newshawk: .*\n$/);
    }
    expect(app.crawls).toHaveLength(before);
  });

  it('drains at the first Ctrl-C and stops at once at the second', async () => {
    let press = (): void => {};
    const ctrlC = (pressed: () => void) => {
      press = pressed;
    };
    const drained = await cli(['crawl'], {
      app: kept({
        crawl: ({ signal }) =>
          new Promise((resolve) => {
            signal.addEventListener('abort', () => resolve({ ...report, ended: 'interrupted' }));
            press();
          }),
      }),
      ctrlC,
    });
    expect({ code: drained.code, hasCtrlCAgain: drained.stderr.includes('Ctrl-C again') }).toEqual({
      code: 11,
      hasCtrlCAgain: true,
    });
    const forced = await cli(['crawl'], {
      app: kept({
        crawl: () => {
          press();
          press();
          return new Promise(() => {});
        },
      }),
      ctrlC,
    });
    expect(forced.code).toBe(11);
  });
});

describe('watch', () => {
  it('ends with 0 when it is stopped: no supervisor starts it again', async () => {
    const watch = async () => ({ ...report, ended: 'interrupted' as const });
    const { code, stderr } = await cli(['watch'], { app: kept({ watch }) });
    expect({ code, hasWatching: stderr.includes('Watching') }).toEqual({ code: 0, hasWatching: true });
  });

  it('ends with 11 where a second Ctrl-C leaves no time to save', async () => {
    let press = (): void => {};
    const watch = () => {
      press();
      press();
      return new Promise<never>(() => {});
    };
    const ctrlC = (pressed: () => void) => {
      press = pressed;
    };
    expect((await cli(['watch'], { app: kept({ watch }), ctrlC })).code).toBe(11);
  });
});

describe('extract', () => {
  const read = (result: ReadPageResult = page()) => {
    const requests: ReadPageRequest[] = [];
    const readPage = async (request: ReadPageRequest) => {
      requests.push(request);
      return result;
    };
    return { requests, app: kept({ readPage }) };
  };

  it.each([
    ['md', '# A headline\n\nSome *text*\n'],
    ['html', '<p>Some text</p>\n'],
    ['text', `A headline\n\n${draft.body}\n`],
    ['links', ''],
  ])('gives %s on stdout', async (format, text) => {
    const result = await cli(['extract', 'http://x.example/a', '-f', format], { app: read().app });
    expect({ code: result.code, stdout: result.stdout }).toEqual({ code: 0, stdout: text });
  });

  it('gives a person title, facts and text', async () => {
    const { stdout } = await cli(['extract', 'http://x.example/a', '-f', 'page'], { app: read().app });
    const [title, , ...lines] = stdout.split('\n');
    expect(title).toBe('A headline');
    expect(lines.slice(0, lines.indexOf('')).map((line) => line.split(/ {2,}/)[0])).toEqual(
      expect.arrayContaining(['address', 'authors', 'published', 'language', 'kind', 'read by']),
    );
    expect(stdout.endsWith(`\n\n${draft.body}\n`)).toBe(true);
    const terminal = Object.assign(new PassThrough(), { isTTY: true });
    let shown = '';
    terminal.on('data', (part: Buffer) => {
      shown += part.toString();
    });
    await cli(['extract', 'http://x.example/a'], { app: read().app, stdout: terminal });
    expect(shown).toBe(stdout);
  });

  it('gives JSON, one line each for several pages, and the rules with --explain', async () => {
    const entry = await cli(['extract', 'http://x.example/a', '--explain', '--render', 'static'], { app: read().app });
    expect(JSON.parse(entry.stdout)).toMatchObject({ pageType: 'article', article: { title: 'A headline' } });
    expect(entry.stderr).toBe('title: h1 is most like <title>\n');
    const two = await cli(['extract', 'http://x.example/a', 'http://x.example/b'], { app: read().app });
    expect(
      two.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).pageType),
    ).toEqual(['article', 'article']);
  });

  it('reads files in any encoding, gzipped too, under the address given', async () => {
    const gbk = Buffer.concat([
      Buffer.from('<meta charset=gbk><p>'),
      Buffer.from([0xb8, 0xdb, 0xbf, 0xda]),
      Buffer.from('</p>'),
    ]);
    await writeFile(join(folder, 'page.html.gz'), gzipSync(gbk));
    const { app: reads, requests } = read();
    await cli(['extract', 'page.html.gz', '--url', 'http://x.example/p'], { app: reads, cwd: folder });
    expect(requests[0]?.url).toBe('http://x.example/p');
    expect(requests[0]?.html).toContain('港口');
  });

  it('ends with 31 and the reason when there is no article', async () => {
    const { code, stderr } = await cli(['extract', 'http://x.example/'], { app: read(page({ reading: noDraft })).app });
    expect({ code, stderr }).toEqual({
      code: 31,
      stderr: 'http://x.example/: no article (not-an-article: 40 links).\n',
    });
  });

  it('goes on after a page that fails', async () => {
    const readPage = async ({ url }: ReadPageRequest) => {
      if (url.endsWith('bad')) throw new NewshawkError('unreachable', 'x.example does not answer');
      return page();
    };
    const argv = ['extract', 'http://x.example/bad', 'http://x.example/good', '-f', 'md'];
    const { code, stdout, stderr } = await cli(argv, { app: kept({ readPage }) });
    expect({ code, stdout }).toEqual({ code: 31, stdout: '# A headline\n\nSome *text*\n' });
    expect(stderr).toBe('http://x.example/bad: x.example does not answer\n');
  });

  it.each([
    [['extract']],
    [['extract', 'nofile.html']],
    [['extract', 'http://x.example/', '--url', 'http://y.example']],
    [['extract', '--batch', 'x']],
  ])('refuses %j in words', async (argv) => {
    const { code, stdout, stderr } = await cli(argv, { app: kept(), cwd: folder });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^newshawk: [^\n]+\n$/);
  });

  it('answers --batch line by line, a bad line too', async () => {
    const reader = {
      read: async () => reading(),
      weigh: () => Promise.reject(new Error('not asked for')),
      findMedia: () => Promise.reject(new Error('not asked for')),
      readList: () => Promise.reject(new Error('not asked for')),
      sampleAnswers: () => Promise.reject(new Error('not asked for')),
      sampleList: () => Promise.reject(new Error('not asked for')),
      profile: () => Promise.reject(new Error('not asked for')),
      blocks: () => Promise.reject(new Error('not asked for')),
      learn: () => Promise.reject(new Error('not asked for')),
      [Symbol.asyncDispose]: async () => {},
    };
    const good = `${JSON.stringify({ id: '1', url: 'http://x.example/', html: '<p>\u2028</p>' })}\r\n`;
    const bytes = Buffer.from(`${good}not json\n${JSON.stringify({ id: 3, url: null, html: '港口' })}`);
    // Cut within a letter: the parts of a stream end anywhere.
    const stdin = [bytes.subarray(0, bytes.length - 4), bytes.subarray(bytes.length - 4)];
    const app = kept({ reader: async () => reader });
    const { code, stdout, stderr } = await cli(['extract', '--batch'], { app, stdin });
    const whole = await cli(['extract', '--batch'], { app, stdin: [Buffer.from(good)] });
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect([code, whole.code]).toEqual([16, 0]);
    expect(stderr).toContain('1 lines failed');
    expect(lines.map(({ id, title, error }) => [id, title ?? error.kind])).toEqual([
      ['1', 'A headline'],
      [null, expect.any(String)],
      [3, 'A headline'],
    ]);
  });
});

describe('media', () => {
  const item = mediaItem('http://cdn.example/v.m3u8', {
    title: "it's; rm -rf /",
    headers: { Referer: "http://x.example/'" },
  });
  const answer = (overrides: Partial<MediaReading> = {}): MediaReading => ({
    url: 'http://x.example/v',
    media: [item],
    noMedia: null,
    trace: null,
    route: { userAgent: 'Mozilla/5.0 (X11)', guardUrl: 'http://127.0.0.1:9' },
    ...overrides,
  });
  const withMedia = () => kept({ readMedia: async () => answer() });
  const argv = ['media', 'http://x.example/v'];

  it('gives the items and the reason as JSON', async () => {
    const { code, stdout } = await cli(argv, { app: withMedia() });
    const { items, reason } = JSON.parse(stdout);
    expect({ code, reason, itemCount: items.length }).toEqual({ code: 0, reason: 'done', itemCount: 1 });
    expect(items[0]).toMatchObject({ url: item.url, delivery: 'hls', role: 'main', live: 'vod', protection: 'none' });
    expect(items[0].variants[0]).toMatchObject({ widthPx: 1280 });
  });

  it('gives addresses, and commands that a shell takes apart safely', async () => {
    expect((await cli([...argv, '-f', 'urls'], { app: withMedia() })).stdout).toBe('http://cdn.example/v.m3u8\n');
    expect((await cli([...argv, '-f', 'yt-dlp'], { app: withMedia() })).stdout).toMatch(
      /^yt-dlp -f 'bv\*(?:[^'\n]|'\\''|' -?-\S+ ')*' --user-agent 'Mozilla\/5\.0 \(X11\)' --referer 'http:\/\/x\.example\/'\\''' -o 'it-s-rm-rf\.%\(ext\)s' -- http:\/\/cdn\.example\/v\.m3u8\n$/,
    );
    expect((await cli([...argv, '-f', 'ffmpeg'], { app: withMedia() })).stdout).toMatch(
      /^ffmpeg -protocol_whitelist \S+ -format_whitelist \S+ -user_agent 'Mozilla\/5\.0 \(X11\)' -headers 'Referer: http:\/\/x\.example\/'\\''\r\n' -i http:\/\/cdn\.example\/v\.m3u8 -c copy it-s-rm-rf\.mp4\n$/,
    );
  });

  it('ends with 31 and the reason where a page has no media', async () => {
    const { code, stdout } = await cli(argv, {
      app: kept({ readMedia: async () => answer({ media: [], noMedia: 'drm-only' }) }),
    });
    expect({ code, stdout: JSON.parse(stdout) }).toEqual({ code: 31, stdout: { items: [], reason: 'drm-only' } });
  });

  it('refuses what is no address', async () => {
    expect((await cli(['media', 'x.example'])).stderr).toContain('not an http(s) address');
  });
});

describe('export', () => {
  it('prints JSON lines of what is published', async () => {
    const { stdout } = await cli(['export'], { app: kept() });
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).id)
        .sort(),
    ).toEqual(['a1', 'a4']);
  });

  it.each([
    [['--status', 'all'], 4],
    [['--status', 'duplicate'], 1],
    [['--topic', 'sport'], 0],
    [['--site', 'gazette.example'], 2],
    [['--since', '2026-11-22'], 0],
    [['--since', '2h'], 2],
  ])('filters by %j', async (argv, lines) => {
    const { stdout } = await cli(['export', ...argv], { app: kept() });
    expect(stdout.split('\n').length - 1).toBe(lines);
  });

  it('writes CSV and feeds, to a file too', async () => {
    expect((await cli(['export', '-f', 'csv'], { app: kept() })).stdout).toContain("'=1+1");
    for (const [format, sign] of [
      ['rss', '<rss'],
      ['atom', '<feed'],
      ['jsonfeed', 'jsonfeed.org'],
    ] as const)
      expect((await cli(['export', '-f', format], { app: kept() })).stdout).toContain(sign);
    const { stdout, stderr } = await cli(['export', '-o', 'all.jsonl'], { app: kept(), cwd: folder });
    expect({ stdout, stderr }).toEqual({ stdout: '', stderr: `2 articles are in ${join(folder, 'all.jsonl')}.\n` });
  });

  it('refuses bad options', async () => {
    for (const argv of [
      ['-f', 'xls'],
      ['--since', 'monday'],
      ['--status', 'new'],
    ]) {
      const { code, stderr } = await cli(['export', ...argv]);
      expect(code).toBe(2);
      expect(stderr).toMatch(/error: option/);
    }
    expect((await cli(['export', '-o', 'no/such/file'], { app: kept(), cwd: folder })).code).toBe(2);
  });
});

describe('failures', () => {
  it('lists, shows, and makes nothing of what a page says to the terminal', async () => {
    const list = await cli(['failures'], { app: kept() });
    expect(list.stdout).toMatch(/f1 .*gazette\.example +layout-changed/);
    expect((await cli(['failures', 'list', '--site', 'none.example'], { app: kept() })).stderr).toBe('No failures.\n');
    const show = await cli(['failures', 'show', 'f1'], { app: kept() });
    expect(show.stdout).toContain(`wrapper: ${hostile}`);
    expect(JSON.parse((await cli(['failures', 'show', 'f1', '--json'], { app: kept() })).stdout).id).toBe('f1');
  });

  it('replays: 0 when an article comes out, 31 when not, 2 for an unknown one', async () => {
    const failure = await app.storeOfTest.failures.get('f1');
    if (failure === null) throw new Error('the store of this test has f1');
    const replay = (entry: Reading) =>
      kept({ replay: async () => ({ failure, snapshot, reading: entry, elapsedMs: 31 }) });
    const mended = await cli(['failures', 'replay', 'f1'], { app: replay(reading()) });
    expect({ code: mended.code, hasMended: mended.stdout.includes('mended') }).toEqual({ code: 0, hasMended: true });
    const still = await cli(['failures', 'replay', 'f1', '--json'], { app: replay(noDraft) });
    expect({ code: still.code, mended: JSON.parse(still.stdout).mended }).toEqual({ code: 31, mended: false });
    for (const name of ['show', 'replay']) {
      const unknown = await cli(['failures', name, 'f9'], { app: kept() });
      expect({ code: unknown.code, hasFailuresList: unknown.stderr.includes('failures list') }).toEqual({
        code: 2,
        hasFailuresList: true,
      });
    }
  });
});

describe('visits', () => {
  it('are listed by run, outcome, reason and address', async () => {
    const list = async (...argv: string[]) => {
      const { code, stdout } = await cli(['--json', 'visits', ...argv], { app: kept() });
      expect(code).toBe(0);
      return JSON.parse(stdout).map(({ outcome, reason }: Visit) => `${outcome} ${reason}`);
    };
    expect(await list()).toContain('failed layout-changed');
    expect(await list('--outcome', 'failed', '--reason', 'layout-changed', '--limit', '1')).toEqual([
      'failed layout-changed',
    ]);
    expect(await list('--run', 'none')).toEqual([]);
    const { stdout } = await cli(['visits', '--outcome', 'failed'], { app: kept() });
    expect(stdout).toMatch(/^at \(UTC\) +outcome +reason +address +detail\n.* failed +layout-changed +http:/);
    for (const wrong of [
      ['--outcome', 'lost'],
      ['--url', 'gazette'],
    ])
      expect((await cli(['visits', ...wrong], { app: kept() })).code).toBe(2);
  });
});

describe('status and config', () => {
  it('show the state of the store', async () => {
    expect((await cli(['status'], { app: kept() })).stdout).toMatch(/articles +2 published, 1 duplicates, 1 off topic/);
    expect((await cli(['status'], { app: kept() })).stdout).toMatch(/gazette\.example +byline ".*" 0 of 12/);
    expect((await cli(['status'], { app: kept() })).stdout).toMatch(
      /fetched +\d+ static \(100 %\)\n +saved +\d+ renders\n/,
    );
    expect(JSON.parse((await cli(['status', '--json'], { app: kept() })).stdout)).toMatchObject({
      saved: { bytes: null },
      lastDay: { byWay: { browser: 0, api: 0 } },
      media: 1,
      frontier: { failed: 1 },
      workers: [],
    });
    const { workers } = await app.store();
    await workers.beat(workerBeat('vm-1', { at: app.clock.now() }));
    const { stdout } = await cli(['status'], { app: kept() });
    expect(stdout).toMatch(
      /crawl run-1 +vm-1, 1h: 5 pages, 4\.5 pages\/s, 1 failures; browser 4 of 4 \(2 wait\), fetches/,
    );
    await workers.remove('vm-1');
  });

  it('says whether the queue answers, where there is one', async () => {
    await using empty = await openFakeApp({ empty: true });
    const away = {
      ...empty,
      queue: () => Promise.reject(new QueueError('The queue redis://q.example does not answer')),
    };
    const opened = () => keptOpen(away);
    expect((await cli(['status'], { app: opened() })).stdout).toMatch(/queue +The queue redis:\/\/q\.example does not/);
    expect(JSON.parse((await cli(['status', '--json'], { app: opened() })).stdout).queue).toEqual({
      answers: false,
      says: 'The queue redis://q.example does not answer',
    });
    expect(JSON.parse((await cli(['status', '--json'], { app: empty })).stdout).queue).toBeNull();
  });

  it('shows what is fetched next, and what is full', async () => {
    await using small = await openFakeApp({
      env: { NEWSHAWK_TASKS_PER_HOST: '2', NEWSHAWK_TASKS_TOTAL: '3' },
      empty: true,
    });
    const { frontier } = small.storeOfTest;
    await frontier.put(
      ['a', 'b'].map((path) => entry(`http://full.example/${path}`, { priority: 0.9 })),
      now,
    );
    await frontier.put([entry('http://other.example/c')], now);
    await frontier.put(
      ['d', 'e'].map((path) => entry(`http://later.example/${path}`, { dueAt: new Date('2099-01-01') })),
      now,
    );
    const { stdout } = await cli(['status'], { app: small });
    expect(stdout).toMatch(
      /next +http:\/\/full\.example\/a \(priority 0\.90, due since .* UTC\)\n +http:\/\/other\.example\/c/,
    );
    expect(stdout).toMatch(
      /full +full\.example, later\.example: 2 pages wait, .*\(NEWSHAWK_TASKS_PER_HOST\); new links are left out/,
    );
    expect(stdout).toMatch(/full +3 pages wait, the most in all \(NEWSHAWK_TASKS_TOTAL\)/);
  });

  it('says that more hosts may be full than it lists', async () => {
    await using small = await openFakeApp({ env: { NEWSHAWK_TASKS_PER_HOST: '1' }, empty: true });
    const { frontier } = small.storeOfTest;
    await frontier.put(
      Array.from({ length: 21 }, (_, host) => entry(`http://full-${host}.example/a`)),
      new Date(0),
    );
    const { stdout } = await cli(['status'], { app: small });
    expect(stdout).toMatch(/full +full-0\.example, .*, and perhaps others: 1 pages wait/);
  });

  it('prints every setting with its origin, secrets masked', async () => {
    const env = {
      NEWSHAWK_HTTP_TOKEN: 'sesame-sesame',
      NEWSHAWK_STORE: 'mongodb://joe:hidden@db/news',
      NEWSHAWK_WORKERS: '3',
      NEWSHAWK_SEARCH_ENGINES: 'rss:https://joe:hidden@news.example/rss?q={query}&key=hidden',
    };
    await using secretive = await openFakeApp({ env, empty: true });
    const rows = JSON.parse((await cli(['config', 'print', '--json'], { app: keptOpen(secretive) })).stdout);
    const of = (variable: string) => rows.find((row: { variable: string }) => row.variable === variable);
    expect(of('NEWSHAWK_STORE')).toMatchObject({ value: 'mongodb://…@db/news', origin: 'environment' });
    expect(of('NEWSHAWK_HTTP_TOKEN').value).toBe('…');
    expect(of('NEWSHAWK_SEARCH_ENGINES').value).toBe('…');
    expect(JSON.stringify(rows)).not.toContain('hidden');
    expect(of('NEWSHAWK_WORKERS')).toMatchObject({ value: 3, origin: 'environment' });
    expect(of('NEWSHAWK_HTTP_PORT')).toMatchObject({ value: 8780, origin: 'default' });
    expect(of('browsers: proxies')).toMatchObject({
      value: ['http://…@proxy.example:8080'],
      origin: './browsers.config.ts',
    });
    expect(of('browsers: maxContexts')).toMatchObject({
      value: 7,
      about: expect.stringContaining('contexts kept open'),
    });
    expect(of('browsers: engine')).toMatchObject({ value: 'headless-shell', origin: 'default' });
    const { stdout } = await cli(['config'], { app: kept() });
    expect(stdout).toMatch(/NEWSHAWK_CONCURRENCY +auto +default +tasks at once/);
  });
});
