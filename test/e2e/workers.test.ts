import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Visit } from '../../src/model/crawl/visit.ts';
import { openSqlite } from '../../src/storage/sqlite/open-sqlite.ts';
import { type Started, startCrawl } from '../support/app/demo-crawl.ts';
import { openRedis } from '../support/redis-server.ts';
import { openWireSite } from '../support/sites/wire-site.ts';
import { eventually } from '../support/waiting.ts';

const [hostCount, pagesPerHost] = [10, 8];
const hosts = Array.from({ length: hostCount }, (_, at) => `gazette-${at}.example`);

const nouns = ['harbour', 'council', 'bridge', 'museum', 'valley', 'market', 'orchard', 'station', 'theatre', 'quarry'];

/** Each text has its own words, so that no two are copies. */
function articleOf(host: string, page: string): string {
  const own = `${host.replace(/\W/g, '')}${page}`;
  const sentence = (at: number): string =>
    `The ${nouns[at % 10]} of ${own}${at} opened its ${nouns[(at * 7 + 3) % 10]} to the people of ${own}${at + 100} on a day in spring.`;
  const paragraphs = Array.from(
    { length: 6 },
    (_, at) => `<p>${sentence(3 * at)} ${sentence(3 * at + 1)} ${sentence(3 * at + 2)}</p>`,
  );
  const title = `The ${nouns[Number(page) % 10]} of ${own} opens again`;
  return `<!doctype html><html lang="en"><head><title>${title}</title><meta property="og:type" content="article"></head><body><main><article><h1>${title}</h1>${paragraphs.join('')}</article></main></body></html>`;
}

const listOf = (): string =>
  `<!doctype html><title>News</title><main><ul class="news">${Array.from(
    { length: pagesPerHost },
    (_, at) => `<li><a href="/story/${at}">Story number ${at} of the day in full</a></li>`,
  ).join('')}</ul></main>`;

async function openSites(folder: string) {
  const site = await openWireSite((path, { headers }) => {
    const [, page] = /^\/story\/(\d)$/.exec(path) ?? [];
    if (path === '/') return listOf();
    return page === undefined ? null : articleOf(headers.host ?? '', page);
  });
  for (const host of hosts) {
    await mkdir(join(folder, host), { recursive: true });
    await writeFile(
      join(folder, host, 'scraper.ts'),
      `import { defineScraper } from 'newshawk';
export default defineScraper({
  host: '${host}', origin: 'http://${host}', render: 'static', politeness: { gapMs: 150, concurrency: 1 },
  sources: [{ kind: 'listing', url: '/', links: '.news', maxDepth: 1 }],
});
`,
    );
  }
  return site;
}

/** Pairs of visits to one host by two runs of which the second began before the first had ended. */
function overlaps(visits: readonly Visit[]): string[] {
  return [...Map.groupBy(visits, ({ url }) => new URL(url).host)].flatMap(([host, own]) => {
    const inOrder = own.toSorted((a, b) => a.startedAt.getTime() - b.startedAt.getTime());
    return inOrder.flatMap((visit, at) => {
      const before = inOrder[at - 1];
      if (before === undefined || before.run === visit.run) return [];
      return visit.startedAt.getTime() < before.startedAt.getTime() + before.elapsedMs ? [host] : [];
    });
  });
}

const redis = await openRedis();

it('a worker without a queue, or with one that does not answer, says what to do', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'newshawk-workers-'));
  const start = (env: Readonly<Record<string, string>>) =>
    startCrawl({ demo: { port: 9, connectTo: [] }, store: `file:${folder}`, args: ['worker'], env }).ended;
  const [without, silent] = await Promise.all([start({}), start({ NEWSHAWK_QUEUE: 'redis://127.0.0.1:9' })]);
  expect(without).toMatchObject({ code: 4, stderr: expect.stringContaining('set NEWSHAWK_QUEUE') });
  expect(silent).toMatchObject({ code: 9, stderr: expect.stringContaining('does not answer') });
  await rm(folder, { recursive: true, force: true });
}, 120_000);

describe('workers on a queue', () => {
  if (typeof redis === 'string') {
    it(`are tested with a real Redis (${redis})`, ({ skip }) => skip(redis));
    return;
  }
  it('share the hosts, and lose nothing when one of them is killed', async () => {
    await using server = redis;
    const folder = await mkdtemp(join(tmpdir(), 'newshawk-workers-'));
    await using site = await openSites(join(folder, 'scrapers'));
    const store = `file:${join(folder, 'store')}`;
    const start = (...args: string[]): Started =>
      startCrawl({
        demo: { port: site.port, connectTo: hosts.map((host) => `${host}:80=127.0.0.1:${site.port}`) },
        store,
        args,
        env: {
          NEWSHAWK_SCRAPERS: join(folder, 'scrapers'),
          NEWSHAWK_QUEUE: `${server.url}/0?prefix=e2e`,
          NEWSHAWK_WORKERS: '1',
          NEWSHAWK_MAX_ATTEMPTS: '5',
        },
      });
    const started = [start('watch'), ...[1, 2, 3].map(() => start('worker', '--concurrency', '4'))];
    const [, victim] = started;
    const opened = await openSqlite(join(folder, 'store'));
    const stored = () => opened.articles.count({});
    try {
      await eventually(async () => expect(await stored()).toBeGreaterThan(pagesPerHost));
      victim?.child.kill('SIGKILL');
      await eventually(async () => expect(await stored()).toBe(hostCount * pagesPerHost));
      expect(await opened.frontier.counts()).toMatchObject({ leased: 0, failed: 0 });
    } finally {
      for (const { child } of started) child.kill('SIGTERM');
    }
    const codes = await Promise.all(started.map(async ({ ended }) => (await ended).code));
    expect(codes).toEqual([0, null, 0, 0]);
    const visits = await opened.visits.find({ limit: 1_000 });
    expect(new Set(visits.map(({ run }) => run)).size).toBeGreaterThan(1);
    expect(overlaps(visits)).toEqual([]);
    expect(visits.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
    await opened[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  }, 400_000);
});
