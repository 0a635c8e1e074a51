import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HostGate } from '../../../src/stages/schedule/politeness.ts';

/** The monotonic clock may begin anywhere. */
const atMs = (ms: number): number => ms - 5_000;
const gate = (gapMs = 1000, concurrency = 2) => new HostGate({ gapMs, concurrency });
const rests = (of: HostGate, ms: number, host = 'a'): boolean => of.restingHosts(atMs(ms)).has(host);

describe('HostGate', () => {
  it('keeps the gap between two starts', () => {
    const one = gate();
    expect(rests(one, 0)).toBe(false);
    one.started('a', atMs(0));
    expect([rests(one, 999), rests(one, 1000)]).toEqual([true, false]);
    expect(rests(one, 0, 'b')).toBe(false);
  });

  it('lets at most c requests run at once, however long they take', () => {
    const one = gate(0);
    one.started('a', atMs(0));
    expect(rests(one, 1)).toBe(false);
    one.started('a', atMs(1));
    expect(rests(one, 60_000)).toBe(true);
    one.ended('a', atMs(60_001));
    expect(rests(one, 60_001)).toBe(false);
  });

  it("obeys a longer Crawl-delay, and a site's own wishes", () => {
    const one = gate();
    one.setCrawlDelay('a', 7000);
    one.started('a', atMs(0));
    expect([rests(one, 6999), rests(one, 7000)]).toEqual([true, false]);
    const own = new HostGate({ gapMs: 1000, concurrency: 2, politenessOf: () => ({ gapMs: 50, concurrency: 1 }) });
    own.started('a', atMs(0));
    expect(rests(own, 60)).toBe(true);
    own.ended('a', atMs(60));
    expect(rests(own, 60)).toBe(false);
  });

  it('rests a host until its Retry-After', () => {
    const one = gate();
    one.started('a', atMs(0));
    one.slowDown('a', atMs(10), 30_000);
    one.ended('a', atMs(10));
    expect([rests(one, 30_009), rests(one, 30_010)]).toEqual([true, false]);
    expect([...one.hostsRestingBeyond(atMs(30_009))]).toEqual(['a']);
    expect([...one.hostsRestingBeyond(atMs(30_010))]).toEqual([]);
  });

  it('says for how long a host rests that asks for it, and goes on with a rest of before', () => {
    const said: [string, number][] = [];
    const one = new HostGate({ gapMs: 1000, concurrency: 2, onRest: (host, restMs) => said.push([host, restMs]) });
    one.slowDown('a', atMs(0), 30_000);
    one.slowDown('b', atMs(0), null);
    one.slowDown('c', atMs(0), 1e12);
    expect(said).toEqual([
      ['a', 30_000],
      ['c', 24 * 3_600_000],
    ]);
    const next = gate();
    next.restFor('a', atMs(5_000), 25_000);
    expect(next.waitMs('a', atMs(10_000))).toBe(20_000);
    expect([rests(next, 29_999), rests(next, 30_000)]).toEqual([true, false]);
  });

  it('doubles the gap with each slow-down and comes back to the usual pace', () => {
    const one = gate(1000);
    const gapAt = (ms: number): number => {
      one.started('a', atMs(ms));
      one.sent('a', atMs(ms));
      one.ended('a', atMs(ms));
      return Array.from({ length: 200 }, (_, n) => n * 500).find((after) => !rests(one, ms + after))!;
    };
    one.slowDown('a', atMs(0), null);
    expect(gapAt(100_000)).toBe(2000);
    one.slowDown('a', atMs(200_000), null);
    expect(gapAt(300_000)).toBe(4000);
    const gaps = Array.from({ length: 20 }, (_, n) => gapAt(400_000 + n * 100_000));
    expect(gaps.at(-1)).toBe(1000);
    expect(gaps.every((gap, n) => n === 0 || gap <= gaps[n - 1]!)).toBe(true);
  });

  it('costs a host no pause where a task sent nothing', () => {
    const one = gate();
    one.started('a', atMs(0));
    one.ended('a', atMs(1));
    expect(rests(one, 2)).toBe(false);
  });

  it('paces the requests of a task, and keeps other tasks back that would only wait for their turn', () => {
    const one = gate(1000, 8);
    one.started('a', atMs(0));
    one.sent('a', atMs(100));
    expect([one.waitMs('a', atMs(100)), one.waitMs('a', atMs(1099)), one.waitMs('a', atMs(1100))]).toEqual([
      1000, 1, 0,
    ]);
    one.queue('a', 1);
    expect(rests(one, 5000)).toBe(true);
    one.queue('a', -1);
    expect(rests(one, 5000)).toBe(false);
  });

  it('counts a Crawl-delay from the request that brought it, and forgets one that is not asked for any more', () => {
    const one = gate();
    one.started('a', atMs(0));
    one.sent('a', atMs(0));
    one.setCrawlDelay('a', 7000);
    expect(one.waitMs('a', atMs(1000))).toBe(6000);
    one.setCrawlDelay('a', null);
    expect(one.waitMs('a', atMs(1000))).toBe(0);
  });

  it('counts the pause from a quick answer: the request arrived before it; a slow one changes nothing', () => {
    const one = gate();
    one.sent('a', atMs(0));
    one.answered('a', atMs(300));
    expect(one.waitMs('a', atMs(300))).toBe(1000);
    one.sent('a', atMs(2000));
    one.answered('a', atMs(2500));
    expect(one.waitMs('a', atMs(2500))).toBe(500);
  });

  it('slows a host down that had no gap at all, and lets one request through at a time', () => {
    const one = gate(0, 4);
    one.slowDown('a', atMs(0), null);
    expect([rests(one, 1999), rests(one, 2000)]).toEqual([true, false]);
    one.started('a', atMs(2000));
    expect(rests(one, 60_000)).toBe(true);
  });

  it('never lets more than c run or two start within the gap, whatever happens', () => {
    const events = fc.array(
      fc.record({
        wait: fc.integer({ min: 0, max: 1500 }),
        host: fc.constantFrom('a', 'b'),
        what: fc.constantFrom('start', 'end', 'slow'),
      }),
      { maxLength: 80 },
    );
    fc.assert(
      fc.property(events, (given) => {
        const one = gate(1000, 2);
        const running = new Map([
          ['a', 0],
          ['b', 0],
        ]);
        const lastStart = new Map<string, number>();
        let ms = 0;
        for (const { wait, host, what } of given) {
          ms += wait;
          if (what === 'slow') one.slowDown(host, atMs(ms), null);
          if (what === 'end' && running.get(host)! > 0) {
            one.ended(host, atMs(ms));
            running.set(host, running.get(host)! - 1);
          }
          if (what === 'start' && !rests(one, ms, host)) {
            expect(ms - (lastStart.get(host) ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(1000);
            one.started(host, atMs(ms));
            one.sent(host, atMs(ms));
            lastStart.set(host, ms);
            running.set(host, running.get(host)! + 1);
            expect(running.get(host)).toBeLessThanOrEqual(2);
          }
        }
      }),
    );
  });
});
