import { describe, expect, it, vi } from 'vitest';
import type { Task } from '../../src/model/crawl/task.ts';
import { FrontierFeed } from '../../src/run/frontier-feed.ts';
import { HostHealth } from '../../src/stages/schedule/host-health.ts';
import { HostGate } from '../../src/stages/schedule/politeness.ts';
import { at, claimOf, entry } from '../storage/records.ts';
import { openCrawl } from '../support/crawl-ports.ts';

type Given = Partial<ConstructorParameters<typeof FrontierFeed>[0]> & {
  readonly urls?: readonly string[];
  readonly gapMs?: number;
};

/** A feed over a real frontier with `urls`, and its own clock. */
async function openFeed({ urls = [], gapMs = 0, ...given }: Given = {}) {
  const crawl = await openCrawl();
  const { store } = crawl.io;
  const claims = vi.spyOn(store.frontier, 'claim').mock.calls;
  await store.frontier.put(
    urls.map((url) => entry(url)),
    at(0),
  );
  const gate = new HostGate({ concurrency: 2, gapMs });
  const health = new HostHealth({ proxies: [null], random: () => 0 });
  const options = {
    frontier: store.frontier,
    gate,
    health,
    clock: crawl.clock,
    owner: 'tester',
    leaseMs: 60_000,
    room: (running: number) => 4 - running,
    sites: null,
    keepAlive: false,
    patienceMs: 60_000,
    leasesEndedBy: (now: Date) => now,
    isClosed: () => false,
    ...given,
  };
  return Object.assign(new FrontierFeed(options), {
    crawl,
    claims,
    gate,
    health,
    counts: () => store.frontier.counts(),
    [Symbol.asyncDispose]: () => crawl[Symbol.asyncDispose](),
  });
}

const key = (request: { readonly uniqueKey: string } | null) => ({ uniqueKey: request?.uniqueKey ?? 'none' });

describe('FrontierFeed', () => {
  it('runs tasks alone, one at a time, with which a process has died', async () => {
    const urls = ['a', 'b', 'c'].map((host) => `http://${host}.example/1`);
    await using feed = await openFeed({ urls });
    const { frontier } = feed.crawl.io.store;
    await frontier.claim({
      now: at(0),
      limit: 9,
      perHost: 1,
      restingHosts: new Set(),
      owner: 'dead',
      leaseMs: 60_000,
      sites: null,
    });
    await frontier.put([entry('http://d.example/1')], at(0)); // nothing died with it
    expect(await frontier.releaseOwners(['dead'])).toBe(3);
    const seen: string[][] = [];
    for (let round = 0; round < 30 && !(await feed.isFinished()); round++) {
      const requests = [await feed.fetchNextRequest(), await feed.fetchNextRequest()].filter((one) => one !== null);
      if (requests.length > 0) seen.push([...feed.tasks.keys()]);
      for (const request of requests) {
        const task = feed.tasks.get(key(request).uniqueKey);
        if (task === undefined) throw new Error('the feed forgot its task');
        await frontier.release(task, at(120), at(0));
        await feed.markRequestHandled(key(request));
      }
      feed.crawl.clock.pass(1_000);
    }
    expect(seen.flat().sort()).toEqual([...urls, 'http://d.example/1']);
    for (const running of seen) expect(running).toHaveLength(1);
  });

  it('holds no task outside of its scope while a suspect runs, and takes in those that it links to', async () => {
    const outside = ['b', 'c', 'd'].map((host) => `http://${host}.example/1`);
    await using feed = await openFeed({
      urls: ['http://a.example/1', 'http://d.example/1'],
      isOutside: ({ host }) => host !== 'a.example',
    });
    const { frontier } = feed.crawl.io.store;
    await frontier.claim(claimOf({ now: at(0), owner: 'dead' }));
    await frontier.releaseOwners(['dead']);
    await frontier.put(
      outside.slice(0, 2).map((url) => entry(url)),
      at(0),
    );
    const ran: string[] = [];
    for (let round = 0; round < 30 && !(await feed.isFinished()); round++) {
      const request = await feed.fetchNextRequest();
      feed.crawl.clock.pass(1_000);
      if (request === null) continue;
      const task = [...feed.tasks.values()][0] ?? expect.fail('it runs');
      const { leased } = await feed.counts();
      if (task.isSuspect) expect({ url: task.url, leased }).toEqual({ url: task.url, leased: 1 });
      ran.push(`${task.url} ${task.depth}`);
      if (ran.length === 1) feed.include(outside.slice(1).map((url) => ({ url, depth: 5, maxDepth: 9 }) as Task));
      await frontier.release(task, at(120), at(0));
      await feed.markRequestHandled(key(request));
    }
    expect(ran.sort()).toEqual(['http://a.example/1 1', 'http://c.example/1 5', 'http://d.example/1 5']);
    expect(feed.outside.map(({ url }) => url)).toEqual(['http://b.example/1']);
    await feed.close();
    expect((await feed.counts()).leased).toBe(0);
  });

  it('hands out claimed tasks, each once, and is finished when all are handled', async () => {
    await using feed = await openFeed({ urls: ['http://a.example/1', 'http://b.example/1'] });
    expect(await feed.isFinished()).toBe(false);
    const requests = [await feed.fetchNextRequest(), await feed.fetchNextRequest()];
    expect(requests.map((request) => request?.url).sort()).toEqual(['http://a.example/1', 'http://b.example/1']);
    expect(feed.tasks.get('http://a.example/1')).toMatchObject({ kind: 'page', host: 'a.example' });
    expect(await feed.fetchNextRequest()).toBeNull();
    expect({ running: feed.running, isFinished: await feed.isFinished() }).toEqual({ running: 2, isFinished: false });
    for (const request of requests) {
      const task = feed.tasks.get(key(request).uniqueKey);
      if (task === undefined) throw new Error('the feed forgot its task');
      await feed.crawl.io.store.frontier.release(task, at(120), at(0));
      await feed.markRequestHandled(key(request));
    }
    // Both are due in two hours: longer than anybody waits for.
    expect({
      running: feed.running,
      handledCount: await feed.handledCount(),
      isFinished: await feed.isFinished(),
    }).toEqual({ running: 0, handledCount: 2, isFinished: true });
  });

  it('begins nothing any more once it has said that all is done', async () => {
    await using feed = await openFeed();
    expect(await feed.isFinished()).toBe(true);
    await feed.crawl.io.store.frontier.put([entry('http://a.example/late')], at(0));
    feed.crawl.clock.pass(1_000);
    expect({ isEmpty: await feed.isEmpty(), fetchNextRequest: await feed.fetchNextRequest() }).toEqual({
      isEmpty: true,
      fetchNextRequest: null,
    });
    expect(await feed.counts()).toMatchObject({ pending: 1, leased: 0 });
  });

  it('leaves hosts to the processes that hold them', async () => {
    const [others, taken] = [new Set(['b.example']), new Set(['c.example'])];
    const hold = async (hosts: Iterable<string>) => new Set(hosts).difference(taken);
    await using feed = await openFeed({
      urls: ['http://a.example/1', 'http://b.example/1', 'http://c.example/1'],
      holds: { others: async () => others, hold },
    });
    expect([await feed.fetchNextRequest(), await feed.fetchNextRequest()].map((one) => one?.url)).toEqual([
      'http://a.example/1',
      undefined,
    ]);
    expect(await feed.counts()).toMatchObject({ leased: 1, pending: 2 });
    taken.clear();
    feed.crawl.clock.pass(150);
    expect((await feed.fetchNextRequest())?.url).toBe('http://c.example/1');
    expect(await feed.isFinished()).toBe(false);
  });

  it('knows the hosts whose tasks are claimed and have not begun: they are not given back', async () => {
    await using feed = await openFeed({ urls: ['http://a.example/1', 'http://b.example/1'] });
    expect(await feed.isEmpty()).toBe(false);
    expect(['a.example', 'b.example', 'c.example'].map((host) => feed.hasReady(host))).toEqual([true, true, false]);
    const first = await feed.fetchNextRequest();
    await feed.fetchNextRequest();
    expect(feed.hasReady(new URL(first?.url ?? '').host)).toBe(false);
  });

  it('gives a host its pause, and other hosts their turn in that time', async () => {
    await using feed = await openFeed({
      urls: ['http://a.example/1', 'http://a.example/2', 'http://b.example/1'],
      gapMs: 1_000,
    });
    const first = [await feed.fetchNextRequest(), await feed.fetchNextRequest()].map((one) => one?.url);
    expect(first).toEqual(['http://a.example/1', 'http://b.example/1']);
    expect(await feed.fetchNextRequest()).toBeNull();
    feed.crawl.clock.pass(999);
    expect(await feed.fetchNextRequest()).toBeNull();
    feed.crawl.clock.pass(151);
    expect((await feed.fetchNextRequest())?.url).toBe('http://a.example/2');
  });

  it.each([-2 * 3_600_000, 2 * 3_600_000, -30_000])(
    'keeps a host at rest for its pause, no less and no longer, when the clock is set by %i ms',
    async (stepMs) => {
      await using feed = await openFeed({ urls: ['http://a.example/1', 'http://a.example/2'], gapMs: 1_000 });
      expect((await feed.fetchNextRequest())?.url).toBe('http://a.example/1');
      feed.crawl.clock.step(stepMs);
      feed.crawl.clock.pass(900);
      expect(await feed.fetchNextRequest()).toBeNull();
      feed.crawl.clock.pass(250);
      expect((await feed.fetchNextRequest())?.url).toBe('http://a.example/2');
    },
  );

  it('ends without waiting for a host whose pause is longer than the patience', async () => {
    await using feed = await openFeed({ urls: ['http://a.example/1', 'http://a.example/2'] });
    const first = await feed.fetchNextRequest();
    const task = feed.tasks.get(key(first).uniqueKey);
    if (task === undefined) throw new Error('the feed forgot its task');
    const { gate } = feed;
    gate.slowDown(task.host, feed.crawl.clock.monotonicMs(), 30_000);
    await feed.crawl.io.store.frontier.release(task, at(0.5), at(0));
    await feed.markRequestHandled(key(first));
    expect(await feed.isFinished()).toBe(false);
    gate.slowDown(task.host, feed.crawl.clock.monotonicMs(), 6 * 3_600_000);
    expect(await feed.isFinished()).toBe(true);
    expect(await feed.counts()).toMatchObject({ pending: 2, leased: 0 });
  });

  it('leaves the pages of a host that is down pending, and waits for it no longer than its patience', async () => {
    await using feed = await openFeed({ urls: ['http://a.example/1', 'http://b.example/1'] });
    const { clock } = feed.crawl;
    const way = { host: 'a.example', proxy: null };
    const fail = () =>
      feed.health.failed(way, { of: 'connection', page: '/1', detail: 'refused' }, clock.monotonicMs());
    fail();
    expect((await feed.fetchNextRequest())?.url).toBe('http://b.example/1');
    const task = feed.tasks.get('http://b.example/1');
    if (task === undefined) throw new Error('the feed forgot its task');
    await feed.crawl.io.store.frontier.release(task, at(600), at(0));
    await feed.markRequestHandled({ uniqueKey: task.url });
    clock.pass(1_999);
    expect({ fetchNextRequest: await feed.fetchNextRequest(), isFinished: await feed.isFinished() }).toEqual({
      fetchNextRequest: null,
      isFinished: false,
    });
    clock.pass(151); // the probe, and nobody beside it
    expect((await feed.fetchNextRequest())?.url).toBe('http://a.example/1');
    const probe = feed.tasks.get('http://a.example/1');
    if (probe === undefined) throw new Error('the feed forgot its task');
    await feed.crawl.io.store.frontier.release(probe, clock.now(), at(0));
    await feed.markRequestHandled({ uniqueKey: probe.url });
    clock.pass(58_000);
    fail();
    expect({ fetchNextRequest: await feed.fetchNextRequest(), isFinished: await feed.isFinished() }).toEqual({
      fetchNextRequest: null,
      isFinished: true,
    });
    expect(await feed.counts()).toMatchObject({ pending: 2, failed: 0 });
  });

  it('claims once for several callers, and pauses when nothing was due', async () => {
    await using feed = await openFeed({ keepAlive: true });
    await Promise.all([feed.isEmpty(), feed.isEmpty(), feed.fetchNextRequest(), feed.isFinished()]);
    expect(feed.claims).toHaveLength(1);
    await feed.isEmpty();
    expect(feed.claims).toHaveLength(1);
    feed.crawl.clock.pass(150);
    await feed.isEmpty();
    expect(feed.claims).toHaveLength(2);
    expect(feed.claims[1]?.[0]).toMatchObject({ limit: 4, perHost: 1, owner: 'tester', leaseMs: 60_000, sites: null });
  });

  it('never claims more than it may run', async () => {
    const urls = ['a', 'b', 'c', 'd'].map((host) => `http://${host}.example/1`);
    await using feed = await openFeed({ urls, room: (running) => 3 - running });
    const requests = [await feed.fetchNextRequest(), await feed.fetchNextRequest(), await feed.fetchNextRequest()];
    expect(await feed.isEmpty()).toBe(true);
    expect(await feed.counts()).toMatchObject({ leased: 3, pending: 1 });
    await feed.markRequestHandled(key(requests[0] ?? null));
    expect(await feed.isEmpty()).toBe(false);
    expect(feed.claims.at(-1)?.[0].limit).toBe(1);
  });

  it('waits for what is due soon, but not for longer than its patience', async () => {
    await using soon = await openFeed();
    await soon.crawl.io.store.frontier.put([entry('http://a.example/1', { dueAt: at(1) })], at(0));
    expect({ isEmpty: await soon.isEmpty(), isFinished: await soon.isFinished() }).toEqual({
      isEmpty: true,
      isFinished: false,
    });
    await using late = await openFeed({ patienceMs: 59_999 });
    await late.crawl.io.store.frontier.put([entry('http://a.example/1', { dueAt: at(1) })], at(0));
    expect(await late.isFinished()).toBe(true);
  });

  it('is never finished by itself when it is kept alive', async () => {
    await using feed = await openFeed({ keepAlive: true });
    expect({ isEmpty: await feed.isEmpty(), isFinished: await feed.isFinished() }).toEqual({
      isEmpty: true,
      isFinished: false,
    });
  });

  it('hands out nothing when closed, ends with the running tasks, and gives back all others', async () => {
    let closed = false;
    const urls = ['http://a.example/1', 'http://b.example/1'];
    await using feed = await openFeed({ urls, isClosed: () => closed, keepAlive: true });
    const request = await feed.fetchNextRequest();
    expect(feed.getPendingCount()).toBe(1);
    closed = true;
    expect({ fetchNextRequest: await feed.fetchNextRequest(), isFinished: await feed.isFinished() }).toEqual({
      fetchNextRequest: null,
      isFinished: false,
    });
    await feed.markRequestHandled(key(request));
    expect(await feed.isFinished()).toBe(true);
    await feed.close();
    expect(await feed.counts()).toMatchObject({ leased: 1, pending: 1 });
  });

  it('takes back what Crawlee could not run: due at once, no attempt counted', async () => {
    await using feed = await openFeed({ urls: ['http://a.example/1'] });
    await feed.reclaimRequest(key(await feed.fetchNextRequest()));
    expect(feed.running).toBe(0);
    expect((await feed.fetchNextRequest())?.url).toBe('http://a.example/1');
    expect(feed.tasks.get('http://a.example/1')?.attempts).toBe(0);
  });

  it('refuses links: they go through the store', async () => {
    await using feed = await openFeed();
    await expect(feed.addRequest()).rejects.toThrow('go to the frontier');
    await expect(feed.addRequestsBatched()).rejects.toThrow('go to the frontier');
  });
});
