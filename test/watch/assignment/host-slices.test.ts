import { describe, expect, it } from 'vitest';
import { HostHealth } from '../../../src/stages/schedule/host-health.ts';
import { HostGate } from '../../../src/stages/schedule/politeness.ts';
import { HostHolds } from '../../../src/watch/assignment/host-holds.ts';
import { HostSlices } from '../../../src/watch/assignment/host-slices.ts';
import { claimOf, entry } from '../../storage/records.ts';
import { type FakeCrawl, openCrawl } from '../../support/crawl-ports.ts';

async function slicesOn(crawl: FakeCrawl, owner: string, gapMs = 0) {
  const { clock, io } = crawl;
  const { frontier, leases } = io.store;
  const gate = new HostGate({ concurrency: 2, gapMs });
  const health = new HostHealth({ proxies: [null], random: () => 0 });
  const holds = new HostHolds({ leases, gate, clock, log: io.log, owner });
  await frontier.put([entry('http://a.example/1'), entry('http://b.example/1')], new Date(0));
  await frontier.claim(claimOf({ limit: 0 })); // what is due is ready
  return { gate, health, holds, slices: new HostSlices({ frontier, gate, health, holds, clock }) };
}

/** Lets what is under way go on until the slice is open. */
async function opened(slices: HostSlices, host: string): Promise<void> {
  while (!slices.open().has(host)) await new Promise(setImmediate);
}

describe('HostSlices', () => {
  it('open a host for claims, and end when nothing of it is due any more', async () => {
    await using crawl = await openCrawl();
    const { slices } = await slicesOn(crawl, 'one');
    const ended = slices.run('a.example');
    await opened(slices, 'a.example');
    expect({
      sliceCount: slices.size,
      hasAExample: slices.has('a.example'),
      hasBExample: slices.has('b.example'),
    }).toEqual({ sliceCount: 1, hasAExample: true, hasBExample: false });
    await slices.look();
    expect(slices.size).toBe(1);
    const [task] = await crawl.io.store.frontier.claim(claimOf({ hosts: slices.open(), limit: 9 }));
    expect(task?.host).toBe('a.example');
    await slices.look();
    crawl.clock.pass(1_000);
    await slices.look();
    expect(await ended).toEqual({ kind: 'done' });
    expect(slices.size).toBe(0);
  });

  it('come later where another process holds the host', async () => {
    await using crawl = await openCrawl();
    const other = await slicesOn(crawl, 'other');
    await other.holds.hold(['a.example']);
    const { slices } = await slicesOn(crawl, 'one');
    expect(await slices.run('a.example')).toEqual({ kind: 'later', inMs: 5_000 });
  });

  it('come later after their time, and while their host rests or is down', async () => {
    await using crawl = await openCrawl();
    const { slices, gate, health } = await slicesOn(crawl, 'one');
    const long = slices.run('a.example');
    await opened(slices, 'a.example');
    gate.started('a.example', crawl.clock.monotonicMs());
    crawl.clock.pass(30_000);
    await slices.look();
    expect({ openCount: slices.open().size, sliceCount: slices.size }).toEqual({ openCount: 0, sliceCount: 1 }); // its task may end
    gate.ended('a.example', crawl.clock.monotonicMs());
    await slices.look();
    expect(await long).toEqual({ kind: 'later', inMs: 0 });

    const resting = slices.run('a.example');
    await opened(slices, 'a.example');
    gate.slowDown('a.example', crawl.clock.monotonicMs(), 3_600_000);
    await slices.look();
    expect(await resting).toEqual({ kind: 'later', inMs: 3_600_000 });

    const down = slices.run('b.example');
    await opened(slices, 'b.example');
    const way = { host: 'b.example', proxy: null };
    health.failed(way, { of: 'connection', page: '/1', detail: 'refused' }, crawl.clock.monotonicMs());
    await slices.look();
    expect(await down).toMatchObject({ kind: 'later' });
  });

  it('end when their host is asked back and its tasks have ended, and give it to the next worker at once', async () => {
    await using crawl = await openCrawl();
    const { slices, gate, holds } = await slicesOn(crawl, 'one');
    const other = await slicesOn(crawl, 'other');
    const slice = slices.run('a.example');
    await opened(slices, 'a.example');
    gate.started('a.example', crawl.clock.monotonicMs());
    slices.recall(['a.example', 'b.example']);
    slices.recall(['a.example']);
    await slices.look();
    await holds.keep((host) => slices.has(host));
    expect({ openCount: slices.open().size, sliceCount: slices.size }).toEqual({ openCount: 0, sliceCount: 1 }); // its task may end
    expect(await other.slices.run('a.example')).toMatchObject({ kind: 'later' });
    gate.ended('a.example', crawl.clock.monotonicMs());
    await slices.look();
    expect(await slice).toEqual({ kind: 'later', inMs: 0 });
    await holds.keep((host) => slices.has(host));
    expect(await other.holds.hold(['a.example'])).toEqual(new Set(['a.example']));
  });

  it('join a slice that the queue gives twice, and end with the worker', async () => {
    await using crawl = await openCrawl();
    const { slices, gate } = await slicesOn(crawl, 'one');
    const ended = Promise.all([slices.run('a.example'), slices.run('a.example')]);
    await opened(slices, 'a.example');
    gate.started('a.example', crawl.clock.monotonicMs());
    slices.end();
    await slices.look();
    expect({ openCount: slices.open().size, sliceCount: slices.size }).toEqual({ openCount: 0, sliceCount: 1 });
    gate.ended('a.example', crawl.clock.monotonicMs());
    await slices.look();
    expect(await ended).toEqual([{ kind: 'done' }, { kind: 'done' }]);
    expect(await slices.run('b.example')).toEqual({ kind: 'done' });
  });

  it.each([
    ['another process holds the host', false, async () => new Set<string>()],
    ['the store fails', true, async () => Promise.reject(new Error('the store is away'))],
  ])('end for both jobs of a host that the queue gives twice where %s', async (_, isFailure, hold) => {
    await using crawl = await openCrawl();
    const { gate, health } = await slicesOn(crawl, 'one');
    const { clock, io } = crawl;
    const slices = new HostSlices({
      frontier: io.store.frontier,
      gate,
      health,
      holds: { hold, giveBackSoon: () => {} },
      clock,
    });
    const [first, second] = await Promise.allSettled([slices.run('a.example'), slices.run('a.example')]);
    const later = { status: 'fulfilled', value: { kind: 'later', inMs: 5_000 } };
    expect(second).toEqual(later);
    expect(first).toEqual(isFailure ? { status: 'rejected', reason: new Error('the store is away') } : later);
    expect(slices.size).toBe(0);
  });
});
