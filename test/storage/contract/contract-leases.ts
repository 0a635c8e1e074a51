import { expect, it } from 'vitest';
import type { Task } from '../../../src/model/crawl/task.ts';
import { at, claimOf, ending, entry } from '../records.ts';
import type { UnderTest } from './contract.ts';

export function leaseContract(current: () => UnderTest): void {
  const claimOne = async (overrides = {}): Promise<Task> => {
    const [task] = await current().store.frontier.claim(claimOf({ limit: 1, ...overrides }));
    if (!task) throw new Error('no task could be claimed');
    return task;
  };
  const putOne = () => current().store.frontier.put([entry('http://a.example/1')], at(0));

  it('gives a task to one owner until the lease ends', async () => {
    const { frontier } = current().store;
    await putOne();
    const first = await claimOne({ owner: 'one', leaseMs: 60_000 });
    expect(await frontier.claim(claimOf({ now: at(1.9), owner: 'two' }))).toEqual([]);
    const second = await claimOne({ now: at(2), owner: 'two' });
    expect(second.url).toBe(first.url);
    expect(second.attempts).toBe(0);
    expect(second.lease).not.toBe(first.lease);
    expect(await frontier.owners()).toEqual(['two']);
  });

  it('takes one task in any state, unless it is leased', async () => {
    const { store } = current();
    const { frontier } = store;
    const [due, waiting] = [entry('http://a.example/1'), entry('http://a.example/2', { dueAt: at(90) })];
    await frontier.put([due, waiting, entry('http://a.example/3')], at(0));
    const request = { now: at(1), owner: 'me', leaseMs: 60_000 };
    expect(await frontier.take(entry('http://a.example/none').url, request)).toBeNull();
    const taken = await frontier.take(due.url, request);
    expect(taken).toMatchObject({ url: due.url, depth: 1, attempts: 0 });
    expect(await frontier.take(due.url, { ...request, owner: 'other' })).toBeNull();
    expect(await frontier.take(waiting.url, request)).toMatchObject({ url: waiting.url });
    expect((await frontier.claim(claimOf())).map(({ url }) => url)).toEqual(['http://a.example/3']);
    if (taken === null) throw new Error('it was taken');
    expect((await store.commit(ending(taken, { next: { kind: 'failed' } }))).accepted).toBe(true);
    expect(await frontier.take(due.url, request)).toMatchObject({ url: due.url });
  });

  it('names the tasks that failed for good', async () => {
    const { store } = current();
    const { frontier } = store;
    const urls = ['http://a.example/1', 'http://a.example/2', 'http://b.example/1', 'http://b.example/2'];
    await frontier.put(
      urls.map((url) => entry(url)),
      at(0),
    );
    for (const task of await frontier.claim(claimOf()))
      await store.commit(ending(task, { next: { kind: task.url === urls[3] ? 'done' : 'failed' } }));
    const of = async (filter: object) => (await frontier.failed({ limit: 9, ...filter })).map(({ url }) => url);
    expect(await of({})).toEqual(urls.slice(0, 3));
    expect(await of({ limit: 1 })).toEqual(urls.slice(0, 1));
    expect(await of({ site: 'b.example' })).toEqual([urls[2]]);
    expect(await of({ urls: [urls[1], urls[3], 'http://c.example/1'] })).toEqual([urls[1]]);
    expect(await frontier.failed({ limit: 1 })).toMatchObject([{ state: 'failed', depth: 1, site: 'a.example' }]);
    await frontier.reopen([entry(urls[0] ?? '')], { revisit: false, now: at(0) });
    expect(await of({})).toEqual(urls.slice(1, 3));
  });

  it('prolongs the leases of one owner only', async () => {
    const { frontier } = current().store;
    await frontier.put([entry('http://a.example/1'), entry('http://b.example/1')], at(0));
    await claimOne({ owner: 'one' });
    await claimOne({ owner: 'two' });
    await frontier.renew('one', at(10), 600_000);
    expect(await frontier.owners()).toEqual(['one', 'two']);
    expect(await frontier.claim(claimOf({ now: at(10), owner: 'three' }))).toMatchObject([
      { url: 'http://b.example/1' },
    ]);
    expect(await frontier.claim(claimOf({ now: at(19), owner: 'four' }))).toHaveLength(1);
    expect(await frontier.owners()).toEqual(['four', 'one']);
  });

  it('gives back without an ending', async () => {
    const { frontier } = current().store;
    await putOne();
    const task = await claimOne();
    await frontier.release(task, at(5), at(0));
    expect(await frontier.counts()).toEqual({ pending: 1, leased: 0, done: 0, failed: 0 });
    expect(await frontier.claim(claimOf({ now: at(4) }))).toEqual([]);
    expect(await claimOne({ now: at(5) })).toMatchObject({ attempts: 0 });
    await frontier.release(task, at(5), at(0)); // an expired lease: nothing happens
    expect(await frontier.claim(claimOf({ now: at(5) }))).toEqual([]);
  });

  it('gives back what dead owners held', async () => {
    const { frontier } = current().store;
    await frontier.put(
      ['1', '2', '3'].map((path) => entry(`http://a.example/${path}`)),
      at(0),
    );
    await claimOne({ owner: 'dead' });
    await claimOne({ owner: 'dead too' });
    await claimOne({ owner: 'alive' });
    expect(await frontier.releaseOwners(['dead', 'dead too', 'nobody'])).toBe(2);
    expect(await frontier.releaseOwners([])).toBe(0);
    expect(await frontier.owners()).toEqual(['alive']);
    expect(await frontier.claim(claimOf())).toHaveLength(2);
  });

  it('refuses the ending of one who lost the lease', async () => {
    const { store } = current();
    await putOne();
    const slow = await claimOne({ owner: 'slow' });
    const quick = await claimOne({ now: at(10), owner: 'quick' });
    const links = [entry('http://a.example/link')];
    const refused = { accepted: false, newLinks: 0, article: null, recheck: null };
    expect(await store.commit(ending(slow, { links }))).toEqual(refused);
    expect(await store.visits.find({ limit: 10 })).toEqual([]);
    expect((await store.frontier.unknown(links.map((link) => link.url))).size).toBe(1);
    expect(await store.commit(ending(quick, { links }))).toMatchObject({ accepted: true, newLinks: 1 });
    expect(await store.commit(ending(quick, { links }))).toEqual(refused); // a second time
    expect(await store.visits.find({ limit: 10 })).toHaveLength(1);
  });

  it('tries again, and counts the attempt only where it costs one', async () => {
    const { store } = current();
    await putOne();
    await store.commit(ending(await claimOne(), { next: { kind: 'retry', at: at(3), costsAttempt: true } }));
    expect(await store.frontier.claim(claimOf({ now: at(2) }))).toEqual([]);
    const second = await claimOne({ now: at(3) });
    expect(second.attempts).toBe(1);
    await store.commit(ending(second, { next: { kind: 'retry', at: at(1), costsAttempt: false } }));
    expect((await claimOne({ now: at(3) })).attempts).toBe(1);
  });

  it('wakes what waits for a browser before its time, and nothing else', async () => {
    const { store } = current();
    const { frontier } = store;
    const hosts = ['a', 'b', 'c'].map((name) => `http://${name}.example/1`);
    await frontier.put(
      hosts.map((url) => entry(url)),
      at(0),
    );
    const retry = { kind: 'retry', at: at(20), costsAttempt: false } as const;
    for (const task of await frontier.claim(claimOf()))
      await store.commit(
        ending(task, { next: task.host === 'c.example' ? retry : { ...retry, waitsFor: 'browser' as const } }),
      );
    expect([await frontier.waitingFor('browser', null), await frontier.waitingFor('browser', ['a.example'])]).toEqual([
      2, 1,
    ]);
    expect(await frontier.nextDueAt(at(0), null, new Set(['c.example']))).toEqual(at(20));
    expect(await frontier.nextDueAt(at(0), null, new Set(['c.example']), 'browser')).toBeNull();
    expect(await frontier.nextDueAt(at(0), null, undefined, 'browser')).toEqual(at(20));
    expect(await frontier.claim(claimOf({ now: at(10) }))).toEqual([]);
    expect({
      wake: await frontier.wake('browser', at(10)),
      waitingFor: await frontier.waitingFor('browser', null),
    }).toEqual({ wake: 2, waitingFor: 0 });
    const woken = await frontier.claim(claimOf({ now: at(10), leaseMs: 3_600_000 }));
    expect(woken.map(({ host, attempts }) => [host, attempts])).toEqual([
      ['a.example', 0],
      ['b.example', 0],
    ]);
    await frontier.release(woken[0] as Task, at(15), at(0)); // from now on it waits for its time only
    expect({
      wake: await frontier.wake('browser', at(11)),
      waitingFor: await frontier.waitingFor('browser', null),
    }).toEqual({ wake: 0, waitingFor: 0 });
    expect(await frontier.claim(claimOf({ now: at(14) }))).toEqual([]);
    expect(await frontier.claim(claimOf({ now: at(20) }))).toHaveLength(2);
  });

  it('charges a task for the processes that died with it, from the fourth on, until it comes to an ending', async () => {
    const { store } = current();
    const { frontier } = store;
    await putOne();
    const attempts: number[] = [];
    for (let round = 0; round < 6; round++) {
      const task = await claimOne({ owner: `dead ${round}`, now: at(1 + round * 2), leaseMs: 60_000 });
      expect(task.url).toBe('http://a.example/1');
      attempts.push(task.attempts);
      // in turns: the lease expires, or the owner is known to be dead
      if (round % 2 === 0) expect(await frontier.releaseOwners([`dead ${round}`])).toBe(1);
    }
    expect(attempts).toEqual([0, 0, 0, 0, 1, 2]);
    const last = await claimOne({ now: at(20), owner: 'last' });
    expect(last.attempts).toBe(3);
    await store.commit(ending(last, { next: { kind: 'retry', at: at(20), costsAttempt: false } }));
    for (const minute of [21, 23])
      expect((await claimOne({ now: at(minute), leaseMs: 60_000, owner: `dead at ${minute}` })).attempts).toBe(3);
  });

  it('charges no task for deaths that it had together with others', async () => {
    const { frontier } = current().store;
    const urls = Array.from({ length: 4 }, (_, n) => entry(`http://h${n}.example/a`));
    await frontier.put(urls, at(0));
    for (let round = 0; round < 12; round++) {
      const claimed = await frontier.claim(claimOf({ owner: `dead ${round}`, now: at(1 + round) }));
      expect(claimed.map(({ attempts, isSuspect }) => [attempts, isSuspect === true])).toEqual(
        Array.from({ length: 4 }, () => [0, round > 0]),
      );
      expect(await frontier.releaseOwners([`dead ${round}`])).toBe(4);
    }
  });

  it.each([0, 4])(
    'charges no suspect that waits while new pages are in flight, whichever comes first: %s',
    async (place) => {
      const { store } = current();
      const { frontier } = store;
      const suspect = entry(`http://h${place}.example/a`);
      await frontier.put([suspect], at(0));
      await frontier.claim(claimOf({ owner: 'dead', now: at(1) }));
      await frontier.releaseOwners(['dead']);
      for (let round = 1; round <= 6; round++) {
        await frontier.put(
          [1, 2, 3].map((host) => entry(`http://h${host}.example/${round}`)),
          at(0),
        );
        const owner = `dead ${round}`;
        expect(await frontier.claim(claimOf({ owner, now: at(round * 3), leaseMs: 60_000 }))).toHaveLength(4);
        // in turns: the lease expires, or the owner is known to be dead
        if (round % 2 === 0) expect(await frontier.releaseOwners([owner])).toBe(4);
        for (const task of await frontier.claim(claimOf({ owner: 'alive', now: at(round * 3 + 2) }))) {
          expect(task).toMatchObject({ attempts: 0, isSuspect: true });
          if (task.url === suspect.url) await frontier.release(task, at(round * 3 + 2), at(0));
          else await store.commit(ending(task));
        }
      }
      // further deaths, which it has alone: two are free
      const attempts: number[] = [];
      for (let round = 0; round < 5; round++) {
        const task = await claimOne({ owner: `alone ${round}`, now: at(30) });
        attempts.push(task.attempts);
        await frontier.releaseOwners([`alone ${round}`]);
      }
      expect(attempts).toEqual([0, 0, 0, 1, 2]);
    },
  );

  it('does not charge for what was given back in order', async () => {
    const { frontier } = current().store;
    await putOne();
    for (let round = 0; round < 6; round++)
      await frontier.release(await claimOne({ now: at(1 + round) }), at(1 + round), at(0));
    expect((await claimOne({ now: at(9) })).attempts).toBe(0);
  });

  it('never gives one task twice to claims at the same time', async () => {
    const { frontier } = current().store;
    await frontier.put(
      Array.from({ length: 30 }, (_, n) => entry(`http://h${n % 5}.example/${n}`)),
      at(0),
    );
    const owners = ['a', 'b', 'c', 'd'];
    const claims = await Promise.all(owners.map((owner) => frontier.claim(claimOf({ limit: 10, owner }))));
    const urls = claims.flat().map((task) => task.url);
    expect(new Set(urls).size).toBe(urls.length);
    expect((await frontier.counts()).leased).toBe(urls.length);
  });
}
