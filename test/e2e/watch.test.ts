import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { articleId } from '../../src/model/article/article-id.ts';
import { canonicalUrl } from '../../src/model/web/canonical-url.ts';
import type { Store } from '../../src/storage/port.ts';
import { openSqlite } from '../../src/storage/sqlite/open-sqlite.ts';
import { openDemo, type Started, startCrawl } from '../support/app/demo-crawl.ts';
import { scraper, scraperFolder } from '../support/scraper-folder.ts';
import { eventually, signalUntilEnd } from '../support/waiting.ts';

const harbour = 'http://harbour-gazette.example';
const urlOf = (path: string) => canonicalUrl(harbour + path);
/** By demo/expected.json: edited in edition 1, and out from edition 1 on. */
const edited = urlOf('/2026/10/20/ferry-to-skell-goes-electric');
const fresh = [
  '/2026/11/18/outer-bank-cable-lands-at-saltgarth',
  '/2026/11/18/container-terminal-orders-hybrid-straddle-carriers',
];
const hung = '/2026/11/12/live-from-the-harbour-radio-room';

/** One site, read without a browser, polled every second or two. */
const scrapers = scraperFolder({
  'harbour/scraper.ts': scraper(`{
    host: 'harbour-gazette.example', origin: '${harbour}', render: 'static',
    sources: [{ kind: 'feed', url: '/feed.xml', every: '1s', minFactor: 1, maxFactor: 2, maxDepth: 1 }],
    links: { article: [/\\/20\\d\\d\\/\\d\\d\\/\\d\\d\\/[a-z0-9-]+$/], ignore: [/\\/video\\//] },
    politeness: { gapMs: 0, concurrency: 4 },
  }`),
});
/** By t/x a page is visited again after the time that it was observed: in seconds, where the default policy waits for hours. */
const env = {
  NEWSHAWK_SCRAPERS: scrapers.dir,
  NEWSHAWK_REVISIT_AFTER_MS: '500',
  NEWSHAWK_REVISIT_POLICY: 't/x',
  NEWSHAWK_LOG: 'warn',
};

/** Waits for what the process writes into its store, as long as it runs. */
async function untilStored({ child, printed }: Started, check: () => Promise<void>): Promise<void> {
  await eventually(async () => {
    if (child.exitCode === null) await check();
  });
  expect(child.exitCode, printed.stderr).toBeNull();
}

const visitsOf = (store: Store, path: string) => store.visits.find({ url: urlOf(path), limit: 99 });

describe('newshawk watch', () => {
  let folder = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'newshawk-watch-'));
  });
  afterAll(async () => {
    scrapers[Symbol.dispose]();
    await rm(folder, { recursive: true });
  });

  it('finds new articles and edits while it runs, asks whether pages are new, and drains at Ctrl-C', async () => {
    await using demo = await openDemo();
    const own = { ...env, NEWSHAWK_ALIVE_FILE: join(folder, 'alive') };
    const watch = startCrawl({ demo, store: `file:${folder}/live`, args: ['watch'], env: own });
    await demo.until(() => demo.requests.some(({ path }) => path === '/feed.xml'));
    await using store = await openSqlite(join(folder, 'live'));
    const revision = async (url: typeof edited) => (await store.articles.get(articleId(url)))?.revision ?? 0;

    // Every page of the feed is read, and asked for again: nothing is new, says the server.
    await untilStored(watch, async () => {
      const { pending, leased, done, failed } = await store.frontier.counts();
      const visited = new Set((await store.visits.find({ limit: 10_000 })).map(({ url }) => url));
      expect(visited.size).toBe(pending + leased + done + failed);
      expect(await revision(edited)).toBe(1);
      const [last] = await store.visits.find({ url: edited, limit: 1 });
      expect(last).toMatchObject({ outcome: 'dropped', reason: 'unchanged', status: 304, changed: false });
    });
    const before = await store.articles.count({});
    expect(existsSync(join(folder, 'alive'))).toBe(true);

    demo.setEdition(1);
    await untilStored(watch, async () => {
      for (const path of fresh) expect(await revision(urlOf(path))).toBe(1);
      expect(await revision(edited)).toBe(2);
    });
    expect(await store.articles.count({})).toBe(before + fresh.length);
    const [old] = await store.articles.revisions(articleId(edited));
    expect(old?.body).toContain('1,900 passengers');
    expect((await store.articles.get(articleId(edited)))?.body).toContain('2,150 passengers');
    const polls = await visitsOf(store, '/feed.xml');
    expect(polls.filter(({ changed }) => changed)).toHaveLength(2);

    watch.child.kill('SIGINT');
    const { code, stdout, stderr } = await watch.ended;
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toContain('Ctrl-C again stops at once');
    expect(await store.frontier.counts()).toMatchObject({ leased: 0 });
    expect(await store.runs.list(9)).toMatchObject([{ kind: 'watch', finishedAt: expect.any(Date) }]);
    expect((await store.visits.summary({})).byOutcome.failed ?? 0).toBe(0);
  });

  it('stops at once at the second Ctrl-C', async () => {
    await using demo = await openDemo();
    const patient = { ...env, NEWSHAWK_STATIC_TIMEOUT_MS: '300000' };
    const args = ['watch', harbour + hung];
    const watch = startCrawl({ demo, store: `file:${folder}/hung`, args, env: patient });
    await demo.until(() => demo.requests.some(({ path }) => path === hung));
    watch.child.kill('SIGINT');
    await watch.printed.prints('stderr', 'Ctrl-C again stops at once');
    await signalUntilEnd(watch.child, () => watch.child.kill('SIGINT'));
    const { code } = await watch.ended;
    expect(code).toBe(11);
    // What was in work is not lost: its lease says whose it is.
    await using store = await openSqlite(join(folder, 'hung'));
    expect(await store.frontier.counts()).toMatchObject({ leased: 1 });
  });
});
