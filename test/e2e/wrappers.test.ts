import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSqlite } from '../../src/storage/sqlite/open-sqlite.ts';
import { startCrawl } from '../support/app/demo-crawl.ts';
import { scraper, scraperFolder } from '../support/scraper-folder.ts';
import { articleHtml, articlePath, followLine, homeHtml, type SiteLayout } from '../support/sites/learned-site.ts';
import { openWireSite, type WireSite } from '../support/sites/wire-site.ts';
import { eventually } from '../support/waiting.ts';
import { openWebhookReceiver, webhookSecret } from '../support/webhook-receiver.ts';

const host = 'ward-record.example';
const origin = `http://${host}`;

let folder: string;
let site: WireSite;
let layout: SiteLayout;
let listed: readonly number[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newshawk-wrappers-'));
  [layout, listed] = ['old', []];
  site = await openWireSite((path) => {
    if (path === '/') return homeHtml(listed);
    const number = Number(/story-of-ward-(\d+)\.html$/.exec(path)?.[1] ?? Number.NaN);
    return Number.isNaN(number) || articlePath(number) !== path ? null : articleHtml(number, layout);
  });
});
afterEach(async () => {
  await site[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const range = (count: number, from: number): number[] => Array.from({ length: count }, (_, at) => from + at);

const start = (...args: string[]) => startWith({}, ...args);
const startWith = (env: Readonly<Record<string, string>>, ...args: string[]) =>
  startCrawl({
    demo: { port: site.port, connectTo: [`${host}:80=127.0.0.1:${site.port}`] },
    store: `file:${folder}/store`,
    args,
    env: { NEWSHAWK_SCRAPERS: folder, NEWSHAWK_RENDER: 'static', ...env },
    cwd: folder,
  });

const learning = async () => {
  await using store = await openSqlite(`${folder}/store`);
  return await store.wrappers.get(host);
};

const reextraction = async () => {
  await using store = await openSqlite(`${folder}/store`);
  return await store.wrappers.reextraction(host);
};

it('newshawk learns a site while it is crawled, and reads the next pages with the wrapper', async () => {
  listed = range(10, 0);
  const crawl = await start('crawl', `${origin}/`, '--depth', '1').ended;
  expect(crawl).toMatchObject({ code: 0, stderr: expect.stringMatching(/articles in the store +10/) });
  expect(await learning()).toMatchObject({
    live: 1,
    drift: null,
    versions: [{ version: 1, verdict: { isAccepted: true } }],
  });
  listed = range(3, 40);
  expect((await start('crawl', `${origin}/`, '--depth', '1').ended).code).toBe(0);
  const exported = await start('export', '-f', 'jsonl').ended;
  const bodyOf = (number: number): string =>
    exported.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .find(({ url }) => url === `${origin}${articlePath(number)}`)?.body ?? '';
  // the first articles were read before anything was known of the site, and then again
  expect(bodyOf(0)).not.toContain(followLine);
  expect(crawl.stderr).not.toContain('wrapper.failed');
  expect(bodyOf(40)).not.toContain(followLine);
  const list = await start('wrapper', 'list').ended;
  expect(list).toMatchObject({ code: 0, stdout: expect.stringMatching(/ward-record\.example +1 .* live/) });
  const shown = await start('wrapper', 'show', host).ended;
  expect(shown.stdout).toMatch(/p<div\.wr-text<div\.wr-main/);
  expect(shown.stdout).toMatch(/stored articles: 10 read again with wrapper 1, (?:5|6|7|8|9|10) changed/);
  expect(shown.stdout).toMatch(/lines that recur\n.*Follow the Ward Record/);
  expect((await start('status').ended).stdout).toMatch(/wrappers +1 of 1 sites learned, 0 with a changed layout/);
});

it('newshawk notices a new layout within ten pages, suspends the wrapper, learns the new layout', async () => {
  listed = range(8, 0);
  await start('crawl', `${origin}/`, '--depth', '1').ended;
  expect((await learning())?.live).toBe(1);
  layout = 'new';
  listed = range(9, 100);
  await using receiver = await openWebhookReceiver();
  receiver.status = 503; // it comes later
  const hooks = { NEWSHAWK_WEBHOOKS: receiver.url, NEWSHAWK_WEBHOOK_SECRET: webhookSecret };
  const crawl = await startWith(hooks, 'crawl', `${origin}/`, '--depth', '1', '--fail-on', 'drift').ended;
  expect(crawl.code).toBe(30);
  expect(crawl.stderr).toMatch(/layout changed +ward-record\.example: wrapper 1 is suspended/);
  const changed = await learning();
  expect(changed).toMatchObject({ drifts: 1, drift: { version: 1, healedAt: expect.any(Date) }, live: 2 });
  expect(changed?.versions[0]?.validUntil).toBeInstanceOf(Date);
  const standing = await startWith(hooks, 'status').ended;
  expect(standing.stdout).toMatch(/deliveries +0 taken, 2 waiting, 0 failed/);
  receiver.status = 200;
  receiver.received.length = 0;
  const sent = await startWith(hooks, 'webhooks', 'retry', '--json').ended;
  expect({ code: sent.code, stdout: JSON.parse(sent.stdout) }).toEqual({
    code: 0,
    stdout: { taken: 2, left: 0, forUnknownReceivers: 0 },
  });
  const told = receiver.received.toSorted((a, b) => a.type.localeCompare(b.type));
  expect(told).toMatchObject([
    { type: 'extraction.drift', data: { site: host, version: 1, isSuspended: true } },
    { type: 'extraction.healed', data: { site: host, version: 2 } },
  ]);
  expect({ refused: receiver.refused, stdout: (await startWith(hooks, 'webhooks', 'list').ended).stdout }).toEqual({
    refused: [],
    stdout: expect.stringMatching(/extraction\.drift:ward-record\.example:1 .* delivered/),
  });
  const diff = await start('wrapper', 'diff', host).ended;
  expect(diff.stdout).toMatch(/^\+ style .*section\.doc-parts/m);
  expect(diff.stdout).toMatch(/^- style .*wr-text/m);
  // a person may go back, and stays there
  expect((await start('wrapper', 'rollback', host).ended).code).toBe(0);
  expect(await learning()).toMatchObject({ live: 1, isPinned: true });
  expect((await start('wrapper', 'unpin', host).ended).code).toBe(0);
  expect((await start('wrapper', 'rollback', host, '9').ended).code).toBe(31);
});

it('newshawk raises no alarm while the layout stays', async () => {
  listed = range(8, 0);
  await start('crawl', `${origin}/`, '--depth', '1').ended;
  listed = range(25, 200);
  const crawl = await start('crawl', `${origin}/`, '--depth', '1', '--fail-on', 'drift').ended;
  expect(crawl.code).toBe(0);
  expect(await learning()).toMatchObject({ drifts: 0, drift: null });
});

it('newshawk notices the change under a running watch, and reads the new layout with a new wrapper', async () => {
  const scrapers = scraperFolder({
    'ward/scraper.ts': scraper(`{
      host: '${host}', origin: '${origin}', render: 'static', politeness: { gapMs: 0, concurrency: 4 },
      sources: [{ kind: 'listing', url: '/', every: '1s', minFactor: 1, maxFactor: 2, maxDepth: 1 }],
    }`),
  });
  listed = range(8, 0);
  const watch = startCrawl({
    demo: { port: site.port, connectTo: [`${host}:80=127.0.0.1:${site.port}`] },
    store: `file:${folder}/store`,
    args: ['watch', '--fail-on', 'drift'],
    env: { NEWSHAWK_SCRAPERS: scrapers.dir },
    cwd: folder,
  });
  const until = (check: () => Promise<void>) => eventually(check);
  await until(async () => expect(await learning()).toMatchObject({ live: 1 }));
  await until(async () => expect(await reextraction()).toMatchObject({ version: 1, finishedAt: expect.any(Date) }));
  layout = 'new';
  listed = range(12, 100);
  await until(async () => expect(await learning()).toMatchObject({ drifts: 1, live: 2 }));
  const changed = await learning();
  expect(changed?.drift?.healedAt).toBeInstanceOf(Date);
  watch.child.kill('SIGTERM');
  const { code, stderr } = await watch.ended;
  scrapers[Symbol.dispose]();
  expect({ code, stderr }).toEqual({ code: 30, stderr: expect.stringContaining('wrapper.drift') });
  const strange = site.requests.filter(({ path }) => /story-of-ward-1\d\d\./.test(path)).length;
  expect(strange).toBe(12);
});
