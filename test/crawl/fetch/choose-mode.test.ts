import { describe, expect, it } from 'vitest';
import { ModeChooser, renderModeOf } from '../../../src/crawl/fetch/choose-mode.ts';
import { findFormat } from '../../../src/crawl/fetch/format-evidence.ts';
import { sourceId } from '../../../src/crawl/links/targets.ts';
import { taskRunner } from '../../../src/crawl/run-task.ts';
import { NewshawkError } from '../../../src/errors.ts';
import type { Reading } from '../../../src/model/article/draft.ts';
import type { FetchWay } from '../../../src/model/page/page.ts';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import { defineScraper, listing } from '../../../src/settings/scraper.ts';
import { HostGate } from '../../../src/stages/schedule/politeness.ts';
import { entry } from '../../storage/records.ts';
import { absentBrowser as absent, crawlOf, type FakeCrawl, openCrawl } from '../../support/crawl-ports.ts';
import { evidenceOf, knowFormat } from '../../support/known-format.ts';
import { articleReading, listingReading, noDraft } from '../../support/readings.ts';

const html = '<p>A page</p>';
const addressOf = (name: string) => `http://gazette.example/news/story-${name}`;
const format = '/news/{slug}';
/** No page of these is among those that are re-checked. */
const calm = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];

/** Runs a task for each page, all at once or one after the other, by what each way gives. */
async function runPages(
  crawl: FakeCrawl,
  names: readonly string[],
  { read, atOnce = false }: { readonly read: (way: FetchWay, url: string) => Reading; readonly atOnce?: boolean },
) {
  const { io, run, web } = crawl;
  for (const way of ['static', 'browser'] as const)
    for (const name of names) web.answers[`${way} ${addressOf(name)}`] ??= { html };
  web.read = ({ via, url }) => read(via, url);
  const gate = new HostGate({ concurrency: 99, gapMs: 0, politenessOf: () => ({ gapMs: null, concurrency: null }) });
  const runTask = taskRunner(crawlOf({ io, run }, gate));
  const tasks = [];
  for (const name of names) tasks.push(await crawl.claim({ url: canonicalUrl(addressOf(name)), sourceId: null }));
  if (atOnce) return await Promise.all(tasks.map(runTask));
  const endings = [];
  for (const task of tasks) endings.push(await runTask(task));
  return endings;
}

const waysOf = ({ asked }: FakeCrawl, name: string): string =>
  asked
    .filter(({ url }) => url === addressOf(name))
    .map(({ way }) => way)
    .join();

const same = (_: FetchWay, url: string) => articleReading(url);
const shell = (way: FetchWay, url: string) =>
  way === 'static' ? noDraft({ detail: 'an empty shell' }) : articleReading(url);
const cut = (way: FetchWay, url: string) =>
  articleReading(url, { body: (way === 'static' ? 'lead ' : 'lead and the rest ').repeat(40) });

describe('lists with few entries', () => {
  const listOf = (count: number) =>
    listingReading(Array.from({ length: count }, (_, n) => `http://gazette.example/${n}`));

  it('are fetched statically once a browser has shown no more of others', async () => {
    await using crawl = await openCrawl();
    const endings = await runPages(crawl, calm.slice(0, 5), { read: () => listOf(2) });
    expect(calm.slice(0, 5).map((name) => waysOf(crawl, name))).toEqual([
      ...Array(3).fill('static,browser'),
      ...Array(2).fill('static'),
    ]);
    expect(endings.map((ending) => ending.visit.outcome)).toEqual(Array(5).fill('listed'));
  });

  it('are fetched by the browser where it has shown more of one', async () => {
    await using crawl = await openCrawl();
    const [, , longer = ''] = calm.map(addressOf);
    await runPages(crawl, calm.slice(0, 5), {
      read: (way, url) => listOf(way === 'browser' && url === longer ? 9 : 2),
    });
    expect(calm.slice(0, 5).map((name) => waysOf(crawl, name))).toEqual(Array(5).fill('static,browser'));
  });
});

describe('an unknown format', () => {
  it('is compared on three pages, then fetched statically; the static page is kept', async () => {
    await using crawl = await openCrawl();
    const endings = await runPages(crawl, calm.slice(0, 5), { read: same });
    expect(calm.slice(0, 5).map((name) => waysOf(crawl, name))).toEqual([
      ...Array(3).fill('static,browser'),
      ...Array(2).fill('static'),
    ]);
    expect(endings.map((ending) => ending.visit.via)).toEqual(Array(5).fill('static'));
    expect(endings.map((ending) => ending.visit.renderReason)).toEqual([
      'unknown format: 0 of 3 comparisons are made; compared: the same',
      'unknown format: 1 of 3 comparisons are made; compared: the same',
      'unknown format: 2 of 3 comparisons are made; compared: the same',
      ...Array(2).fill('static: it was enough in 3 of 3 comparisons'),
    ]);
    const { bytes } = endings[0]?.visit ?? {};
    expect({ bytes, open: crawl.open() }).toEqual({ bytes: 2 * html.length, open: 0 });
    expect(await crawl.io.store.visits.find({ limit: 99 })).toHaveLength(5);
  });

  it('is compared on one page where the articles of another format of the host were the same in both fetch modes', async () => {
    await using crawl = await openCrawl();
    await knowFormat(crawl, '/{word}');
    const endings = await runPages(crawl, calm.slice(0, 3), { read: same });
    expect(calm.slice(0, 3).map((name) => waysOf(crawl, name))).toEqual(['static,browser', 'static', 'static']);
    expect(endings[0]?.visit.renderReason).toBe(
      'unknown format: 0 of 1 comparisons are made, since others of the host were the same; compared: the same',
    );
  });

  it('is compared on three pages where that one differs', async () => {
    await using crawl = await openCrawl();
    await knowFormat(crawl, '/{word}');
    const endings = await runPages(crawl, calm.slice(0, 4), { read: cut });
    expect(calm.slice(0, 4).map((name) => waysOf(crawl, name))).toEqual([
      ...Array(3).fill('static,browser'),
      'browser',
    ]);
    expect(endings.map((ending) => ending.article?.via)).toEqual(Array(4).fill('browser'));
  });

  it('is fetched by the browser at once if only that gives articles', async () => {
    await using crawl = await openCrawl();
    const endings = await runPages(crawl, calm.slice(0, 4), { read: shell });
    expect(waysOf(crawl, calm[3] ?? '')).toBe('browser');
    expect(endings.map((ending) => [ending.visit.outcome, ending.visit.via])).toEqual(
      Array(4).fill(['stored', 'browser']),
    );
    expect(endings[3]?.visit.renderReason).toBe('browser: the last 3 static fetches gave too little (an empty shell)');
  });

  it('is fetched by the browser where the static article is not the same, and that one is kept', async () => {
    await using crawl = await openCrawl();
    const endings = await runPages(crawl, calm.slice(0, 4), { read: cut });
    expect(waysOf(crawl, calm[3] ?? '')).toBe('browser');
    expect(endings.map((ending) => ending.article?.via)).toEqual(Array(4).fill('browser'));
    expect(endings[0]?.visit.renderReason).toContain('body overlap 0.40; the browser');
  });

  it('is compared by three of twenty pages that come at once: the others wait for what these find', async () => {
    await using crawl = await openCrawl();
    const names = Array.from({ length: 20 }, (_, index) => `page-${index}`);
    await runPages(crawl, names, { read: same, atOnce: true });
    const rendered = crawl.asked.filter(({ way }) => way === 'browser').length;
    // the three, and perhaps one that its chance picks for a re-check
    expect(rendered).toBeGreaterThanOrEqual(3);
    expect(rendered).toBeLessThanOrEqual(4);
    expect(await crawl.io.store.formats.get('gazette.example', format)).toMatchObject({ compared: rendered });
  });

  it('holds no page up for ever if its pages are not articles', async () => {
    await using crawl = await openCrawl();
    const endings = await runPages(crawl, calm, { read: () => noDraft(), atOnce: true });
    expect(endings.map((ending) => ending.visit.reason)).toEqual(Array(10).fill('not-an-article'));
    expect(await crawl.io.store.formats.get('gazette.example', format)).toBeNull();
  });

  it('counts a wall before the plain client, and one before the browser', async () => {
    await using crawl = await openCrawl();
    const wall = new NewshawkError('blocked', 'a puzzle');
    const [a = '', b = ''] = calm;
    crawl.web.answers = { [`static ${addressOf(a)}`]: wall, [`browser ${addressOf(b)}`]: wall };
    const endings = await runPages(crawl, [a, b], { read: same });
    expect(endings.map((ending) => [ending.visit.outcome, ending.visit.via])).toEqual([
      ['stored', 'browser'],
      ['stored', 'static'],
    ]);
    const evidence = await crawl.io.store.formats.get('gazette.example', format);
    expect(evidence?.comparisons.map(({ result }) => result)).toEqual(['static-lacks', 'browser-lacks']);
  });

  it('is fetched without a browser while there is none, and nothing is learned from that', async () => {
    await using crawl = await openCrawl();
    const noBrowser = new NewshawkError('no-browser', 'no browser starts');
    for (const name of calm) crawl.web.answers[`browser ${addressOf(name)}`] = noBrowser;
    const endings = await runPages(crawl, calm.slice(0, 3), { read: same });
    expect(endings.map((ending) => ending.visit.outcome)).toEqual(Array(3).fill('stored'));
    crawl.web.browser = absent;
    const [ending = null] = await runPages(crawl, ['k'], { read: same });
    expect({ outcome: ending?.visit.outcome, ways: waysOf(crawl, 'k') }).toEqual({ outcome: 'stored', ways: 'static' });
    expect(ending?.visit.renderReason).toContain('there is no browser now (killed)');
    expect(await crawl.io.store.formats.get('gazette.example', format)).toBeNull();
  });

  it('is not called static because the browser crashed in each comparison', async () => {
    await using crawl = await openCrawl();
    const crash = new NewshawkError('browser-crashed', 'the browser ended while the page was open');
    for (const name of calm) crawl.web.answers[`browser ${addressOf(name)}`] = crash;
    const endings = await runPages(crawl, calm.slice(0, 4), { read: same });
    expect(endings.map((ending) => [ending.visit.outcome, ending.visit.via])).toEqual(
      Array(4).fill(['stored', 'static']),
    );
    expect(waysOf(crawl, calm[3] ?? '')).toBe('static,browser');
    expect(await crawl.io.store.formats.get('gazette.example', format)).toBeNull();
  });
});

describe('a page that only a browser can read, while none is there', () => {
  const noBrowser = new NewshawkError('no-browser', 'no browser starts');
  const broken = noDraft({ pageType: 'article', reason: 'layout-changed', detail: 'required, but not found: body' });

  it('waits for one at no cost: its layout has not changed', async () => {
    await using crawl = await openCrawl();
    crawl.web.answers[`browser ${addressOf('a')}`] = noBrowser;
    for (const health of [{ state: 'ready' } as const, absent]) {
      crawl.web.browser = health;
      const [ending = null] = await runPages(crawl, ['a'], { read: () => broken });
      expect(ending).toMatchObject({
        visit: { outcome: 'deferred', reason: 'no-browser' },
        failure: null,
        next: { kind: 'retry', costsAttempt: false, waitsFor: 'browser' },
      });
      expect(await crawl.io.store.frontier.waitingFor('browser', null)).toBe(1);
      crawl.clock.pass(600_000);
    }
    // the second time nothing was asked for: that it needs a browser is known
    expect(crawl.asked.map(({ way }) => way)).toEqual(['static', 'browser', 'browser']);
    crawl.web.browser = { state: 'ready' };
    crawl.web.answers = {};
    const [ending = null] = await runPages(crawl, ['a'], { read: shell });
    expect(ending?.visit).toMatchObject({ outcome: 'stored', via: 'browser' });
  });

  it('is not fetched if its format is known', async () => {
    await using crawl = await openCrawl();
    await runPages(crawl, calm.slice(0, 3), { read: shell });
    crawl.web.browser = absent;
    crawl.web.answers[`browser ${addressOf('k')}`] = noBrowser;
    const [ending = null] = await runPages(crawl, ['k'], { read: shell });
    expect({ reason: ending?.visit.reason, ways: waysOf(crawl, 'k') }).toEqual({
      reason: 'no-browser',
      ways: 'browser',
    });
    expect((await crawl.io.store.formats.get('gazette.example', format))?.staticGave).toHaveLength(3);
  });

  it('waits where only its film needs one', async () => {
    const resolve = () => Promise.reject(noBrowser);
    await using crawl = await openCrawl({ media: { isPlayPage: () => true, resolve } });
    await knowFormat(crawl, format);
    const [ending = null] = await runPages(crawl, ['a'], { read: same });
    expect(ending?.visit).toMatchObject({ outcome: 'deferred', reason: 'no-browser' });
  });
});

describe('a known format', () => {
  it('falls back in the same visit where a page has no static article, and remembers it', async () => {
    await using crawl = await openCrawl();
    await knowFormat(crawl, format);
    const [ending = null] = await runPages(crawl, ['a'], { read: shell });
    expect(waysOf(crawl, 'a')).toBe('static,browser');
    expect(ending).toMatchObject({
      visit: {
        outcome: 'stored',
        via: 'browser',
        renderReason: expect.stringContaining('fell back to the browser: an empty shell'),
      },
      format: { compared: 4, enough: 3, staticGave: [true, true, true, false] },
    });
  });

  it('is remembered over a restart, and re-checked', async () => {
    await using crawl = await openCrawl();
    await knowFormat(crawl, format);
    const names = Array.from({ length: 120 }, (_, index) => `later-${index}`);
    const endings = await runPages(crawl, names, { read: same });
    const rechecked = endings.filter((ending) => ending.visit.renderReason?.startsWith('re-check of 2 %'));
    expect(rechecked.length).toBeGreaterThan(0);
    expect(crawl.asked.filter(({ way }) => way === 'browser')).toHaveLength(rechecked.length);
    expect(await crawl.io.store.formats.get('gazette.example', format)).toMatchObject({
      compared: 3 + rechecked.length,
    });
  });

  it('is noticed to have become static', async () => {
    await using crawl = await openCrawl();
    const lacks = evidenceOf(format).comparisons.map((one) => ({
      ...one,
      result: 'static-lacks' as const,
      detail: 'a shell',
    }));
    await knowFormat(crawl, format, { comparisons: lacks, enough: 0, staticGave: [false, false, false] });
    const names = Array.from({ length: 120 }, (_, index) => `later-${index}`);
    await runPages(crawl, names, { read: same });
    const ways = names.map((name) => waysOf(crawl, name));
    const first = ways.indexOf('static,browser');
    expect(first).toBeGreaterThanOrEqual(0);
    expect(new Set(ways.slice(0, first))).toEqual(new Set(first === 0 ? [] : ['browser']));
    expect(new Set(ways.slice(first + 1))).not.toContain('browser');
  });
});

describe('findFormat', () => {
  it('stops learning sections one by one when a host has many', async () => {
    await using crawl = await openCrawl();
    const { formats } = crawl.io.store;
    let known = 0;
    const knowUpTo = async (count: number) => {
      while (known < count) await knowFormat(crawl, `/${'a'.repeat(++known)}/{slug}`);
    };
    const of = async (path: string) => (await findFormat(formats, entry(`http://gazette.example${path}`))).format;
    await knowUpTo(59);
    expect(await of('/bob/a-title')).toBe('/bob/{slug}');
    await knowUpTo(60);
    expect(await of('/bob/a-title')).toBe('/*/{slug}');
    await knowUpTo(200);
    expect(await of('/bob/a-title')).toBe('*');
    expect(await of('/a/a-title')).toBe('/a/{slug}');
  });
});

describe('renderModeOf', () => {
  const site = defineScraper({
    host: 'gazette.example',
    render: 'static',
    sources: [listing('/film', { render: 'browser' }), listing('/world')],
  });
  const task = (source: string | null) => ({
    url: canonicalUrl('https://gazette.example/a'),
    kind: 'page' as const,
    sourceId: source && sourceId(canonicalUrl(`https://gazette.example${source}`)),
  });

  it('is the setting of the source that led to the page, else of the site', async () => {
    expect(['/film', '/world', null].map((source) => renderModeOf(task(source), site))).toEqual([
      'browser',
      'static',
      'static',
    ]);
    await using crawl = await openCrawl();
    const chooser = new ModeChooser(crawl.io);
    expect(await chooser.choose({ task: task('/film'), site, visit: 0 })).toMatchObject({
      ways: 'browser',
      reason: 'browser: the configuration says so',
    });
  });
});
