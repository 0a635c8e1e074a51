import { describe, expect, it } from 'vitest';
import { taskRunner } from '../../src/crawl/run-task.ts';
import type { Source } from '../../src/model/crawl/source.ts';
import type { Visit } from '../../src/model/crawl/visit.ts';
import type { PageState } from '../../src/model/page/page-state.ts';
import { canonicalUrl } from '../../src/model/web/canonical-url.ts';
import { replanSchedule } from '../../src/run/clock-watch.ts';
import { FrontierFeed } from '../../src/run/frontier-feed.ts';
import { openRun } from '../../src/run/open-run.ts';
import { beginningOfWatch } from '../../src/run/start-run.ts';
import { HostHealth } from '../../src/stages/schedule/host-health.ts';
import { HostGate } from '../../src/stages/schedule/politeness.ts';
import type { FrontierEntry, ReopenOptions } from '../../src/storage/crawl/frontier-port.ts';
import type { Store } from '../../src/storage/port.ts';
import { dueWork } from '../../src/watch/watch.ts';
import { at, claimOf, ending, pageState, source } from '../storage/records.ts';
import { crawlOf, type FakeCrawl, openCrawl } from '../support/crawl-ports.ts';

/** 21 November 2026 is a Saturday: a window on Mondays is closed. */
const mondays = [{ timeZone: 'UTC', days: [1], fromHour: 6, toHour: 8 }];

/** All sources, by one worker. */
const everywhere = { sites: null, worker: 'me' };

async function openWatch(sources: readonly Source[], pages: readonly PageState[] = []): Promise<FakeCrawl> {
  const crawl = await openCrawl();
  const { store } = crawl.io;
  for (const one of sources) await store.sources.define(one);
  for (const state of pages) {
    const task = await crawl.claim({ url: state.url });
    await store.commit(ending(task, { pageState: state }));
  }
  return crawl;
}

/** Claims all that is open, in the order in which it would be done. */
async function opened({ io, clock }: FakeCrawl): Promise<string[]> {
  const tasks = await io.store.frontier.claim(claimOf({ now: clock.now(), leaseMs: 3_600_000 }));
  return tasks.map(({ url, kind, revisit }) => `${kind}${revisit ? ' again' : ''} ${new URL(url).pathname}`);
}

/** The store with another part. */
const replacing = (store: Store, parts: Partial<Store>): Store =>
  Object.create(store, Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, { value }])));

/** Runs all that is open, as `watch` does. @returns the visits */
async function runAll({ io, run, clock }: Pick<FakeCrawl, 'io' | 'run' | 'clock'>): Promise<Visit[]> {
  const runTask = taskRunner(crawlOf({ io, run: { ...run, keepsWindows: true } }));
  const tasks = await io.store.frontier.claim(claimOf({ now: clock.now(), leaseMs: 3_600_000 }));
  const visits: Visit[] = [];
  for (const task of tasks) visits.push((await runTask(task)).visit);
  return visits;
}

const feedOver = ({ io, clock }: FakeCrawl, gate: HostGate): FrontierFeed =>
  new FrontierFeed({
    frontier: io.store.frontier,
    clock,
    gate,
    health: new HostHealth({ proxies: [null], random: () => 0 }),
    owner: 'me',
    leaseMs: 60_000,
    room: (running) => 8 - running,
    sites: null,
    keepAlive: true,
    patienceMs: 60_000,
    leasesEndedBy: (now) => now,
    isClosed: () => false,
  });

const open = (id: string, given: Partial<Source> = {}) => source(id, { activeWindows: [], ...given });

describe('a restart', () => {
  it.each([
    ['watch', ['source /closed', 'source /due']],
    ['crawl', ['source /due', 'source /later', 'source /closed']],
  ] as const)('of %s opens %s', async (kind, expected) => {
    const sources = [open('due'), open('later', { nextPollAt: at(30) }), open('closed', { activeWindows: mondays })];
    await using crawl = await openWatch(sources);
    const onTick = dueWork(crawl.io, everywhere);
    await openRun({
      io: crawl.io,
      owner: 'me',
      kind,
      beginning: { sources, seeds: [], sites: null, broken: [] },
      options: {
        ...{
          targets: [],
          topic: null,
          limit: null,
          depth: null,
          concurrency: null,
          timeLimitMs: null,
          failureLimit: null,
        },
        ...{ resume: false, signal: new AbortController().signal, onProgress: () => {} },
      },
      onTick,
    });
    if (kind === 'watch') await onTick();
    expect((await opened(crawl)).toSorted()).toEqual(expected.toSorted());
  });
});

describe('beginningOfWatch', () => {
  it('watches the sources of the store where no scraper names any', async () => {
    await using crawl = await openWatch([open('feed')]);
    const beginning = await beginningOfWatch({ ...crawl.io, sites: [] }, []);
    expect(beginning).toEqual({ sources: [], seeds: [], sites: null, broken: [] });
  });

  it.each(['no source', 'only a paused one'])('says that there is nothing to watch: %s', async (what) => {
    await using crawl = await openWatch(what === 'no source' ? [] : [open('feed', { pausedAt: at(0) })]);
    await expect(beginningOfWatch({ ...crawl.io, sites: [] }, [])).rejects.toThrow('There is nothing to crawl');
  });
});

describe('dueWork', () => {
  it.each(['it is switched off', 'its site has a scraper'] as const)(
    'leaves what was discovered alone where %s',
    async (why) => {
      await using crawl = await openWatch([open('mine'), open('discovered', { namedBy: 'http://gazette.example/' })]);
      const { io } = crawl;
      const discover = why === 'it is switched off' ? 'off' : 'on';
      const file = why === 'it is switched off' ? null : '/scrapers/gazette.example/scraper.ts';
      const site = io.siteOf('gazette.example');
      await dueWork({ ...io, config: { ...io.config, discover }, siteOf: () => ({ ...site, file }) }, everywhere)();
      expect(await opened(crawl)).toEqual(['source /mine']);
    },
  );

  it('opens the due sources only', async () => {
    await using crawl = await openWatch([
      ...[open('due'), open('later', { nextPollAt: at(1) }), open('off', { enabled: false })],
      open('paused', { pausedAt: at(0) }),
    ]);
    const tick = dueWork(crawl.io, everywhere);
    await tick();
    expect(await opened(crawl)).toEqual(['source /due']);
    crawl.clock.pass(60_000);
    await tick();
    expect(await opened(crawl)).toEqual(['source /later']);
  });

  it('opens sources of every weight, each once, however often it looks', async () => {
    const heavy = Array.from({ length: 8 }, (_, index) => open(`heavy-${index}`, { weight: 4 }));
    await using crawl = await openWatch([...heavy, open('light')]);
    const tick = dueWork(crawl.io, everywhere);
    for (let ticks = 0; ticks < 3; ticks++) await tick();
    expect((await opened(crawl)).sort()).toEqual([...heavy.map(({ id }) => `source /${id}`), 'source /light']);
    await tick();
    expect(await opened(crawl)).toEqual([]);
  });

  it('opens them in the order of their turns: a group of weight 4 has four for each turn of weight 1', async () => {
    const sources = [4, 1].flatMap((weight) =>
      Array.from({ length: 8 }, (_, index) => open(`${weight === 1 ? 'a-light' : 'b-heavy'}-${index}`, { weight })),
    );
    await using crawl = await openWatch(sources);
    await dueWork(crawl.io, everywhere)();
    const first = (await opened(crawl)).slice(0, 10);
    expect(first.filter((task) => task.includes('heavy'))).toHaveLength(8);
    expect(first.slice(0, 5).filter((task) => task.includes('light'))).toHaveLength(1);
  });

  it('skips a poll whose window is closed when its turn comes: once, on record', async () => {
    await using crawl = await openWatch([open('closed', { activeWindows: mondays })]);
    const tick = dueWork(crawl.io, everywhere);
    await tick();
    const nextPollAt = new Date('2026-11-23T06:00:00Z');
    expect(await runAll(crawl)).toMatchObject([
      { outcome: 'skipped', reason: 'outside-window', sourceId: 'closed', newLinks: 0, bytes: 0, worker: 'tester' },
    ]);
    expect((await crawl.io.store.sources.get('closed'))?.nextPollAt).toEqual(nextPollAt);
    expect(crawl.asked).toEqual([]);
    await tick();
    expect(await opened(crawl)).toEqual([]);
    expect(crawl.logged.filter(({ level }) => level !== 'debug')).toMatchObject([
      {
        level: 'info',
        event: 'source.skipped',
        fields: { source: 'http://gazette.example/closed', reason: 'outside-window', nextPollAt },
      },
    ]);
  });

  it('sends no poll whose window ends while it waits for its host', async () => {
    const window = [{ timeZone: 'UTC', days: [6], fromHour: 0, toHour: 24 }];
    await using crawl = await openWatch([open('feed', { activeWindows: window })]);
    await dueWork(crawl.io, everywhere)();
    crawl.clock.pass(Date.parse('2026-11-21T23:59:00Z') - crawl.clock.now().getTime());
    const takeTurn = async () => crawl.clock.pass(120_000);
    const turns = { free: async () => {}, take: takeTurn, note: () => {}, answered: () => {} };
    expect(await runAll({ ...crawl, io: { ...crawl.io, turns } })).toMatchObject([
      { outcome: 'skipped', reason: 'outside-window', bytes: 0 },
    ]);
    expect((await crawl.io.store.sources.get('feed'))?.nextPollAt).toEqual(new Date('2026-11-28T00:00:00Z'));
  });

  it.each(['paused', 'removed'] as const)('sends no poll of a source that a person %s meanwhile', async (what) => {
    await using crawl = await openWatch([open('feed')]);
    const { sources } = crawl.io.store;
    await dueWork(crawl.io, everywhere)();
    if (what === 'paused') await sources.save(open('feed', { pausedAt: at(0) }));
    else await sources.remove('feed');
    expect(await runAll(crawl)).toMatchObject([{ outcome: 'skipped', reason: what }]);
    expect(crawl.asked).toEqual([]);
    expect((await sources.list()).map(({ pausedAt }) => pausedAt)).toEqual(what === 'paused' ? [at(0)] : []);
  });

  it('opens a poll once while it is on its way, again when it was lost, and names its worker', async () => {
    await using crawl = await openWatch([open('feed')]);
    const { store } = crawl.io;
    const reopened: number[] = [];
    const frontier = Object.create(store.frontier, {
      reopen: {
        value: async (entries: readonly FrontierEntry[], options: ReopenOptions) => {
          reopened.push(entries.length);
          await store.frontier.reopen(entries, options);
        },
      },
    });
    const tick = dueWork({ ...crawl.io, store: replacing(store, { frontier }) }, everywhere);
    for (let ticks = 0; ticks < 3; ticks++) await tick();
    expect(reopened).toEqual([1]);
    expect(await store.sources.get('feed')).toMatchObject({ worker: 'me' });
    crawl.clock.pass(11 * 60_000);
    await tick();
    expect(reopened).toEqual([1, 1]);
  });

  it('reads the due sources only, however many there are', async () => {
    const others = Array.from({ length: 300 }, (_, n) => open(`later-${n}`, { nextPollAt: at(60) }));
    await using crawl = await openWatch([...others, open('due')]);
    Object.assign(crawl.io.store.sources, { list: () => Promise.reject(new Error('all sources are read')) });
    await dueWork(crawl.io, everywhere)();
    expect(await opened(crawl)).toEqual(['source /due']);
  });

  it('keeps to the sites that are watched', async () => {
    const other = open('other', { url: 'http://herald.example/other', site: 'herald.example' });
    await using crawl = await openWatch([open('own'), other]);
    await dueWork(crawl.io, { sites: ['herald.example'], worker: 'me' })();
    expect(await opened(crawl)).toEqual(['source /other']);
  });

  it('takes no re-visits of other sites, and gives each back the source and the depth with which its page was found', async () => {
    await using crawl = await openCrawl();
    const { store } = crawl.io;
    for (const site of ['herald.example', 'gazette.example']) {
      const url = canonicalUrl(`http://${site}/a`);
      const task = await crawl.claim({ url, site, sourceId: `of ${site}`, depth: 1, maxDepth: 3 });
      await store.commit(ending(task, { pageState: pageState(url, { site, nextVisitAt: at(-1) }) }));
    }
    await dueWork(crawl.io, { sites: ['herald.example'], worker: 'me' })();
    const [task, ...others] = await store.frontier.claim(claimOf({ now: crawl.clock.now() }));
    expect(others).toEqual([]);
    expect(task).toMatchObject({ site: 'herald.example', sourceId: 'of herald.example', depth: 1, maxDepth: 3 });
    expect((await store.pages.get(canonicalUrl('http://gazette.example/a')))?.nextVisitAt).toEqual(at(-1));
  });

  it('visits pages again when they are due, after the sources, and leases them', async () => {
    const page = (name: string, minutes: number) =>
      pageState(`http://gazette.example/${name}`, { nextVisitAt: at(minutes) });
    await using crawl = await openWatch([open('feed')], [page('a', -1), page('b', 5)]);
    const tick = dueWork(crawl.io, everywhere);
    await tick();
    expect(await opened(crawl)).toEqual(['source /feed', 'page again /a']);
    await tick();
    expect(await opened(crawl)).toEqual([]);
    // Nobody has ended that visit: an hour later the page comes up again. Its task is still leased, so it comes by that.
    expect((await crawl.io.store.pages.get(canonicalUrl('http://gazette.example/a')))?.nextVisitAt).toEqual(at(60));
    crawl.clock.pass(5 * 60_000);
    await tick();
    expect(await opened(crawl)).toContain('page again /b');
  });

  it.each([-120, -0.5])('stops for no longer than its intervals when the clock is set by %d minutes', async (step) => {
    const learned = { intervalMs: 60_000, lastPolledAt: at(0), plannedAt: at(0), nextPollAt: at(1) };
    const state = pageState('http://gazette.example/a', { lastVisitAt: at(0), nextVisitAt: at(2) });
    await using crawl = await openWatch([open('feed')], [state]);
    await crawl.io.store.sources.save({ ...open('feed'), ...learned });
    const tick = dueWork(crawl.io, everywhere);
    crawl.clock.step(step * 60_000);
    await replanSchedule(crawl.io);
    await tick();
    expect(await opened(crawl)).toEqual([]);
    crawl.clock.pass(60_000);
    await tick();
    expect(await opened(crawl)).toEqual(['source /feed']);
    crawl.clock.pass(60_000);
    await tick();
    expect(await opened(crawl)).toEqual(['page again /a']);
  });

  it('opens what a clock that was set forward makes due once, behind the sources, and no page before its host is free', async () => {
    const pages = Array.from({ length: 30 }, (_, n) =>
      pageState(`http://gazette.example/${n}`, { lastVisitAt: at(0), nextVisitAt: at(60 + n) }),
    );
    await using crawl = await openWatch([open('feed', { nextPollAt: at(100) })], pages);
    crawl.clock.step(2 * 3_600_000);
    await replanSchedule(crawl.io);
    const tick = dueWork(crawl.io, everywhere);
    for (let ticks = 0; ticks < 3; ticks++) await tick();
    expect(await crawl.io.store.frontier.counts()).toMatchObject({ pending: 31 });
    const gate = new HostGate({ concurrency: 2, gapMs: 1_000 });
    const feed = feedOver(crawl, gate);
    const started: string[] = [];
    for (let halfSecond = 0; halfSecond < 10; halfSecond++) {
      const request = await feed.fetchNextRequest();
      if (request !== null) {
        const { host, pathname } = new URL(request.url);
        started.push(pathname);
        gate.sent(host, crawl.clock.monotonicMs());
        await feed.markRequestHandled(request);
      }
      crawl.clock.pass(500);
    }
    expect({ startedCount: started.length, firstStarted: started[0] }).toEqual({
      startedCount: 5,
      firstStarted: '/feed',
    });
  });

  it('does not touch what is leased', async () => {
    await using crawl = await openWatch([open('feed')]);
    const tick = dueWork(crawl.io, everywhere);
    await tick();
    const [task] = await crawl.io.store.frontier.claim(claimOf({ now: crawl.clock.now() }));
    await tick();
    expect(await crawl.io.store.frontier.counts()).toMatchObject({ leased: 1, pending: 0 });
    expect(task?.attempts).toBe(0);
  });
});
