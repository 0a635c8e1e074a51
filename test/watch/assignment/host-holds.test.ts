import { describe, expect, it } from 'vitest';
import { HostGate } from '../../../src/stages/schedule/politeness.ts';
import { clockSkewMs } from '../../../src/storage/collections/crawl/leases.ts';
import { HostHolds } from '../../../src/watch/assignment/host-holds.ts';
import { type FakeCrawl, openCrawl } from '../../support/crawl-ports.ts';

/** A process on the crawl's store, with a separate gate. */
function processOn(crawl: FakeCrawl, owner: string, gapMs = 0) {
  const { clock } = crawl;
  const gate = new HostGate({ concurrency: 2, gapMs });
  const logged: string[] = [];
  const write = (event: string) => void logged.push(event);
  const log = { debug: write, info: write, warn: write, error: write };
  return { gate, logged, holds: new HostHolds({ leases: crawl.io.store.leases, gate, clock, log, owner }) };
}

describe('HostHolds', () => {
  it('give a host to one process, until it has had no work for some seconds', async () => {
    await using crawl = await openCrawl();
    const [one, two] = [processOn(crawl, 'one'), processOn(crawl, 'two')];
    expect(await one.holds.hold(['a.example', 'b.example'])).toEqual(new Set(['a.example', 'b.example']));
    expect(await two.holds.hold(['a.example', 'c.example'])).toEqual(new Set(['c.example']));
    expect(await two.holds.others()).toEqual(new Set(['a.example', 'b.example']));
    one.gate.started('a.example', crawl.clock.monotonicMs());
    crawl.clock.pass(5_000);
    await one.holds.keep();
    expect(await two.holds.hold(['a.example', 'b.example'])).toEqual(new Set(['b.example']));
    one.gate.ended('a.example', crawl.clock.monotonicMs());
    await one.holds.keep();
    expect(await two.holds.hold(['a.example'])).toEqual(new Set());
    crawl.clock.pass(5_000);
    await one.holds.keep();
    expect(await two.holds.hold(['a.example'])).toEqual(new Set(['a.example']));
  });

  it('keep a host that is in use for as long as it is, and one that is wanted', async () => {
    await using crawl = await openCrawl();
    const [one, two] = [processOn(crawl, 'one'), processOn(crawl, 'two')];
    await one.holds.hold(['a.example', 'b.example']);
    one.gate.started('a.example', crawl.clock.monotonicMs());
    for (let second = 0; second < 600; second += 10) {
      crawl.clock.pass(10_000);
      await one.holds.keep((host) => host === 'b.example');
    }
    expect(await two.holds.hold(['a.example', 'b.example'])).toEqual(new Set());
  });

  it('end before another process may take the host, and say what was lost', async () => {
    await using crawl = await openCrawl();
    const [one, two] = [processOn(crawl, 'one'), processOn(crawl, 'two')];
    await one.holds.hold(['a.example']);
    one.gate.started('a.example', crawl.clock.monotonicMs());
    crawl.clock.pass(60_000 + clockSkewMs - 1); // the process hung
    expect(await two.holds.hold(['a.example'])).toEqual(new Set());
    crawl.clock.pass(1);
    expect(await two.holds.hold(['a.example'])).toEqual(new Set(['a.example']));
    expect(await one.holds.hold(['a.example'])).toEqual(new Set());
    await one.holds.keep();
    expect(one.logged).toEqual(['hosts.lost']);
  });

  it('pass on the pause and the pace of a host', async () => {
    await using crawl = await openCrawl();
    const [one, two] = [processOn(crawl, 'one', 2_000), processOn(crawl, 'two', 2_000)];
    await one.holds.hold(['a.example']);
    one.gate.setCrawlDelay('a.example', 7_000);
    one.gate.slowDown('a.example', crawl.clock.monotonicMs(), null);
    await one.holds.end();
    expect(await two.holds.hold(['a.example'])).toEqual(new Set());
    crawl.clock.pass(13_999);
    expect(await two.holds.hold(['a.example'])).toEqual(new Set());
    crawl.clock.pass(1);
    expect(await two.holds.hold(['a.example'])).toEqual(new Set(['a.example']));
    expect(two.gate.pace('a.example')).toEqual({ slowness: 2, crawlDelayMs: 7_000 });
  });

  it('pause before a host whose last process died, and keep its pace', async () => {
    await using crawl = await openCrawl();
    const [one, two, three] = ['one', 'two', 'three'].map((owner) => processOn(crawl, owner, 2_000));
    if (one === undefined || two === undefined || three === undefined) throw new Error('three processes');
    await one.holds.hold(['a.example', 'b.example']);
    one.gate.slowDown('a.example', crawl.clock.monotonicMs(), null);
    await one.holds.end();
    crawl.clock.pass(5_000);
    await two.holds.hold(['a.example']);
    const { leases } = crawl.io.store;
    for (let deaths = 0; deaths < 2; deaths++) await leases.releaseOwners(['two'], crawl.clock.now());
    crawl.clock.pass(100);
    await three.holds.hold(['a.example', 'b.example', 'c.example']);
    const nowMs = crawl.clock.monotonicMs();
    expect(['a', 'b', 'c'].map((name) => three.gate.waitMs(`${name}.example`, nowMs))).toEqual([4_000, 0, 0]);
    expect(three.gate.pace('a.example')).toMatchObject({ slowness: 2 });
  });

  it('pause before a host that another process had while this one hung', async () => {
    await using crawl = await openCrawl();
    const [one, two] = [processOn(crawl, 'one', 2_000), processOn(crawl, 'two', 2_000)];
    await one.holds.hold(['a.example']);
    crawl.clock.pass(60_000 + clockSkewMs); // the process hung
    await two.holds.hold(['a.example']);
    two.gate.slowDown('a.example', crawl.clock.monotonicMs(), null);
    await two.holds.end();
    crawl.clock.pass(5_000);
    await two.holds.hold(['a.example']);
    await crawl.io.store.leases.releaseOwners(['two'], crawl.clock.now()); // it died
    expect(await one.holds.hold(['a.example'])).toEqual(new Set(['a.example']));
    expect(one.gate.pace('a.example')).toMatchObject({ slowness: 2 });
    expect(one.gate.waitMs('a.example', crawl.clock.monotonicMs())).toBe(4_000);
  });

  it('give a host back that another process waits for, after its pause', async () => {
    await using crawl = await openCrawl();
    const [one, two] = [processOn(crawl, 'one', 2_000), processOn(crawl, 'two', 2_000)];
    await one.holds.hold(['a.example', 'b.example', 'c.example']);
    one.gate.started('a.example', crawl.clock.monotonicMs());
    one.gate.sent('b.example', crawl.clock.monotonicMs());
    for (const host of ['a.example', 'b.example', 'c.example', 'd.example']) one.holds.giveBackSoon(host);
    await one.holds.keep();
    expect(await two.holds.hold(['a.example', 'b.example', 'c.example'])).toEqual(new Set(['c.example']));
    await one.holds.hold(['a.example']); // it was given to this process again
    one.gate.ended('a.example', crawl.clock.monotonicMs());
    crawl.clock.pass(2_000);
    await one.holds.keep();
    expect(await two.holds.hold(['a.example', 'b.example'])).toEqual(new Set(['b.example']));
  });

  it('take and give back in the order of the calls', async () => {
    await using crawl = await openCrawl();
    const [one, two] = [processOn(crawl, 'one'), processOn(crawl, 'two')];
    await one.holds.hold(['a.example']);
    crawl.clock.pass(5_000);
    const [, held] = await Promise.all([one.holds.keep(), one.holds.hold(['a.example', 'b.example'])]);
    expect(held).toEqual(new Set(['a.example', 'b.example']));
    expect(await two.holds.hold(['a.example'])).toEqual(new Set());
  });

  it('work with a note of another version', async () => {
    await using crawl = await openCrawl();
    const { leases } = crawl.io.store;
    for (const [name, note] of [
      ['a.example', 'not JSON'],
      ['b.example', '{"slowness":-1}'],
    ] as const) {
      await leases.take('host', [name], { owner: 'old', now: crawl.clock.now(), leaseMs: 1 });
      await leases.release('host', [{ name, note, freeAt: crawl.clock.now() }], 'old');
    }
    const one = processOn(crawl, 'one');
    expect((await one.holds.hold(['a.example', 'b.example'])).size).toBe(2);
    expect(one.gate.pace('a.example')).toBeNull();
  });
});
