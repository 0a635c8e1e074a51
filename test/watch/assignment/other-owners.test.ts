import { describe, expect, it } from 'vitest';
import { isOwnerGone, otherWorkers, releaseDeadOwners } from '../../../src/watch/assignment/other-owners.ts';
import type { ProcessList } from '../../../src/watch/assignment/owner.ts';
import { at, claimOf, entry, workerBeat } from '../../storage/records.ts';
import { type FakeCrawl, openCrawl } from '../../support/crawl-ports.ts';

const here: ProcessList = { machine: 'm-1', startOf: (pid) => (pid === 7 ? '900' : null) };
const self = 'host:5:100:m-1';

/** Waiting is `onSecond`, and passes the clock. */
const ioOf = ({ io, clock }: FakeCrawl, onSecond: () => Promise<void> = async () => {}) => ({
  store: io.store,
  clock,
  owner: self,
  signal: new AbortController().signal,
  processes: here,
  sleep: async (ms: number) => {
    clock.pass(ms);
    await onSecond();
  },
});

describe('isOwnerGone', () => {
  it('looks a process of this machine up, without waiting', async () => {
    await using crawl = await openCrawl();
    const io = ioOf(crawl, () => Promise.reject(new Error('nobody has to wait')));
    expect(await isOwnerGone('host:7:900:m-1', io)).toBe(false);
    expect(await isOwnerGone('host:7:899:m-1', io)).toBe(true);
    expect(await isOwnerGone('host:8:900:m-1', io)).toBe(true);
  });

  it('takes another container for gone when it gives no more sign of life, in whatever clock it wrote the last', async () => {
    for (const minutes of [0, -3, 3]) {
      await using crawl = await openCrawl();
      await crawl.io.store.workers.beat(workerBeat('pod-1:1:50:m-2', { at: at(minutes) }));
      expect(await isOwnerGone('pod-1:1:50:m-2', ioOf(crawl)), `${minutes}`).toBe(true);
    }
  });

  it('leaves a living one alone, however wrong its clock is and however alike its name', async () => {
    for (const minutes of [0, -3, 3]) {
      await using crawl = await openCrawl();
      let second = 0;
      const beat = async () => {
        second += 1;
        if (second % 5 === 0)
          await crawl.io.store.workers.beat(workerBeat('host:7:900:m-2', { at: at(minutes + second / 60) }));
      };
      await crawl.io.store.workers.beat(workerBeat('host:7:900:m-2', { at: at(minutes) }));
      expect(await isOwnerGone('host:7:900:m-2', ioOf(crawl, beat)), `${minutes}`).toBe(false);
    }
  });

  it('does not wait for one that ended in order, or was silent for long', async () => {
    await using crawl = await openCrawl();
    const io = ioOf(crawl, () => Promise.reject(new Error('nobody has to wait')));
    expect(await isOwnerGone('pod-1:1:50:m-2', io)).toBe(true);
    await crawl.io.store.workers.beat(workerBeat('pod-1:1:50:m-2', { at: at(-20) }));
    expect(await isOwnerGone('pod-1:1:50:m-2', io)).toBe(true);
  });
});

describe('other owners', () => {
  it('loses what a dead process of this machine held, and only that', async () => {
    await using crawl = await openCrawl();
    const { frontier, leases } = crawl.io.store;
    const owners = ['host:8:1:m-1', 'host:7:900:m-1', 'host:7:1:m-2', self];
    await frontier.put(
      owners.map((_, n) => entry(`http://a.example/${n}`)),
      at(0),
    );
    for (const owner of owners) await frontier.claim(claimOf({ limit: 1, owner }));
    for (const owner of owners) await leases.take('host', [owner], { owner, now: crawl.clock.now(), leaseMs: 60_000 });
    await releaseDeadOwners({ store: crawl.io.store, clock: crawl.clock, owner: self, processes: here });
    expect(await frontier.owners()).toEqual(owners.slice(1).sort());
    expect(await leases.owners(crawl.clock.now())).toEqual(owners.slice(1).sort());
  });

  it('are at work when they run here, or were heard of lately', async () => {
    await using crawl = await openCrawl();
    const { workers } = crawl.io.store;
    for (const [owner, minutes] of [
      ['host:7:900:m-1', -60],
      ['host:8:900:m-1', 0],
      ['pod-1:1:1:m-2', -0.1],
      ['pod-2:1:1:m-2', -5],
      [self, 0],
    ] as const)
      await workers.beat(workerBeat(owner, { at: at(minutes) }));
    const names = (await otherWorkers(ioOf(crawl))).map(({ owner }) => owner);
    expect(names).toEqual(['host:7:900:m-1', 'pod-1:1:1:m-2']);
  });
});
