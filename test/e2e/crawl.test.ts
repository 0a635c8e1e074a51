import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Expected } from '../../demo/expected.ts';
import type { Demo } from '../../demo/server.ts';
import { openMongo } from '../../src/storage/mongo/open-mongo.ts';
import { openSqlite } from '../../src/storage/sqlite/open-sqlite.ts';
import { openDemo, startCrawl } from '../support/app/demo-crawl.ts';
import { storeDefects } from '../support/store/store-defects.ts';
import { storeDigest } from '../support/store/store-digest.ts';

type Digest = Awaited<ReturnType<typeof storeDigest>>;

const expected = JSON.parse(await readFile(new URL('../../demo/expected.json', import.meta.url), 'utf8')) as Expected;
const mongoUrl = process.env.NEWSHAWK_TEST_MONGODB_URL;
const whyNoMongo = process.env.NEWSHAWK_TEST_MONGODB_SKIPPED ?? 'no MongoDB server';

/** Requests for pages of articles: what a second run must not repeat. */
const articlePages = (demo: Demo) =>
  demo.requests.filter(({ path }) => /\/20\d\d\/\d\d\/\d\d\/[a-z]|\/t\d{8}_\d+\.htm|\/api\/stor|\/story\//.test(path));

async function digestOf(store: string): Promise<Digest> {
  await using opened = store.startsWith('file:')
    ? await openSqlite(store.slice('file:'.length))
    : await openMongo(store);
  return await storeDigest(opened);
}

describe('the demo crawl', () => {
  let folder = '';
  let calm: Digest;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'newshawk-e2e-'));
    await using demo = await openDemo();
    const { code, stderr } = await startCrawl({ demo, store: `file:${folder}/calm` }).ended;
    expect(stderr).toContain('incomplete: ');
    expect(code).toBe(16); // some pages of the demo are broken on purpose
    calm = await digestOf(`file:${folder}/calm`);
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('ends with every article of the demo, and separates copies and off-topic pieces', () => {
    const wanted = expected.articles
      .filter(({ edition, status }) => edition === 0 && status !== 'twin')
      .map(({ url, title, status, of, relation }) => ({ url, title, status, relation, canonical: of ?? url }))
      .sort((a, b) => (a.url < b.url ? -1 : 1));
    const twins = new Set(expected.articles.filter(({ status }) => status === 'twin').map(({ url }) => url));
    const found = calm.articles
      .filter(({ url }) => !twins.has(url))
      .map(({ url, title, status, relation, canonical }) => ({ url, title, status, relation, canonical }));
    expect(found).toEqual(wanted);
  });

  it('predicts categories without a model: by sections, URLs and words', () => {
    const told = calm.articles.flatMap(({ category }) => (category === null ? [] : [category]));
    expect(told.every(({ by, model }) => by !== 'model' && model === null)).toBe(true);
    expect(told.length).toBeGreaterThan(20);
    const sport = calm.articles.filter(({ section }) => /^(sport|体育)$/i.test(section ?? ''));
    expect(sport.length).toBeGreaterThan(1);
    expect(sport.map(({ category }) => category?.label)).toEqual(sport.map(() => 'sport'));
  });

  it('resolves the media of its video pages', () => {
    const found = calm.media
      .filter(({ role }) => role === 'main')
      .map(({ pageUrl, url, delivery }) => ({ page: pageUrl, url, delivery }));
    expect(found).toEqual(
      expect.arrayContaining(expected.media.map(({ page, url, delivery }) => ({ page, url, delivery }))),
    );
    expect(found).toHaveLength(expected.media.length);
  });

  it('can explain how a page was fetched and what will be done with the next one like it', async () => {
    await using demo = await openDemo();
    const args = ['explain', 'http://northlight.example/story/cold-store-on-the-quay', '--json'];
    const { code, stdout } = await startCrawl({ demo, store: `file:${folder}/calm`, args }).ended;
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      // from the browser, or by the API behind the page: it is learned during the crawl
      article: { status: 'published', via: expect.stringMatching(/^(browser|api)$/) },
      render: { format: '/story/{slug}', next: { ways: expect.stringMatching(/^api/) } },
      visits: [
        {
          via: expect.stringMatching(/^(browser|api)$/),
          renderReason: expect.stringMatching(/^(unknown format|browser|api)/),
        },
      ],
    });
  });

  it('keeps a bundle of what failed, and nothing in flight', () => {
    expect(calm.failures).toEqual([...expected.failures].sort((a, b) => (a.url < b.url ? -1 : 1)));
    expect(calm.frontier).toMatchObject({ pending: 0, leased: 0, failed: expected.failures.length });
  });

  it('fetches only what is new in a second run', async () => {
    const store = `file:${folder}/calm`;
    await using demo = await openDemo({ edition: 1 });
    const { code } = await startCrawl({ demo, store }).ended;
    expect(code).toBe(16); // what is broken is tried again, and stays broken
    const fresh = expected.articles.filter(({ edition }) => edition === 1);
    const after = await digestOf(store);
    expect(after.articles.map(({ url }) => url)).toEqual(
      expect.arrayContaining(fresh.filter(({ status }) => status !== 'twin').map(({ url }) => url)),
    );
    const asked = new Set<string>(articlePages(demo).map(({ host, path }) => `http://${host}${path}`));
    const known = new Set<string>(calm.articles.map(({ url }) => url));
    expect([...asked].filter((url) => known.has(url))).toEqual([]);
  });

  it('loses and doubles nothing when it is killed and resumed', async () => {
    const store = `file:${folder}/killed`;
    await using demo = await openDemo();
    // Killed by the pages that the sites have been asked for, not by the clock: early, in the middle, near the end.
    for (const [round, asked] of [12, 35, 60].entries()) {
      const { child, ended } = startCrawl({ demo, store, args: ['crawl', ...(round === 0 ? [] : ['--resume'])] });
      const before = articlePages(demo).length;
      const isDue = (): boolean => articlePages(demo).length >= Math.max(asked, before + 1);
      await Promise.race([demo.until(isDue), ended]);
      child.kill('SIGKILL');
      expect((await ended).signal).toBe('SIGKILL');
      expect((await storeDefects(`${folder}/killed`)).found).toEqual([]);
    }
    const { code, stderr } = await startCrawl({ demo, store, args: ['crawl', '--resume'] }).ended;
    expect(stderr).toContain('incomplete: ');
    expect(code).toBe(16); // some pages of the demo are broken on purpose
    expect(await digestOf(store)).toEqual(calm);
    expect(await storeDefects(`${folder}/killed`)).toEqual({ articles: calm.articles.length, found: [] });
  });

  it.skipIf(mongoUrl === undefined)(
    `ends the same on MongoDB${mongoUrl === undefined ? ` (${whyNoMongo})` : ''}`,
    async () => {
      const [base = '', options = ''] = (mongoUrl ?? '').split('?');
      const store = `${base.replace(/\/?$/, '/')}newshawk_e2e_${process.pid}?${options}`;
      await using demo = await openDemo();
      const { code, stderr } = await startCrawl({ demo, store }).ended;
      expect(stderr).toContain('incomplete: ');
      expect(code).toBe(16);
      expect(await digestOf(store)).toEqual(calm);
    },
  );
});
