import { describe, expect, it } from 'vitest';
import { QueueError } from '../../../src/errors.ts';
import type { HostSlice } from '../../../src/queue/host-slice.ts';
import { Dispatcher } from '../../../src/watch/assignment/dispatcher.ts';
import { claimOf, entry, workerBeat } from '../../storage/records.ts';
import { type FakeCrawl, openCrawl } from '../../support/crawl-ports.ts';

/** Workers on machines that this test knows by their heartbeats only. */
const [one, two] = ['host-a:7:100:m-1', 'host-b:8:200:m-2'];
const [three, four, five] = ['host-c:9:300:m-3', 'host-d:5:400:m-4', 'host-e:6:500:m-5'];

/** A queue without a server. */
function openQueue() {
  const state = { slices: [] as HostSlice[], workers: [one, two], recalled: [] as string[], isAway: false };
  const asked = <T>(answer: () => T): Promise<T> =>
    state.isAway ? Promise.reject(new QueueError('away')) : Promise.resolve(answer());
  const queue = {
    slices: () => asked(() => [...state.slices]),
    give: (given: readonly HostSlice[]) => asked(() => void state.slices.push(...given)),
    recall: (hosts: readonly string[]) => asked(() => void state.recalled.push(...hosts)),
    workers: () => asked(() => state.workers),
    removeWorker: (worker: string) =>
      asked(() => {
        state.slices = state.slices.filter((slice) => slice.worker !== worker);
        state.workers = state.workers.filter((name) => name !== worker);
      }),
  };
  const hostsOf = (worker: string) => state.slices.filter((slice) => slice.worker === worker).map(({ host }) => host);
  return { state, queue, hostsOf };
}

async function openDispatcher(crawl: FakeCrawl, hosts: readonly string[]) {
  const { store, log } = crawl.io;
  const beat = async (...owners: string[]) => {
    for (const owner of owners) await store.workers.beat(workerBeat(owner, { kind: 'worker', at: crawl.clock.now() }));
  };
  await store.frontier.put(
    hosts.map((host) => entry(`http://${host}/1`, { site: host })),
    new Date(0),
  );
  await beat(one, two);
  const opened = openQueue();
  return {
    ...opened,
    beat,
    dispatcher: new Dispatcher({ store, queue: opened.queue, clock: crawl.clock, log, owner: 'self' }),
  };
}

const fourHosts = ['a.example', 'b.example', 'c.example', 'd.example'];

describe('Dispatcher', () => {
  it('gives each host with due tasks to one worker, in equal shares', async () => {
    await using crawl = await openCrawl();
    const { dispatcher, state, hostsOf } = await openDispatcher(crawl, fourHosts);
    await crawl.io.store.frontier.put([entry('http://later.example/1', { dueAt: new Date(9e12) })], new Date(0));
    expect(await dispatcher.pass()).toBe(4);
    expect(state.slices.map(({ host }) => host).toSorted()).toEqual(fourHosts);
    expect([hostsOf(one).length, hostsOf(two).length]).toEqual([2, 2]);
    expect(await dispatcher.pass()).toBe(0);
  });

  it('asks the hosts back that a worker has beyond its share, once, and gives them to one that came later', async () => {
    await using crawl = await openCrawl();
    const hosts = Array.from({ length: 20 }, (_, at) => `host-${at}.example`);
    const { dispatcher, state, hostsOf, beat } = await openDispatcher(crawl, hosts);
    await crawl.io.store.workers.remove(two);
    await dispatcher.pass();
    expect(hostsOf(one)).toHaveLength(20);
    expect(state.recalled).toEqual([]);
    await beat(two);
    await dispatcher.pass();
    await dispatcher.pass();
    expect(state.recalled).toHaveLength(10);
    for (const host of state.recalled) {
      state.slices = state.slices.filter((slice) => slice.host !== host); // they come back one by one
      await dispatcher.pass();
    }
    expect({ hostCount: hostsOf(one).length, hosts: hostsOf(two).toSorted() }).toEqual({
      hostCount: 10,
      hosts: state.recalled.toSorted(),
    });
    expect(state.recalled).toHaveLength(10);
  });

  it('gives a worker its share also where it comes to several that have only a little more', async () => {
    await using crawl = await openCrawl();
    const hosts = Array.from({ length: 48 }, (_, at) => `host-${at}.example`);
    const { dispatcher, state, hostsOf, beat } = await openDispatcher(crawl, hosts);
    const others = [three, four, five];
    await beat(three, four);
    await dispatcher.pass();
    expect([one, two, three, four].map((worker) => hostsOf(worker).length)).toEqual([12, 12, 12, 12]);
    await beat(five);
    await dispatcher.pass();
    state.slices = state.slices.filter(({ host }) => !state.recalled.includes(host));
    await dispatcher.pass();
    expect([one, two, ...others].map((worker) => hostsOf(worker).length)).toEqual([10, 10, 10, 10, 8]);
    await dispatcher.pass();
    expect(state.recalled).toHaveLength(8);
  });

  it('leaves hosts where they are while the shares differ little', async () => {
    await using crawl = await openCrawl();
    const { dispatcher, state, hostsOf } = await openDispatcher(crawl, fourHosts);
    state.slices = ['a', 'b', 'c', 'd'].map((name) => ({ host: `${name}.example`, worker: name === 'd' ? two : one }));
    await dispatcher.pass();
    expect({ hostCount: hostsOf(one).length, recalled: state.recalled }).toEqual({ hostCount: 3, recalled: [] });
  });

  it('leaves a host with its worker, also when another process leads', async () => {
    await using crawl = await openCrawl();
    const { dispatcher, state, queue } = await openDispatcher(crawl, fourHosts);
    await dispatcher.pass();
    const first = [...state.slices];
    for (const { host, worker } of first) {
      const taking = { owner: worker, now: crawl.clock.now(), leaseMs: 60_000 };
      await crawl.io.store.leases.take('host', [host], taking);
    }
    state.slices = [];
    const { store, log } = crawl.io;
    await new Dispatcher({ store, queue, clock: crawl.clock, log, owner: 'other' }).pass();
    expect(new Set(state.slices.map(({ host, worker }) => `${host} ${worker}`))).toEqual(
      new Set(first.map(({ host, worker }) => `${host} ${worker}`)),
    );
  });

  it('gives the hosts of a silent worker to other workers, with the tasks that it held', async () => {
    await using crawl = await openCrawl();
    const { dispatcher, hostsOf, beat, state } = await openDispatcher(crawl, fourHosts);
    await dispatcher.pass();
    const [held = ''] = hostsOf(two);
    const { leases, frontier } = crawl.io.store;
    await leases.take('host', [held], { owner: two, now: crawl.clock.now(), leaseMs: 60_000 });
    await frontier.claim(claimOf({ owner: two, hosts: new Set([held]), now: crawl.clock.now(), leaseMs: 600_000 }));
    for (let second = 0; second < 36; second += 4) {
      crawl.clock.pass(4_000);
      await beat(one);
      await dispatcher.pass();
    }
    expect(state.workers).toEqual([one]);
    expect(hostsOf(one).toSorted()).toEqual(fourHosts);
    expect(await frontier.owners()).toEqual([]);
    expect(crawl.logged.filter(({ event }) => event === 'worker.silent')).toHaveLength(1);
  });

  it('takes nobody for dead after a time in which it saw nothing itself', async () => {
    await using crawl = await openCrawl();
    const { dispatcher, beat, state } = await openDispatcher(crawl, fourHosts);
    await dispatcher.pass();
    crawl.clock.pass(600_000); // the store was away, for all
    await dispatcher.pass();
    expect(state.workers).toEqual([one, two]);
    crawl.clock.pass(4_000);
    await beat(one, two);
    await dispatcher.pass();
    expect(state.workers).toEqual([one, two]);
  });

  it('leaves out hosts of a process that works without the queue', async () => {
    await using crawl = await openCrawl();
    const { dispatcher, state } = await openDispatcher(crawl, fourHosts);
    const taking = { owner: 'crawl:1:1:m-3', now: crawl.clock.now(), leaseMs: 60_000 };
    await crawl.io.store.leases.take('host', ['a.example'], taking);
    expect(await dispatcher.pass()).toBe(3);
    expect(state.slices.map(({ host }) => host)).not.toContain('a.example');
  });

  it('waits for a queue that is away, and goes on', async () => {
    await using crawl = await openCrawl();
    const { dispatcher, state } = await openDispatcher(crawl, fourHosts);
    state.isAway = true;
    expect(await dispatcher.pass()).toBe(0);
    state.isAway = false;
    expect(await dispatcher.pass()).toBe(4);
  });
});
