import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { XMLParser } from 'fast-xml-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Expected } from '../../demo/expected.ts';
import type { Demo } from '../../demo/server.ts';
import { ask } from '../demo/ask.ts';
import { type DemoCrawl, type Ended, openDemo, startCrawl } from '../support/app/demo-crawl.ts';

const harbour = 'http://harbour-gazette.example';
const article = `${harbour}/2026/10/20/ferry-to-skell-goes-electric`;
const expected = JSON.parse(await readFile(new URL('../../demo/expected.json', import.meta.url), 'utf8')) as Expected;

let demo: Demo & AsyncDisposable;
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newshawk-commands-'));
  demo = await openDemo();
});
afterAll(async () => {
  await demo[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** One command to its end, and how often it has asked the demo. */
async function run(args: readonly string[], given: Partial<DemoCrawl> = {}): Promise<Ended & { asked: number }> {
  const before = demo.requests.length;
  const ended = await startCrawl({ demo, store: `file:${folder}/store`, args, ...given }).ended;
  return { ...ended, asked: demo.requests.length - before };
}

const json = ({ stdout }: Ended) => JSON.parse(stdout);
const jsonLines = ({ stdout }: Ended) =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('commands on the store of a crawl', () => {
  let published = 0;

  beforeAll(async () => {
    const { code, stdout } = await run(['crawl', 'harbour-gazette.example', '--json']);
    expect(code).toBe(16); // the demo has broken pages on purpose
    published = JSON.parse(stdout).published;
    expect(published).toBeGreaterThan(20);
  });

  it('exports JSON lines, CSV and RSS of what was published', async () => {
    const lines = await run(['export', '-f', 'jsonl']);
    expect(lines).toMatchObject({ code: 0, asked: 0 });
    expect(jsonLines(lines)).toHaveLength(published);
    const known = new Map(expected.articles.map(({ url, title }) => [url, title]));
    for (const { url, title, body } of jsonLines(lines)) {
      expect(title).toBe(known.get(url));
      expect(body.length).toBeGreaterThan(100);
    }
    const csv = join(folder, 'articles.csv');
    expect((await run(['export', '-f', 'csv', '-o', csv])).code).toBe(0);
    const text = await readFile(csv, 'utf8');
    expect(text.split(/\r?\n/)[0]).toContain('title');
    for (const { url } of jsonLines(lines)) expect(text).toContain(url);
    const { rss } = new XMLParser().parse((await run(['export', '-f', 'rss'])).stdout);
    expect(rss.channel.item.map(({ link }: { link: string }) => link).sort()).toEqual(
      jsonLines(lines)
        .map(({ url }) => url)
        .sort(),
    );
  });

  it('exports the most important first where that is asked for', async () => {
    const ranked = jsonLines(await run(['export', '--sort', 'importance']));
    expect(ranked).toHaveLength(published);
    const linked = ranked.filter(({ inLinks }: { inLinks: number }) => inLinks > 0);
    expect(linked.length).toBeGreaterThan(published / 2);
    const scoreOf = ({ topics }: (typeof ranked)[number]) =>
      Math.max(0, ...topics.map(({ score }: { score: number }) => score));
    for (const [index, one] of ranked.entries()) {
      const next = ranked[index + 1];
      // whatever the shares are, nobody stands behind one that is less relevant and has fewer links
      if (next !== undefined) expect(scoreOf(next) > scoreOf(one) && next.inLinks > one.inLinks).toBe(false);
    }
    expect(jsonLines(await run(['export'])).map(({ id }) => id)).not.toEqual(ranked.map(({ id }) => id));
  });

  it('lists, shows and replays failures, offline', async () => {
    const { failures, counts } = json(await run(['failures', 'list', '--json']));
    const wanted = expected.failures.map(({ reason }) => ({ site: 'harbour-gazette.example', reason, count: 1 }));
    expect(counts).toEqual(expect.arrayContaining(wanted));
    const broken = failures.find(({ reason }: { reason: string }) => reason === 'layout-changed');
    expect(broken).toMatchObject({ screenshot: expect.stringMatching(/^[0-9a-f]{64}$/), run: expect.any(String) });
    const shown = await run(['failures', 'show', broken.id]);
    expect(shown.stdout).toContain(broken.url);
    expect(shown.stdout).toContain('rule trace');
    const replayed = await run(['failures', 'replay', broken.id, '--json']);
    expect(json(replayed)).toMatchObject({
      id: broken.id,
      mended: false,
      was: { reason: 'layout-changed' },
      elapsedMs: expect.any(Number),
    });
    expect({ shownAsked: shown.asked, replayedAsked: replayed.asked, code: replayed.code }).toEqual({
      shownAsked: 0,
      replayedAsked: 0,
      code: 31,
    });
  });

  it('replays a failure of a page that never came: says so', async () => {
    const { failures } = json(await run(['failures', 'list', '--reason', 'timed-out', '--json']));
    const { code, stderr } = await run(['failures', 'replay', failures[0].id]);
    expect({ code, stderr }).toEqual({
      code: 31,
      stderr: expect.stringContaining('has no snapshot to replay: timed-out'),
    });
    expect((await run(['failures', 'replay', 'nope'])).code).toBe(2);
  });

  it('says how it stands', async () => {
    expect(json(await run(['status', '--json']))).toMatchObject({
      store: { kind: 'sqlite', location: join(folder, 'store') },
      articles: { published },
      frontier: { pending: 0, leased: 0, failed: 2 },
      sources: { total: 5, enabled: 5 },
      runs: [{ kind: 'crawl', finishedAt: expect.any(String) }],
    });
  });
});

describe('pages', () => {
  it('extracts an address and a file alike', async () => {
    const fetched = await run(['extract', article, '-f', 'json']);
    expect(fetched).toMatchObject({ code: 0, asked: 1 });
    const file = join(folder, 'page.html');
    await writeFile(file, (await ask(demo.port, article)).body);
    const read = await run(['extract', file, '--url', article]);
    expect(read).toMatchObject({ code: 0, asked: 0 });
    expect(json(read).article).toEqual(json(fetched).article);
    expect(json(read).article).toMatchObject({
      title: 'The Skell ferry goes electric, and the islanders miss the noise',
      lang: 'en',
    });
  });

  it('answers a batch line by line, in order, bad lines too', async () => {
    const html = (title: string) =>
      `<html><head><title>${title}</title></head><body><article><h1>${title}</h1><p>${'Some text. '.repeat(60)}</p></article></body></html>`;
    const lines = [...'abcdefgh'].map((id) =>
      JSON.stringify({ id, url: `${harbour}/${id}`, html: html(`Story ${id}`) }),
    );
    const input = [...lines.slice(0, 4), 'no json', JSON.stringify({ id: 'x' }), ...lines.slice(4)].join('\n');
    const ended = await run(['extract', '--batch'], { input });
    expect(ended).toMatchObject({ code: 16, asked: 0 });
    expect(jsonLines(ended).map(({ id, title, error }) => [id, title ?? error.kind])).toEqual([
      ...[...'abcd'].map((id) => [id, `Story ${id}`]),
      [null, 'misconfigured'],
      ['x', 'misconfigured'],
      ...[...'efgh'].map((id) => [id, `Story ${id}`]),
    ]);
  });

  it('names the real media of a page', async () => {
    const { page, url, delivery } =
      expected.media.find((one) => one.delivery === 'hls' && !one.needsClick) ?? fail('no HLS page');
    const found = await run(['media', page, '-f', 'json']);
    expect(found.code).toBe(0);
    const [best] = json(found).items;
    expect(best).toMatchObject({ url, delivery, role: 'main', headers: { referer: page } });
    expect(best.variants.length).toBeGreaterThan(0);
    const none = await run(['media', article]);
    expect({ code: none.code, json: json(none) }).toEqual({ code: 31, json: { items: [], reason: 'not-video-page' } });
  });
});

describe('this machine', () => {
  it('prints the settings and where they come from', async () => {
    const rows = json(await run(['config', 'print', '--json'], { env: { NEWSHAWK_HTTP_TOKEN: 'tell-nobody' } }));
    const row = (variable: string) => rows.find((one: { variable: string }) => one.variable === variable);
    expect(row('NEWSHAWK_STATIC_TIMEOUT_MS')).toMatchObject({ value: 4_000, origin: 'environment' });
    expect(row('NEWSHAWK_LEASE_MS')).toMatchObject({ value: 120_000, origin: 'default' });
    expect(JSON.stringify(rows)).not.toContain('tell-nobody');
  });

  it('is looked over by the doctor', async () => {
    const checks = json(await run(['doctor', '--json']));
    const status = Object.fromEntries(checks.map((one: { check: string; status: string }) => [one.check, one.status]));
    expect(status).toMatchObject({
      node: 'ok',
      configuration: 'ok',
      browser: 'ok',
      store: 'ok',
      scrapers: 'ok',
      topics: 'ok',
    });
  });
});

describe('mistakes', () => {
  it('are said in words, each with its exit code', async () => {
    const usage = await run(['crawl', 'nonsense']);
    expect(usage).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('neither an address (https://…) nor the host of a scraper'),
    });
    const configuration = await run(['crawl'], { env: { NEWSHAWK_CONCURRENCY: 'many', NEWSHAWK_RENDR: 'auto' } });
    expect(configuration.code).toBe(4);
    expect(configuration.stderr).toContain('NEWSHAWK_CONCURRENCY=many');
    expect(configuration.stderr).toContain('NEWSHAWK_RENDR: there is no such setting');
    const nothing = await run(['crawl', '--resume'], { store: `file:${folder}/empty` });
    expect(nothing).toMatchObject({ code: 31, stderr: expect.stringContaining('There is no run that was cut off') });
    for (const { stderr, stdout } of [usage, configuration, nothing]) {
      expect(stderr).not.toMatch(/^\s+at /m);
      expect(stdout).toBe('');
    }
  });

  it('of the disk are reported as such: a path that does not exist', async () => {
    await writeFile(join(folder, 'file'), '');
    const { code, stderr, asked } = await run(['crawl'], { store: `file:${folder}/file` });
    expect({ code, asked }).toEqual({ code: 8, asked: 0 });
    expect(stderr).toMatch(
      /^newshawk: The store .* failed: a file is where the folder should be: choose another folder/m,
    );
  });

  it('of the disk are said so: full in the middle of a crawl, of which nothing is lost', async () => {
    const given = { store: `file:${folder}/full` };
    const full = await run(['crawl', 'binhai-ribao.example'], { ...given, maxFileKb: 950 });
    expect(full.asked).toBeGreaterThan(0);
    expect(full).toMatchObject({
      code: 8,
      stderr: expect.stringMatching(/^newshawk: The store .* failed: .*free space/m),
    });
    const resumed = await run(['crawl', 'binhai-ribao.example', '--resume', '--json'], given);
    expect(resumed.code).toBe(0);
    const { published, duplicates, offTopic } = json(resumed);
    const wanted = expected.articles.filter(({ url, edition }) => url.includes('binhai') && edition === 0);
    expect(published + duplicates + offTopic).toBe(wanted.length);
  });

  it('of a proxy never lead around it', async () => {
    const config = join(folder, 'browsers.config.ts');
    // Port 9 (discard) is closed wherever nobody has opened it on purpose.
    await writeFile(
      config,
      `import { defineBrowsers } from 'newshawk';\nexport default defineBrowsers({ proxies: ['http://127.0.0.1:9'] });\n`,
    );
    // a probe of the host, for which the proxy is tried again
    const given = { store: `file:${folder}/proxy`, env: { NEWSHAWK_BROWSERS: config, NEWSHAWK_PATIENCE_MS: '3000' } };
    const crawled = await run(['crawl', article, '--json'], given);
    expect(crawled).toMatchObject({ code: 21, asked: 0 });
    // No page's fault: it waits for the next crawl.
    expect(json(crawled).ended).toBe('incomplete');
    const { counts } = json(await run(['failures', 'list', '--json'], given));
    expect(counts).toEqual([]);
    const single = await run(['extract', article, '--render', 'browser'], given);
    expect(single).toMatchObject({ code: 21, asked: 0 });
    expect(single.stderr).toMatch(/^newshawk: the proxy failed: .*\(proxy\)$/m);
  });
});

function fail(what: string): never {
  throw new Error(what);
}
