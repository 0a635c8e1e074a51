import { expect, it } from 'vitest';
import { nothingLeft } from '../../../src/model/crawl/work-left.ts';
import { at, claimOf, ending, entry, visit } from '../records.ts';
import type { UnderTest } from './contract.ts';

export function frontierContract(current: () => UnderTest): void {
  it('gives a task as it stands', async () => {
    const { frontier } = current().store;
    const written = entry('http://a.example/known', { priority: 0, sourceId: 's1', dueAt: at(1) });
    expect(await frontier.get(written.url)).toBeNull();
    await frontier.put([written], at(0));
    const pending = { ...written, state: 'pending', attempts: 0, revisit: false, owner: null, leaseUntil: null };
    expect(await frontier.get(written.url)).toEqual(pending);
    const [task] = await frontier.claim(claimOf({ now: at(1), limit: 1, owner: 'me', leaseMs: 60_000 }));
    expect(await frontier.get(written.url)).toEqual({ ...pending, state: 'leased', owner: 'me', leaseUntil: at(2) });
    if (task) await current().store.commit(ending(task, { next: { kind: 'retry', at: at(9), costsAttempt: true } }));
    expect(await frontier.get(written.url)).toEqual({ ...pending, attempts: 1, dueAt: at(9) });
    const [again] = await frontier.claim(claimOf({ now: at(9), limit: 1 }));
    if (again) await current().store.commit(ending(again));
    expect(await frontier.get(written.url)).toMatchObject({ state: 'done', owner: null });
  });

  it('hands out by priority, then due time, then address', async () => {
    const { frontier } = current().store;
    await frontier.put(
      [
        entry('http://a.example/late', { dueAt: at(0.5) }),
        entry('http://b.example/2'),
        entry('http://a.example/1'),
        entry('http://c.example/best', { priority: 0.9, dueAt: at(0.9) }),
        entry('http://a.example/worst', { priority: 0 }),
      ],
      at(0),
    );
    const tasks = await frontier.claim(claimOf());
    expect(tasks.map((task) => task.url)).toEqual([
      'http://c.example/best',
      'http://a.example/1',
      'http://b.example/2',
      'http://a.example/late',
      'http://a.example/worst',
    ]);
    expect(tasks.map((task) => task.priority)).toEqual([0.9, 0.5, 0.5, 0.5, 0]);
  });

  it('gives a task all fields of its entry', async () => {
    const { frontier } = current().store;
    const overrides = {
      kind: 'source',
      site: 'site.example',
      sourceId: 's1',
      depth: 0,
      maxDepth: 3,
      priority: 1,
      linkTitle: '一 title',
      places: ['a<h3<li.teaser<main', 'a.more<li.teaser<main'],
      publishedAt: '2026-11-20T09:00:00.000Z',
    } as const;
    await frontier.put([entry('http://a.example/列表?q=%E6%96%B0', overrides)], at(0));
    const [task] = await frontier.claim(claimOf());
    expect(task).toEqual({
      ...overrides,
      url: entry('http://a.example/列表?q=%E6%96%B0').url,
      host: 'a.example',
      attempts: 0,
      revisit: false,
      lease: expect.stringMatching(/./),
    });
  });

  it('keeps an address as it was written next to its key', async () => {
    const { frontier } = current().store;
    const written = (asWritten?: string) =>
      entry('http://a.example/s?a=1', asWritten === undefined ? {} : { asWritten });
    const taken = async () => (await frontier.claim(claimOf({ limit: 1 })))[0];
    await frontier.put(
      [written('http://a.example/s?a=1&utm_source=x'), entry('http://a.example/plain', { priority: 0 })],
      at(0),
    );
    await frontier.put([written('http://a.example/s?a=1&utm_source=later')], at(0));
    expect(await frontier.get(written().url)).toMatchObject({ asWritten: 'http://a.example/s?a=1&utm_source=x' });
    const task = await taken();
    expect(task?.asWritten).toBe('http://a.example/s?a=1&utm_source=x');
    if (task) await current().store.commit(ending(task));
    await frontier.reopen([written()], { revisit: true, now: at(0) });
    const again = await taken();
    expect(again?.asWritten).toBe('http://a.example/s?a=1&utm_source=x');
    if (again) await current().store.commit(ending(again));
    await frontier.reopen([written('http://a.example/s?%61=1')], { revisit: false, now: at(0) });
    expect((await taken())?.asWritten).toBe('http://a.example/s?%61=1');
    const plain = await taken();
    expect(plain?.url).toBe('http://a.example/plain');
    expect(plain).not.toHaveProperty('asWritten');
  });

  it('keeps the first date of publication that a link gives, also where the task is there already', async () => {
    const { frontier } = current().store;
    const dated = (publishedAt?: string) =>
      entry('http://a.example/story', publishedAt === undefined ? {} : { publishedAt });
    await frontier.put([dated()], at(0));
    expect(await frontier.get(dated().url)).not.toHaveProperty('publishedAt');
    await frontier.put([dated('2026-11-20T09:00:00.000Z')], at(0));
    await frontier.put([dated('2026-11-21T09:00:00.000Z'), entry('http://a.example/other', { priority: 0 })], at(0));
    const [task, other] = await frontier.claim(claimOf());
    expect(task?.publishedAt).toBe('2026-11-20T09:00:00.000Z');
    expect(other).not.toHaveProperty('publishedAt');
    if (task) await current().store.commit(ending(task));
    await frontier.reopen([dated()], { revisit: true, now: at(0) });
    expect(await frontier.get(dated().url)).toMatchObject({ publishedAt: '2026-11-20T09:00:00.000Z' });
  });

  it('counts what waits on a host, up to a number', async () => {
    const { frontier } = current().store;
    await frontier.claim(claimOf()); // from here on the store knows the time
    await frontier.put(
      Array.from({ length: 6 }, (_, n) => entry(`http://a.example/${n}`)),
      at(0),
    );
    await frontier.put([entry('http://b.example/1')], at(0));
    await frontier.claim(claimOf({ limit: 1 }));
    expect(await frontier.waitingOn('a.example', 100)).toBe(5);
    expect(await frontier.waitingOn('a.example', 3)).toBe(3);
    expect(await frontier.waitingOn('b.example', 100)).toBe(1);
    expect(await frontier.waitingOn('c.example', 100)).toBe(0);
  });

  it('counts the pending tasks of a host, due or not, up to a number', async () => {
    const { frontier } = current().store;
    await frontier.claim(claimOf()); // from here on the store knows the time
    await frontier.put(
      Array.from({ length: 3 }, (_, n) => entry(`http://a.example/${n}`)),
      at(0),
    );
    await frontier.put(
      Array.from({ length: 4 }, (_, n) => entry(`http://a.example/later-${n}`, { dueAt: at(99) })),
      at(0),
    );
    await frontier.put([entry('http://b.example/later', { dueAt: at(99) })], at(0));
    await frontier.claim(claimOf({ limit: 1, hosts: new Set(['a.example']) }));
    expect(await frontier.pendingOn('a.example', 100)).toBe(6);
    for (const limit of [0, 1, 5]) expect(await frontier.pendingOn('a.example', limit)).toBe(limit);
    expect(await frontier.pendingOn('b.example', 100)).toBe(1);
    expect(await frontier.pendingOn('c.example', 100)).toBe(0);
  });

  it('shows the best task of each host, best first, and changes nothing', async () => {
    const { frontier } = current().store;
    const entries = [
      entry('http://a.example/low', { priority: 0.1 }),
      entry('http://a.example/high', { priority: 0.8, site: 'other.example' }),
      entry('http://b.example/1', { priority: 0.9 }),
      entry('http://c.example/1', { priority: 0.2 }),
      entry('http://d.example/later', { dueAt: at(99) }),
    ];
    await frontier.put(entries, at(1));
    const urls = ['http://b.example/1', 'http://a.example/high', 'http://c.example/1'];
    for (const limit of [0, 2, 9])
      expect((await frontier.best(limit)).map(({ url }) => url)).toEqual(urls.slice(0, limit));
    expect(await frontier.best(1)).toMatchObject([{ priority: 0.9, state: 'pending', owner: null }]);
  });

  const hours = (n: number) => at(60 * n);

  it('claims of the named hosts only, and shows the best of the others', async () => {
    const { frontier } = current().store;
    const urls = ['http://a.example/1', 'http://a.example/2', 'http://b.example/1', 'http://c.example/1'];
    await frontier.put(
      urls.map((url) => entry(url)),
      at(0),
    );
    const claim = async (...hosts: string[]) =>
      (await frontier.claim(claimOf({ hosts: new Set(hosts), perHost: 9 }))).map(({ url }) => url).toSorted();
    expect(await claim()).toEqual([]);
    expect((await frontier.best(9, new Set(['a.example', 'x.example']))).map(({ host }) => host)).toEqual([
      'b.example',
      'c.example',
    ]);
    expect(await claim('a.example', 'c.example')).toEqual([urls[0], urls[1], urls[3]]);
    expect(await claim('a.example')).toEqual([]);
    expect(await claim('b.example')).toEqual([urls[2]]);
  });

  it('starves no task: one that waits four hours goes before any new page, however many come', async () => {
    const { frontier } = current().store;
    await frontier.put([entry('http://a.example/low', { priority: 0, dueAt: hours(0) })], at(0));
    const order: string[] = [];
    for (let hour = 1; hour <= 12; hour++) {
      const best = ['x', 'y'].map((path) =>
        entry(`http://a.example/${hour}${path}`, { priority: 1, dueAt: hours(hour) }),
      );
      await frontier.put(best, at(0));
      const [task] = await frontier.claim(claimOf({ now: hours(hour), limit: 1, leaseMs: 1e9 }));
      order.push(task?.url ?? '');
    }
    // before it go those of the first three hours: two an hour
    expect(order.indexOf('http://a.example/low')).toBe(6);
  });

  it('lets polls go before pages, until a page has waited a day longer', async () => {
    const { frontier } = current().store;
    const poll = (hour: number) =>
      entry(`http://a.example/feed${hour}`, { kind: 'source', priority: 1, dueAt: hours(hour) });
    await frontier.put([entry('http://a.example/page', { priority: 1, dueAt: hours(0) }), poll(23), poll(25)], at(0));
    const tasks = await frontier.claim(claimOf({ now: hours(25), perHost: 3 }));
    expect(tasks.map(({ url }) => new URL(url).pathname)).toEqual(['/feed23', '/page', '/feed25']);
  });

  it('keeps the waiting time of a task that is raised, not of one that is tried again', async () => {
    const { store } = current();
    const { frontier } = store;
    const of = (path: string, priority: number, hour: number) =>
      entry(`http://a.example/${path}`, { priority, dueAt: hours(hour) });
    await frontier.put([of('raised', 0.1, 0), of('retried', 0.2, 0)], at(0));
    const [failing] = await frontier.claim(claimOf({ now: hours(0), limit: 1 }));
    if (failing) await store.commit(ending(failing, { next: { kind: 'retry', at: hours(3), costsAttempt: true } }));
    await frontier.put([of('raised', 0.2, 3), of('new', 0.8, 3)], at(0));
    expect(await frontier.get(of('raised', 0, 0).url)).toMatchObject({ priority: 0.2, dueAt: hours(0) });
    const tasks = await frontier.claim(claimOf({ now: hours(3), perHost: 3 }));
    expect(tasks.map(({ url }) => new URL(url).pathname)).toEqual(['/raised', '/new', '/retried']);
  });

  it('counts new addresses once and raises known ones, never lowers them', async () => {
    const { frontier } = current().store;
    const put = (priority: number, depth: number) =>
      frontier.put(
        [entry('http://a.example/1', { priority, depth }), entry('http://a.example/2', { priority: 0.6 })],
        at(0),
      );
    expect(await put(0.4, 2)).toBe(2);
    expect(await put(0.8, 3)).toBe(0);
    expect(await put(0.1, 1)).toBe(0);
    const tasks = await frontier.claim(claimOf());
    expect(tasks.map(({ url, priority, depth }) => [url, priority, depth])).toEqual([
      ['http://a.example/1', 0.8, 1],
      ['http://a.example/2', 0.6, 1],
    ]);
    expect(await frontier.put([entry('http://a.example/3'), entry('http://a.example/3')], at(0))).toBe(1);
  });

  it('raises a task over others of its host after claims', async () => {
    const { frontier } = current().store;
    await frontier.put(
      ['1', '2', '3'].map((path) => entry(`http://a.example/${path}`)),
      at(0),
    );
    expect(await frontier.claim(claimOf({ limit: 1 }))).toMatchObject([{ url: 'http://a.example/1' }]);
    await frontier.put([entry('http://a.example/3', { priority: 0.7 })], at(0));
    expect(await frontier.claim(claimOf({ limit: 1 }))).toMatchObject([{ url: 'http://a.example/3' }]);
  });

  it('keeps to the share of a host and starves no other', async () => {
    const { frontier } = current().store;
    await frontier.put(
      Array.from({ length: 40 }, (_, n) => entry(`http://big.example/${n}`, { priority: 0.9 })),
      at(0),
    );
    await frontier.put([entry('http://small.example/1', { priority: 0.1 }), entry('http://other.example/1')], at(0));
    const tasks = await frontier.claim(claimOf({ limit: 10, perHost: 2 }));
    expect(tasks.map((task) => task.host)).toEqual(['big.example', 'big.example', 'other.example', 'small.example']);
    expect(await frontier.claim(claimOf({ limit: 3, perHost: 2 }))).toHaveLength(2);
  });

  it('leaves resting hosts alone and takes the limit from the others', async () => {
    const { frontier } = current().store;
    const hosts = ['a', 'b', 'c', 'd'].map((name) => `${name}.example`);
    await frontier.put(
      hosts.flatMap((host) => [entry(`http://${host}/1`), entry(`http://${host}/2`)]),
      at(0),
    );
    const tasks = await frontier.claim(
      claimOf({ limit: 2, perHost: 1, restingHosts: new Set(['a.example', 'b.example']) }),
    );
    expect(tasks.map((task) => task.url)).toEqual(['http://c.example/1', 'http://d.example/1']);
    expect(await frontier.claim(claimOf({ restingHosts: new Set(hosts) }))).toEqual([]);
    expect(await frontier.claim(claimOf({ limit: 0 }))).toEqual([]);
  });

  it('waits until a task is due: from then on it is due for all, also for a caller whose clock is behind', async () => {
    const { frontier } = current().store;
    await frontier.put(
      [entry('http://a.example/later', { priority: 1, dueAt: at(10) }), entry('http://a.example/now')],
      at(0),
    );
    expect(await frontier.nextDueAt(at(0), null)).toEqual(at(0));
    expect(await frontier.claim(claimOf({ now: at(9) }))).toMatchObject([{ url: 'http://a.example/now' }]);
    expect(await frontier.claim(claimOf({ now: at(9.9) }))).toEqual([]);
    expect(await frontier.claim(claimOf({ now: at(10), limit: 0 }))).toEqual([]);
    expect(await frontier.claim(claimOf({ now: at(9.9) }))).toMatchObject([{ url: 'http://a.example/later' }]);
  });

  it('gives the time when the next task may be claimed', async () => {
    const { frontier } = current().store;
    expect(await frontier.nextDueAt(at(0), null)).toBeNull();
    await frontier.put(
      [entry('http://a.example/1', { dueAt: at(20) }), entry('http://b.example/1', { dueAt: at(5) })],
      at(0),
    );
    expect(await frontier.nextDueAt(at(0), null)).toEqual(at(5));
    expect(await frontier.nextDueAt(at(0), null, new Set(['b.example']))).toEqual(at(20));
    expect(await frontier.nextDueAt(at(0), null, new Set(['a.example', 'b.example']))).toBeNull();
    await frontier.claim(claimOf({ now: at(6), leaseMs: 60_000 }));
    expect(await frontier.nextDueAt(at(0), null)).toEqual(at(20));
    expect(await frontier.heldUntil(null, 'another')).toEqual(at(7));
    expect(await frontier.heldUntil(null, 'tester')).toBeNull();
    await frontier.renew('tester', at(29), 60_000);
    expect(await frontier.heldUntil(null, 'another')).toEqual(at(30));
  });

  it('claims for some sites only, a host keeping to its share over all of them', async () => {
    const { frontier } = current().store;
    const of = (site: string, path: string, overrides = {}) =>
      entry(`http://shared.example/${path}`, { site, ...overrides });
    await frontier.put(
      [of('a', 'a1'), of('a', 'a2'), of('b', 'b1'), of('c', 'c1', { priority: 1, dueAt: at(0.5) })],
      at(0),
    );
    await frontier.put([entry('http://other.example/1', { site: 'b' }), of('d', 'd1', { dueAt: at(50) })], at(0));
    expect(await frontier.nextDueAt(at(0), ['c'])).toEqual(at(0.5));
    expect(await frontier.nextDueAt(at(0), ['nobody'])).toBeNull();
    expect(await frontier.claim(claimOf({ sites: [] }))).toEqual([]);
    const tasks = await frontier.claim(claimOf({ sites: ['a', 'b'], perHost: 2 }));
    expect(tasks.map((task) => task.url)).toEqual([
      'http://other.example/1',
      'http://shared.example/a1',
      'http://shared.example/a2',
    ]);
    expect(await frontier.nextDueAt(at(0), ['a'])).toBeNull();
    expect(await frontier.heldUntil(['d', 'a'], 'another')).toEqual(at(2));
    expect(await frontier.heldUntil(['c', 'd'], 'another')).toBeNull();
    expect(await frontier.nextDueAt(at(0), ['d'])).toEqual(at(50));
    const rest = await frontier.claim(claimOf({ perHost: 1, limit: 5 }));
    expect(rest.map((task) => task.url)).toEqual(['http://shared.example/c1']);
    expect(await frontier.claim(claimOf({ sites: ['b'] }))).toMatchObject([{ url: 'http://shared.example/b1' }]);
  });

  it('names what is not done: by host with what it waits for, and by who works on it', async () => {
    const { store } = current();
    const { frontier } = store;
    expect(await frontier.workLeft(null)).toEqual(nothingLeft);
    const put = (host: string, path: string, overrides = {}) => entry(`http://${host}.example/${path}`, overrides);
    await frontier.reopen([put('a', '1'), put('a', '2'), put('b', '1')], { revisit: false, now: at(0) });
    await frontier.reopen([put('a', '3', { dueAt: at(9) }), put('c', '1')], { revisit: false, now: at(0) });
    const [held] = await frontier.claim(claimOf({ limit: 1, owner: 'one', sites: ['c.example'] }));
    const [browserless] = await frontier.claim(claimOf({ limit: 1, owner: 'two', sites: ['b.example'] }));
    if (!held || !browserless) throw new Error('both were put');
    const retry = { kind: 'retry', at: at(7), costsAttempt: false, waitsFor: 'browser' } as const;
    const ended = visit(browserless, { startedAt: at(2), elapsedMs: 0 });
    await store.commit(ending(browserless, { visit: ended, next: retry }));
    const a = { host: 'a.example', due: 2, waiting: 1, forBrowser: 0, since: at(0), nextAt: at(0) };
    const b = { host: 'b.example', due: 0, waiting: 1, forBrowser: 1, since: at(2), nextAt: at(7) };
    const leases = [{ owner: 'one', tasks: 1, until: at(2) }];
    expect(await frontier.workLeft(null)).toEqual({ hosts: [a, b], due: 2, waiting: 2, forBrowser: 1, leases });
    expect(await frontier.workLeft(['b.example'])).toEqual({
      hosts: [b],
      due: 0,
      waiting: 1,
      forBrowser: 1,
      leases: [],
    });
    await store.commit(ending(held));
    expect(await frontier.workLeft(['c.example'])).toEqual(nothingLeft);
  });

  it('knows which addresses are unknown', async () => {
    const { frontier } = current().store;
    await frontier.put([entry('http://a.example/1')], at(0));
    const urls = [entry('http://a.example/1').url, entry('http://a.example/2').url];
    expect(await frontier.unknown(urls)).toEqual(new Set(['http://a.example/2']));
    expect(await frontier.unknown([])).toEqual(new Set());
  });

  it('reopens what is done or failed with fresh attempts, puts the unknown, leaves the leased', async () => {
    const { store } = current();
    const { frontier } = store;
    await frontier.put(
      ['done', 'failed', 'held'].map((path) => entry(`http://a.example/${path}`)),
      at(0),
    );
    const [done, failed, held] = await frontier.claim(claimOf());
    if (!done || !failed || !held) throw new Error('three tasks were put');
    await store.commit(ending(done));
    await store.commit(ending(failed, { next: { kind: 'failed' } }));
    expect(await frontier.counts()).toEqual({ pending: 0, leased: 1, done: 1, failed: 1 });
    const again = ['done', 'failed', 'held', 'new'].map((path) =>
      entry(`http://a.example/${path}`, { priority: 0.3, depth: 0, dueAt: at(3) }),
    );
    await frontier.reopen(again, { revisit: true, now: at(0) });
    expect(await frontier.counts()).toEqual({ pending: 3, leased: 1, done: 0, failed: 0 });
    const tasks = await frontier.claim(claimOf({ now: at(3), leaseMs: 1, owner: 'another' }));
    expect(tasks.map(({ url, priority, attempts, revisit }) => [url, priority, attempts, revisit])).toEqual([
      // the first claim's lease has expired; due time and priority are as before
      ['http://a.example/held', 0.5, 0, false],
      ['http://a.example/done', 0.3, 0, true],
      ['http://a.example/failed', 0.3, 0, true],
      ['http://a.example/new', 0.3, 0, true],
    ]);
    await frontier.put([entry('http://a.example/done', { priority: 0.1 })], at(0));
    expect((await frontier.counts()).pending).toBe(0);
  });

  it('keeps what a task was when its page is visited again', async () => {
    const { store } = current();
    const origin = { site: 'a.example', sourceId: 's-1', depth: 1, maxDepth: 3, priority: 0.9 };
    const { url } = entry('http://a.example/1');
    await store.frontier.put([entry(url, origin)], at(0));
    const [task] = await store.frontier.claim(claimOf());
    if (task) await store.commit(ending(task));
    const again = entry(url, { sourceId: null, depth: 0, maxDepth: 0, priority: 0.1, dueAt: at(5) });
    await store.frontier.reopen([again], { revisit: true, now: at(5) });
    const [revisit] = await store.frontier.claim(claimOf({ now: at(5) }));
    expect(revisit).toMatchObject({ ...origin, priority: 0.1, revisit: true, attempts: 0 });
    if (revisit) await store.commit(ending(revisit));
    await store.frontier.reopen([again], { revisit: false, now: at(5) });
    expect(await store.frontier.get(url)).toMatchObject({ sourceId: null, depth: 0, maxDepth: 0, revisit: false });
  });

  it('does not open a finished task again by a new link to it', async () => {
    const { store } = current();
    await store.frontier.put([entry('http://a.example/1')], at(0));
    const [task] = await store.frontier.claim(claimOf());
    if (!task) throw new Error('one task was put');
    await store.commit(ending(task));
    expect(await store.frontier.put([entry('http://a.example/1', { priority: 1, depth: 0 })], at(0))).toBe(0);
    expect(await store.frontier.claim(claimOf({ now: at(100) }))).toEqual([]);
    expect(await store.frontier.nextDueAt(at(0), null)).toBeNull();
  });

  it('ends with a visit the other addresses of its page, but none that is leased or a source', async () => {
    const { frontier } = current().store;
    const put = (name: string, overrides: Parameters<typeof entry>[1] = {}) =>
      entry(`http://b.example/${name}`, overrides);
    const [held, source] = [put('held'), put('source', { kind: 'source' })];
    await frontier.put([held, source], at(0));
    expect((await frontier.claim(claimOf({ owner: 'other', limit: 2 }))).map(({ url }) => url)).toEqual([
      source.url,
      held.url,
    ]);
    await frontier.put([put('task'), put('ready'), put('waiting', { dueAt: at(50) })], at(0));
    await frontier.release({ ...source, attempts: 0, revisit: false, lease: '1' }, at(0), at(0));
    const tasks = await frontier.claim(claimOf({ limit: 9, sites: null }));
    const task = tasks.find(({ url }) => url.endsWith('task'));
    if (task === undefined) throw new Error('it was put');
    for (const other of tasks) if (other !== task) await frontier.release(other, at(0), at(0));
    const alsoVisited = [held, source, put('ready'), put('waiting'), put('new')];
    const result = await current().store.commit(ending(task, { alsoVisited }));
    expect(result).toMatchObject({ accepted: true, newLinks: 0 });
    const states = await Promise.all(alsoVisited.map(({ url }) => frontier.get(url)));
    expect(states.map((record) => record?.state)).toEqual(['leased', 'pending', 'done', 'done', 'done']);
    expect(await frontier.unknown([put('new').url])).toEqual(new Set());
    expect(await frontier.put([put('new'), put('ready')], at(0))).toBe(0);
    expect((await frontier.claim(claimOf({ now: at(60), limit: 9, owner: 'last' }))).map(({ url }) => url)).toEqual(
      expect.not.arrayContaining([put('new').url, put('ready').url, put('waiting').url]),
    );
    await frontier.reopen([put('new', { dueAt: at(60) })], { revisit: true, now: at(0) });
    expect(await frontier.get(put('new').url)).toMatchObject({ state: 'pending', revisit: true });
  });
}
