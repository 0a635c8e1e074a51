import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { wholeSite } from '../../../src/model/crawl/crawl-scope.ts';
import type { Run } from '../../../src/model/crawl/run.ts';
import type { Task, TaskKind } from '../../../src/model/crawl/task.ts';
import { mediaFingerprint, mediaHost, mediaId } from '../../../src/model/media/media-fingerprint.ts';
import type { PageState } from '../../../src/model/page/page-state.ts';
import type { ContentHash } from '../../../src/model/page/snapshot.ts';
import type { VisitResult } from '../../../src/storage/port.ts';
import { evidenceOf } from '../../support/known-format.ts';
import {
  article,
  at,
  claimOf,
  ending,
  entry,
  failure,
  mediaItem,
  pageState,
  source,
  visit,
  workerBeat,
} from '../records.ts';
import type { UnderTest } from './contract.ts';

const keysOf = (page: string, { url }: { readonly url: string }) => ({
  id: mediaId(page, url),
  host: mediaHost(url),
  fingerprint: mediaFingerprint(url),
});

export function recordContract(current: () => UnderTest): void {
  /** Ends a task of the page: its first visit, or another one. */
  const commit = async (url: string, overrides: (task: Task) => Partial<VisitResult>) => {
    const { store } = current();
    await store.frontier.reopen([entry(url)], { revisit: false, now: at(0) });
    const [task] = await store.frontier.claim(claimOf({ limit: 1 }));
    if (!task) throw new Error('no task could be claimed');
    return await store.commit(ending(task, overrides(task)));
  };

  it('answers a ping and names itself without credentials', async () => {
    const { store, address } = current();
    await store.ping();
    expect(address).toContain(store.location.replace(/^mongodb:\/\//, ''));
    expect(['sqlite', 'mongodb']).toContain(store.kind);
  });

  it('keeps the last beat of a worker, until it ends or is silent for a day', async () => {
    const { workers } = current().store;
    await workers.beat(workerBeat('b', { at: at(1) }));
    await workers.beat(workerBeat('a', { at: at(2) }));
    await workers.beat(workerBeat('b', { at: at(3), pages: 9 }));
    expect(await workers.heardSince(at(2))).toEqual([
      workerBeat('a', { at: at(2) }),
      workerBeat('b', { at: at(3), pages: 9 }),
    ]);
    expect(await workers.heardSince(at(3))).toEqual([workerBeat('b', { at: at(3), pages: 9 })]);
    await workers.remove('b');
    await workers.remove('nobody');
    expect(await workers.list()).toEqual([workerBeat('a', { at: at(2) })]);
    expect(await workers.heardSince(at(24 * 60))).toEqual([]);
    expect(await workers.list()).toHaveLength(1);
    expect(await workers.heardSince(at(24 * 60 + 3))).toEqual([]);
    expect(await workers.list()).toEqual([]);
  });

  it('keeps what polling taught when the definition of a source changes', async () => {
    const { sources } = current().store;
    const arrivals = { items: [0.5, 3], hours: [1, 0.25] };
    const times = { intervalMs: 90_000, lastPolledAt: at(1), nextPollAt: at(9) };
    const learned = { ...times, contentHash: 'c', worker: 'w1', arrivals };
    await sources.define(source('b'));
    await sources.define(source('a'));
    await sources.save(source('b', learned));
    await sources.define(source('b', { weight: 4, baseIntervalMs: 120_000, enabled: false }));
    expect(await sources.get('b')).toEqual(
      source('b', { ...learned, weight: 4, baseIntervalMs: 120_000, enabled: false }),
    );
    expect((await sources.list()).map(({ id }) => id)).toEqual(['a', 'b']);
    expect(await sources.get('none')).toBeNull();
  });

  it('forgets who named a source when a person does', async () => {
    const { sources } = current().store;
    await sources.define(source('d', { namedBy: 'http://a.example/', enabled: false }));
    expect(await sources.get('d')).toMatchObject({ namedBy: 'http://a.example/', enabled: false });
    await sources.define(source('d', { namedBy: null }));
    expect(await sources.get('d')).toMatchObject({ namedBy: null, enabled: true });
  });

  it('keeps the source as a poll left it', async () => {
    const { sources } = current().store;
    await sources.define(source('s'));
    const polled = source('s', { lastPolledAt: at(2), nextPollAt: at(3), contentHash: 'x' });
    await commit('http://a.example/feed', () => ({ source: polled }));
    expect(await sources.get('s')).toEqual(polled);
  });

  it('finds visits newest first and sums them up', async () => {
    const { visits } = current().store;
    const endings = [
      { id: 'v1', startedAt: at(1), bytes: 10, mediaItems: 2 },
      { id: 'v2', startedAt: at(3), outcome: 'dropped', reason: 'duplicate', via: 'browser' },
      { id: 'v3', startedAt: at(2), outcome: 'failed', reason: 'timed-out', via: null, status: null, run: 'run-2' },
      {
        id: 'v4',
        startedAt: at(4),
        outcome: 'listed',
        kind: 'source',
        sourceId: 's1',
        newLinks: 7,
        changed: true,
        linksLeft: 500,
        linksLeftBy: { limit: 400, place: 100 },
      },
    ] as const;
    for (const fields of endings)
      await commit(`http://a.example/${fields.id}`, (task) => ({ visit: visit(task, fields) }));
    const ids = async (filter: object) => (await visits.find({ limit: 10, ...filter })).map(({ id }) => id);
    expect(await ids({})).toEqual(['v4', 'v2', 'v3', 'v1']);
    expect(await ids({ limit: 2 })).toEqual(['v4', 'v2']);
    expect(await ids({ run: 'run-2' })).toEqual(['v3']);
    expect(await ids({ before: endings[1] })).toEqual(['v3', 'v1']);
    expect(await ids({ before: endings[1], run: 'run-1', limit: 1 })).toEqual(['v1']);
    expect(await ids({ url: entry('http://a.example/v1').url })).toEqual(['v1']);
    expect(await ids({ outcome: 'dropped' })).toEqual(['v2']);
    const ofSite = async (site: string, limit = 9) => (await visits.ofSite(site, limit)).map(({ id }) => id);
    expect(await ofSite('a.example')).toEqual(['v4', 'v2', 'v3', 'v1']);
    expect(await ofSite('a.example', 2)).toEqual(['v4', 'v2']);
    expect([await ofSite('a.example', 0), await ofSite('a.exampl'), await ofSite('')]).toEqual([[], [], []]);
    expect(await ids({ run: 'run-1', reason: 'duplicate' })).toEqual(['v2']);
    expect(await ids({ reason: 'timed-out', outcome: 'dropped' })).toEqual([]);
    expect(await visits.find({ sourceId: 's1', limit: 1 })).toMatchObject([
      { newLinks: 7, changed: true, linksLeft: 500, startedAt: at(4) },
    ]);
    const keys = async (since: number, limit = 9, after: (typeof endings)[number] | null = null) =>
      (await visits.keysSince({ since: at(since), limit, after })).map(({ id }) => id);
    expect(await keys(2)).toEqual(['v3', 'v2', 'v4']);
    expect(await keys(2, 2)).toEqual(['v3', 'v2']);
    expect(await keys(2, 9, endings[1])).toEqual(['v4']);
    const keysEnded = async (since: Date, limit = 9, after: (typeof endings)[number] | null = null) =>
      (await visits.keysSince({ since: at(0), endedSince: since, limit, after })).map(({ id }) => id);
    const endOf = (minute: number): number => at(minute).getTime() + 120;
    expect(await keysEnded(new Date(endOf(2)))).toEqual(['v3', 'v2', 'v4']);
    expect(await keysEnded(new Date(endOf(2) + 1))).toEqual(['v2', 'v4']);
    expect(await keysEnded(new Date(endOf(2)), 1)).toEqual(['v3']);
    expect(await keysEnded(new Date(endOf(2)), 9, endings[1])).toEqual(['v4']);
    expect(await keys(0, 9, endings[0])).toEqual(['v3', 'v2', 'v4']);
    expect(await keys(5)).toEqual([]);
    expect(await keys(0, 0)).toEqual([]);
    expect((await visits.keysSince({ since: at(4), limit: 1, after: null }))[0]?.startedAt).toEqual(at(4));
    expect((await visits.ofIds(['v4', 'none', 'v1'])).map(({ id }) => id).toSorted()).toEqual(['v1', 'v4']);
    expect(await visits.ofIds([])).toEqual([]);
    expect(await visits.summary({})).toEqual({
      pages: 3,
      polls: 1,
      byWay: { static: 1, browser: 1, api: 0 },
      bytesByWay: { static: 10, browser: 1_000, api: 0 },
      bytes: 3010,
      mediaItems: 2,
      linksLeft: 500,
      byOutcome: { stored: 1, dropped: 1, failed: 1, listed: 1 },
      byReason: { 'dropped:duplicate': 1, 'failed:timed-out': 1 },
    });
    expect(await visits.summary({ run: 'run-1', since: at(3) })).toMatchObject({ pages: 1, polls: 1 });
    await commit('http://a.example/v5', (task) => ({
      visit: visit(task, { id: 'v5', startedAt: at(5), linksLeft: 7, linksLeftBy: { limit: 2, urlPattern: 5 } }),
    }));
    expect(await visits.linksLeft('run-1')).toEqual({ limit: 402, urlPattern: 5, place: 100 });
    expect({ linksLeftRun2: await visits.linksLeft('run-2'), linksLeftNone: await visits.linksLeft('none') }).toEqual({
      linksLeftRun2: {},
      linksLeftNone: {},
    });
    expect(await visits.summary({ run: 'none' })).toMatchObject({ pages: 0, polls: 0, bytes: 0, byOutcome: {} });
  });

  it('sums up pages by API, and lists those of a host', async () => {
    const { visits } = current().store;
    const endings = [
      { url: 'http://a.example/2', via: 'api', bytes: 7, startedAt: at(2) },
      { url: 'http://a.example/1', via: 'api', bytes: 5, startedAt: at(3) },
      { url: 'http://a.example/1', via: 'api', bytes: 5, startedAt: at(1) },
      { url: 'http://a.example/3', via: 'browser', bytes: 90, startedAt: at(3) },
      { url: 'http://a.example.org/4', via: 'api', bytes: 9, startedAt: at(3) },
      { url: 'http://a.example:81/5', via: 'api', bytes: 9, startedAt: at(3) },
      { url: 'http://a.example/sport', via: 'api', bytes: 3, startedAt: at(3), kind: 'source' },
    ] as const;
    for (const [n, { url, ...fields }] of endings.entries())
      await commit(`${url}?n=${n}`, (task) => ({
        visit: visit(task, { id: `v${n}`, ...fields, url: entry(url).url }),
      }));
    expect(await visits.summary({})).toMatchObject({
      byWay: { static: 0, browser: 1, api: 5 },
      bytesByWay: { static: 0, browser: 90, api: 35 },
    });
    const urls = (limit: number, since = at(0), kind: TaskKind = 'page') =>
      visits.urlsByApi({ origin: 'http://a.example', kind, since, limit });
    expect(await urls(10)).toEqual(['http://a.example/1', 'http://a.example/1', 'http://a.example/2']);
    expect(await urls(10, at(2))).toEqual(['http://a.example/1', 'http://a.example/2']);
    expect(await urls(1)).toEqual(['http://a.example/1']);
    expect(await urls(0)).toEqual([]);
    expect(await urls(10, at(0), 'source')).toEqual(['http://a.example/sport']);
  });

  it('claims due pages once, most overdue first', async () => {
    const { pages } = current().store;
    const claimDue = (now: Date, limit: number, claimUntil: Date, sites: string[] | null = null) =>
      pages.claimDue({ now, limit, claimUntil, sites });
    expect(await pages.nextDueAt()).toBeNull();
    const urls = ['p1', 'p2', 'p3'].map((id) => `http://gazette.example/${id}`);
    const states = urls.map((url, n) => pageState(url, { nextVisitAt: at(30 - n * 10) }));
    for (const [n, url] of urls.entries()) await commit(url, () => ({ pageState: states[n] }));
    expect(await pages.get(entry('http://gazette.example/p1').url)).toEqual(states[0]);
    expect(await pages.nextDueAt()).toEqual(at(10));
    const [first, second] = await Promise.all([claimDue(at(20), 10, at(99)), claimDue(at(20), 10, at(99))]);
    expect([...first, ...second].map(({ url }) => url)).toEqual([urls[2], urls[1]]);
    expect(await pages.get(entry(urls[1] ?? '').url)).toEqual({ ...states[1], nextVisitAt: at(99) });
    expect(await claimDue(at(30), 0, at(99))).toEqual([]);
    expect(await pages.nextDueAt()).toEqual(at(30));
    expect(await claimDue(at(99), 2, at(200))).toMatchObject([{ url: urls[0] }, { url: urls[1] }]);
    await commit(urls[2] ?? '', () => ({ pageState: pageState(urls[2] ?? '', { nextVisitAt: at(150), visits: 2 }) }));
    expect(await pages.get(entry(urls[2] ?? '').url)).toMatchObject({ nextVisitAt: at(150), visits: 2 });
    // each page is due once, whatever was claimed, visited and planned before
    expect((await claimDue(at(999), 10, at(1_000))).map(({ url }) => url)).toEqual([urls[2], urls[0], urls[1]]);
    expect(await claimDue(at(999), 10, at(1_001))).toEqual([]);
  });

  it('claims due pages of some sites only', async () => {
    const { pages } = current().store;
    for (const [n, site] of ['a.example', 'b.example', 'c.example'].entries()) {
      const url = `http://${site}/1`;
      await commit(url, () => ({ pageState: pageState(url, { site, nextVisitAt: at(n) }) }));
    }
    const claimDue = async (sites: string[]) =>
      (await pages.claimDue({ now: at(9), limit: 10, claimUntil: at(99), sites })).map(({ site }) => site);
    expect(await claimDue([])).toEqual([]);
    expect(await claimDue(['c.example', 'a.example', 'nobody'])).toEqual(['a.example', 'c.example']);
    expect(await claimDue(['c.example', 'a.example'])).toEqual([]);
    expect(await pages.nextDueAt()).toEqual(at(1));
  });

  it('adds up what visits showed about each host and format, later ones with more weight', async () => {
    const { pages } = current().store;
    expect(await pages.rateTallies()).toEqual([]);
    const place = { host: 'a.example', format: '$港/{slug}' };
    const visit = async (changes: number, ageClasses: readonly number[]) => {
      const evidence = ageClasses.map((ageClass) => ({ ...place, ageClass, changes, observedMs: 1_000 }));
      await commit('http://a.example/1', () => ({ pageState: pageState('http://a.example/1', { evidence }) }));
    };
    await visit(2, [0, 1]);
    await visit(0, [1]);
    await visit(1, [1]);
    const tallies = (await pages.rateTallies()).toSorted((a, b) => a.ageClass - b.ageClass);
    expect(tallies).toMatchObject([
      { ...place, ageClass: 0, changes: 2, observedMs: 1_000, visits: 1 },
      { ...place, ageClass: 1, changes: expect.closeTo(2.996, 5), visits: expect.closeTo(2.997, 5) },
    ]);
    // it belongs to the visit, and is not kept with the page
    expect((await pages.get(entry('http://a.example/1').url))?.evidence).toBeUndefined();
  });

  it('counts the pages that are still visited by host, format, age and rate', async () => {
    const { pages } = current().store;
    expect(await pages.rateCounts()).toEqual([]);
    const place = { host: 'a.example', format: '/港/{slug}', ageClass: 1, rateClass: -3 };
    const write = (name: string, counted: PageState['counted']) =>
      commit(`http://a.example/${name}`, () => ({ pageState: pageState(`http://a.example/${name}`, { counted }) }));
    await write('1', place);
    await write('2', place);
    await write('3', { ...place, rateClass: 4 });
    await write('4', null);
    await write('5', undefined);
    expect(new Set(await pages.rateCounts())).toEqual(
      new Set([
        { ...place, pages: 2 },
        { ...place, rateClass: 4, pages: 1 },
      ]),
    );
    await write('2', { ...place, rateClass: 4 });
    await write('1', null);
    expect(await pages.rateCounts()).toEqual([{ ...place, rateClass: 4, pages: 2 }]);
    const belief = { rate: { shape: 1.5, exposureMs: 86_400_000 }, publishedAt: '2026-11-01' };
    await commit('http://a.example/6', () => ({ pageState: pageState('http://a.example/6', belief) }));
    expect(await pages.get(entry('http://a.example/6').url)).toMatchObject(belief);
  });

  it('keeps what visits find out about URL formats', async () => {
    const { formats } = current().store;
    expect(await formats.get('gazette.example', '/{slug}')).toBeNull();
    const first = evidenceOf('/{slug}', { updatedAt: at(1) });
    const later = evidenceOf('/{slug}', { compared: 4, staticGave: [true, false], updatedAt: at(5) });
    await commit('http://a.example/1', () => ({ format: first }));
    expect(await formats.get('gazette.example', '/{slug}')).toEqual(first);
    await commit('http://a.example/2', () => ({ format: later }));
    await commit('http://a.example/3', () => ({ format: evidenceOf('/港/{slug}?a&b') }));
    await commit('http://a.example/4', () => ({ format: evidenceOf('/', { host: 'other.example:8080' }) }));
    expect(await formats.get('gazette.example', '/{slug}')).toEqual(later);
    expect(await formats.get('gazette.example', '/港/{slug}?a&b')).toMatchObject({ format: '/港/{slug}?a&b' });
    expect(await formats.get('other.example:8080', '/{slug}')).toBeNull();
    const formatsOf = async (host: string) => (await formats.ofHost(host)).map(({ format }) => format);
    expect(await formatsOf('gazette.example')).toEqual(['/{slug}', '/港/{slug}?a&b']);
    expect(await formats.ofHost('gazette.example')).toContainEqual(later);
    expect(await formatsOf('none.example')).toEqual([]);
    expect([await formats.count('gazette.example'), await formats.count('none.example')]).toEqual([2, 0]);
  });

  it('keeps what is known of the APIs behind articles and lists', async () => {
    const { formats } = current().store;
    const learned = {
      state: 'learning',
      reason: '1 of 3 pages are known',
      misses: 0,
      api: null,
      shared: { 'shell.meta[name="app.id"]@content': 'b7' },
      scripts: ['/app.1.js'],
      agreed: [true, false],
      lastDifference: '',
      decidedAt: at(3),
    } as const;
    const request = {
      url: 'https://api.example/l?cursor=',
      method: 'GET',
      headers: {},
      body: null,
      by: 'fetch',
    } as const;
    const sample = {
      takenAt: at(2).toISOString(),
      requests: [
        {
          method: 'GET',
          by: 'fetch',
          kind: 'json',
          text: 'GET',
          request,
          parts: { 'query.a$b': [`\${item["x.y"]}`, '$${'], 'body:$set': ['x'] },
        },
      ],
      lists: [
        {
          answer: 0,
          path: 'items[]',
          addresses: [`/n/\${item.slug}`],
          titles: [],
          dates: [],
          nexts: [{ kind: 'cursor', path: 'next', part: 'query.cursor', drops: [] }],
          pages: 1,
          links: 8,
        },
      ],
      proven: [],
      scripts: [],
    } as const;
    const known = { api: { ...learned, samples: [] }, list: { ...learned, samples: [sample] } };
    const evidence = evidenceOf('source /news', known);
    await commit('http://a.example/1', () => ({ format: evidence }));
    expect(await formats.get('gazette.example', 'source /news')).toEqual(evidence);
    await commit('http://a.example/2', () => ({ format: evidenceOf('source /sport', { api: null, list: null }) }));
    expect(await formats.get('gazette.example', 'source /sport')).toMatchObject({ api: null, list: null });
  });

  it("keeps how a site's own rules come out, the newest of a site", async () => {
    const { ownRules } = current().store;
    const tally = {
      field: 'byline',
      what: '.by[href$="港"]',
      tried: 4,
      matched: 3,
      missesInARow: 1,
      lastMatchedAt: at(1),
    };
    const missed = { ...tally, lastMissedAt: at(2), lastMissedUrl: 'http://a.example/2', reportedAt: null };
    const first = { site: 'b.example:8080', rules: [missed], updatedAt: at(2) };
    const later = { ...first, rules: [{ ...missed, tried: 5, missesInARow: 2, reportedAt: at(3) }], updatedAt: at(3) };
    const other = { site: 'a.example', rules: [], updatedAt: at(3) };
    expect({ bExample8080: await ownRules.get('b.example:8080'), list: await ownRules.list() }).toEqual({
      bExample8080: null,
      list: [],
    });
    await commit('http://a.example/1', () => ({ ownRules: first }));
    expect(await ownRules.get('b.example:8080')).toEqual(first);
    await commit('http://a.example/2', () => ({ ownRules: later }));
    await commit('http://a.example/3', () => ({ ownRules: null }));
    await ownRules.save({ ...other, rules: [missed] });
    await ownRules.save(other);
    expect(await ownRules.list()).toEqual([other, later]);
  });

  it('keeps failures, found by run, site and reason', async () => {
    const { failures } = current().store;
    const bundles = [
      failure('f1'),
      failure('f2', { at: at(5), run: 'run-2', reason: 'timed-out' }),
      failure('f3', { at: at(4), site: 'other.example' }),
    ];
    for (const bundle of bundles) await commit(`http://a.example/${bundle.id}`, () => ({ failure: bundle }));
    const ids = async (filter: object) => (await failures.find({ limit: 10, ...filter })).map(({ id }) => id);
    expect(await failures.get('f2')).toEqual(bundles[1]);
    expect(await failures.get('none')).toBeNull();
    const beginning = async (prefix: string, limit = 9) =>
      (await failures.beginningWith(prefix, limit)).map(({ id }) => id);
    expect(await beginning('f')).toEqual(['f1', 'f2', 'f3']);
    expect(await beginning('f', 2)).toEqual(['f1', 'f2']);
    expect([await beginning('f3'), await beginning('f31'), await beginning('%')]).toEqual([['f3'], [], []]);
    expect(await beginning('f', 0)).toEqual([]);
    expect(await ids({})).toEqual(['f2', 'f3', 'f1']);
    expect(await ids({ limit: 1 })).toEqual(['f2']);
    expect(await ids({ after: bundles[2] })).toEqual(['f1']);
    expect(await ids({ after: { id: 'f4', at: at(4) } })).toEqual(['f3', 'f1']);
    expect(await ids({ after: { id: 'f3', at: at(5) }, site: 'gazette.example', limit: 1 })).toEqual(['f2']);
    expect(await ids({ run: 'run-1', site: 'other.example' })).toEqual(['f3']);
    expect(await ids({ reason: 'timed-out' })).toEqual(['f2']);
    expect(await failures.counts()).toEqual([
      { site: 'gazette.example', reason: 'layout-changed', count: 1 },
      { site: 'gazette.example', reason: 'timed-out', count: 1 },
      { site: 'other.example', reason: 'layout-changed', count: 1 },
    ]);
    expect(await failures.counts({ run: 'run-2' })).toEqual([
      { site: 'gazette.example', reason: 'timed-out', count: 1 },
    ]);
    expect(await failures.counts({ run: 'run-3' })).toEqual([]);
  });

  it('keeps of the failures of a page in a run the newest', async () => {
    const { failures } = current().store;
    const page = 'http://a.example/1';
    const of = (minute: number, detail: string) => failure('f1', { url: entry(page).url, at: at(minute), detail });
    await commit(page, () => ({ failure: of(2, 'first') }));
    await commit(page, () => ({ failure: of(5, 'second') }));
    await commit(page, () => ({ failure: of(3, 'late') })); // the same ending again
    expect(await failures.find({ state: 'all', limit: 9 })).toEqual([of(5, 'second')]);
  });

  it('marks as mended what failed before a page came through, keeps it, and opens it again when the page fails again', async () => {
    const { failures } = current().store;
    const [page, moved] = ['http://a.example/1', 'http://a.example/moved'];
    const of = (id: string, url: string, minute: number) => failure(id, { url: entry(url).url, at: at(minute) });
    await commit(page, () => ({ failure: of('f1', page, 1), next: { kind: 'failed' } }));
    await commit(moved, () => ({ failure: of('f2', moved, 1), next: { kind: 'failed' } }));
    await commit('http://a.example/2', () => ({
      failure: of('f3', 'http://a.example/2', 1),
      next: { kind: 'failed' },
    }));
    await commit(page, (task) => ({ visit: visit(task, { outcome: 'dropped', reason: 'not-an-article' }) }));
    expect(await failures.find({ state: 'mended', limit: 9 })).toEqual([]);
    const stored = (task: Task) => visit(task, { startedAt: at(4), elapsedMs: 0 });
    await commit(page, (task) => ({ visit: stored(task), alsoVisited: [entry(moved)] }));
    const mended = { at: at(4), by: 'visit' };
    expect(await failures.find({ state: 'mended', limit: 9 })).toEqual([
      { ...of('f2', moved, 1), mended },
      { ...of('f1', page, 1), mended },
    ]);
    expect((await failures.find({ limit: 9 })).map(({ id }) => id)).toEqual(['f3']);
    expect(await failures.counts()).toEqual([{ site: 'gazette.example', reason: 'layout-changed', count: 1 }]);
    expect((await failures.find({ url: entry(page).url, state: 'all', limit: 9 })).map(({ id }) => id)).toEqual(['f1']);
    await commit(page, () => ({ failure: of('f1', page, 6), next: { kind: 'failed' } }));
    expect(await failures.get('f1')).toEqual(of('f1', page, 6));
  });

  it('marks failures as mended by a replay, and none that came later', async () => {
    const { failures } = current().store;
    const page = 'http://a.example/1';
    const url = entry(page).url;
    await commit(page, () => ({ failure: failure('f1', { url, at: at(1) }) }));
    await commit(page, () => ({ failure: failure('f2', { url, at: at(9), run: 'run-2' }) }));
    await commit(page, (task) => ({ mendedBy: 'replay', visit: visit(task, { startedAt: at(3), elapsedMs: 0 }) }));
    expect(await failures.find({ state: 'all', limit: 9 })).toMatchObject([
      { id: 'f2', mended: null },
      { id: 'f1', mended: { at: at(3), by: 'replay' } },
    ]);
    expect([
      await failures.mend(url, { at: at(10), by: 'visit' }),
      await failures.mend(url, { at: at(10), by: 'visit' }),
    ]).toEqual([1, 0]);
  });

  it('keeps the media of the newest reading of each page', async () => {
    const { media } = current().store;
    const page = 'http://video.example/watch';
    const [old, kept, fresh] = ['old', 'kept', 'fresh'].map((id) => mediaItem(`http://cdn.example/${id}?token=1`));
    if (!old || !kept || !fresh) throw new Error('three items were made');
    await commit(page, () => ({ media: [old, kept] }));
    await commit(page, (task) => ({
      media: [{ ...kept, score: 0.5 }, fresh],
      visit: visit(task, { startedAt: at(9) }),
    }));
    await commit(page, (task) => ({ visit: visit(task, { outcome: 'dropped', reason: 'unchanged' }) }));
    await commit('http://other.example/', () => ({ media: [old] }));
    expect(await media.count()).toBe(3);
    expect(await media.find({ pageUrl: entry(page).url, limit: 9 })).toEqual([
      { ...fresh, ...keysOf(page, fresh), articleId: null, pageUrl: page, site: 'video.example', foundAt: at(9) },
      {
        ...kept,
        score: 0.5,
        ...keysOf(page, kept),
        articleId: null,
        pageUrl: page,
        site: 'video.example',
        foundAt: at(2),
      },
    ]);
    expect(await media.find({ site: 'other.example', limit: 9 })).toHaveLength(1);
    await commit(page, () => ({})); // read again, without media
    expect(await media.count()).toBe(1);
  });

  it('finds media by their host, by what stays of a signed address, and by their id', async () => {
    const { media } = current().store;
    const [page, other] = ['http://video.example/watch', 'http://video.example/list'];
    const signed = (token: number) => mediaItem(`http://cdn.example:8080/film.m3u8?token=${token}&q=hd`);
    const trailer = mediaItem('http://elsewhere.example/trailer.mp4');
    await commit(page, () => ({ media: [signed(1), trailer] }));
    await commit(other, (task) => ({ media: [signed(2)], visit: visit(task, { startedAt: at(5) }) }));
    const keys = keysOf(page, signed(7));
    const urls = async (filter: object) => (await media.find({ limit: 9, ...filter })).map(({ url }) => url);
    expect(await urls({ host: 'cdn.example:8080' })).toEqual([signed(2).url, signed(1).url]);
    expect(await urls({ fingerprint: keys.fingerprint })).toEqual([signed(2).url, signed(1).url]);
    expect(await urls({ fingerprint: keys.fingerprint, pageUrl: page })).toEqual([signed(1).url]);
    expect(await urls({ host: 'cdn.example' })).toEqual([]);
    const all = await media.find({ limit: 9 });
    for (const [n, after] of all.entries()) {
      expect(await media.find({ after, limit: 9 })).toEqual(all.slice(n + 1));
      expect(await media.find({ after, limit: 1 })).toEqual(all.slice(n + 1, n + 2));
    }
    const [newest] = all;
    expect(await urls({ after: newest, host: 'cdn.example:8080' })).toEqual([signed(1).url]);
    expect(await media.count()).toBe(3);
    expect(await media.count({ host: 'cdn.example:8080' })).toBe(2);
    const films = new Set(all.map(({ fingerprint }) => fingerprint)).size;
    expect([await media.countFilms(), await media.countFilms({ site: 'elsewhere.example' })]).toEqual([films, 0]);
    expect(await media.count({ fingerprint: keys.fingerprint, pageUrl: entry(page).url })).toBe(1);
    expect(await media.count({ site: 'elsewhere.example' })).toBe(0);
    expect(await media.get(keys.id)).toMatchObject({ ...signed(2), ...keys, pageUrl: other });
    expect(await media.get('nothing')).toBeNull();
  });

  it('puts a fresh address in the place of an old one, twice the same', async () => {
    const { media } = current().store;
    const page = entry('http://video.example/watch').url;
    const [old, fresh] = [mediaItem('http://a.example/f.m3u8?sig=1'), mediaItem('http://b.example/f.m3u8?sig=2')];
    await commit(page, () => ({ media: [old], article: article('a1', { url: page, media: [old] }) }));
    const { id } = keysOf(page, old);
    for (const _ of ['first', 'again']) await media.replace({ pageUrl: page, url: old.url }, { ...fresh, title: 'F' });
    expect(await media.find({ limit: 9 })).toMatchObject([
      { ...fresh, title: 'F', id, host: 'b.example', articleId: 'a1', pageUrl: page, foundAt: at(2) },
    ]);
    expect(await media.get(id)).toMatchObject({ url: fresh.url });
    await media.replace({ pageUrl: page, url: fresh.url }, { ...fresh, title: 'G' });
    expect(await media.find({ limit: 9 })).toMatchObject([{ url: fresh.url, title: 'G', id }]);
  });

  it('puts a fresh address into the article too, which is no new version of it', async () => {
    const { media, articles } = current().store;
    const page = entry('http://video.example/watch').url;
    const [old, fresh, other] = ['f.m3u8?sig=1', 'f.m3u8?sig=2', 'trailer.mp4'].map((name) =>
      mediaItem(`http://a.example/${name}`),
    );
    if (!old || !fresh || !other) throw new Error('three items were made');
    await commit(page, () => ({ media: [other, old], article: article('a1', { url: page, media: [other, old] }) }));
    await commit('http://other.example/', () => ({ article: article('a2', { media: [old] }) }));
    const before = await articles.get('a1');
    await media.replace({ pageUrl: page, url: old.url }, { ...fresh, title: 'F' });
    expect(await articles.get('a1')).toEqual({ ...before, media: [other, { ...fresh, title: 'F' }] });
    expect(await articles.list({ limit: 9 })).toContainEqual(expect.objectContaining({ id: 'a1', mediaItems: 2 }));
    expect((await articles.get('a2'))?.media).toEqual([old]); // the same address on another page
    await media.replace({ pageUrl: page, url: old.url }, { ...other, title: 'late' }); // the old item is gone
    expect((await articles.get('a1'))?.media).toEqual([other, { ...fresh, title: 'F' }]);
  });

  it('completes a replacement that was cut off before the article', async () => {
    const { media, articles } = current().store;
    const page = entry('http://video.example/watch').url;
    const [old, fresh] = [mediaItem('http://a.example/f.m3u8?sig=1'), mediaItem('http://a.example/f.m3u8?sig=2')];
    await commit(page, () => ({ media: [old, fresh], article: article('a1', { url: page, media: [old] }) }));
    await media.replace({ pageUrl: page, url: old.url }, fresh);
    expect((await articles.get('a1'))?.media).toEqual([fresh]);
    expect(await media.count()).toBe(1);
  });

  it('keeps how media were looked for with a failure', async () => {
    const { failures } = current().store;
    const { url, delivery, role, score, reasons } = mediaItem('http://cdn.example/a.mp4');
    const media = {
      noMedia: 'no-media' as const,
      endedBy: 'time',
      candidates: [{ url, delivery, role, score, reasons }],
      steps: [{ atMs: 350, what: 'clicked on "Play"', screenshot: null }],
    } as const;
    await commit('http://a.example/v', () => ({ failure: failure('v', { media }), next: { kind: 'failed' } }));
    expect(await failures.get('v')).toEqual(failure('v', { media }));
  });

  it('knows the runs that were cut off, and gives each to one owner', async () => {
    const { runs } = current().store;
    const run = (id: string, minute: number): Run => ({
      id,
      kind: 'crawl',
      startedAt: at(minute),
      finishedAt: null,
      owner: 'me',
      sites: id === 'r2' ? ['a.example', 'b.example'] : null,
      scope: id === 'r2' ? { ...wholeSite, under: ['/sport/'], since: at(-9), maxDepth: 1 } : null,
    });
    expect(await runs.unfinished()).toEqual([]);
    for (const [n, id] of ['r1', 'r2', 'r3'].entries()) await runs.start(run(id, n));
    await runs.start(run('r1', 50)); // again: the first one stays
    await runs.finish('r3', at(9));
    await runs.finish('r3', at(10));
    expect(await runs.unfinished()).toEqual([run('r2', 1), run('r1', 0)]);
    const takes = ['one', 'two'].map((to) => runs.takeOver('r1', { from: 'me', to }));
    expect((await Promise.all(takes)).filter(Boolean)).toHaveLength(1);
    expect(await runs.takeOver('r3', { from: 'me', to: 'late' })).toBe(false);
    expect(await runs.list(2)).toEqual([{ ...run('r3', 2), finishedAt: at(9) }, run('r2', 1)]);
  });

  it('keeps blobs under their hash, once', async () => {
    const { blobs } = current().store;
    const bytes = new Uint8Array(2_500_000).map((_, n) => (n * 7 + (n >> 8)) & 255);
    const hash = await blobs.put(bytes);
    expect(hash).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect(await Promise.all([blobs.put(bytes), blobs.put(bytes)])).toEqual([hash, hash]);
    const empty = await blobs.put(new Uint8Array(0));
    expect(await blobs.size()).toEqual({ count: 2, bytes: 2_500_000 });
    const read = await blobs.get(hash);
    expect(read && Buffer.compare(read, bytes)).toBe(0);
    expect(await blobs.get(empty)).toEqual(new Uint8Array(0));
    expect(await blobs.get('0'.repeat(64) as ContentHash)).toBeNull();
    expect(await blobs.get('../../newshawk.db' as ContentHash)).toBeNull();
  });
}
