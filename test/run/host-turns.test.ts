import { describe, expect, it } from 'vitest';
import { TurnsEnded } from '../../src/errors.ts';
import { HostTurns } from '../../src/run/host-turns.ts';
import { HostGate } from '../../src/stages/schedule/politeness.ts';
import { at } from '../storage/records.ts';
import { ManualClock } from '../support/manual-clock.ts';

/** Turns whose timers end when the test lets time go by; `sent` says who left when. */
function openTurns(gapMs = 1_000, earlyMs = 0) {
  const clock = new ManualClock(at(0));
  const gate = new HostGate({ concurrency: 8, gapMs });
  const timers: { readonly atMs: number; readonly end: () => void }[] = [];
  const stop = new AbortController();
  const sleep = (ms: number, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      timers.push({ atMs: clock.monotonicMs() + ms - earlyMs, end: resolve });
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  const turns = new HostTurns({ gate, clock, signal: stop.signal, timers: { sleep, every: () => () => {} } });
  const sent: [string, number][] = [];
  return {
    turns,
    gate,
    sent,
    stop,
    take: (url: string, name = url) => turns.take(url).then(() => void sent.push([name, clock.monotonicMs()])),
    /** Lets `ms` go by, timer by timer. */
    pass: async (ms: number) => {
      const until = clock.monotonicMs() + ms;
      for (;;) {
        await new Promise(setImmediate);
        const next = timers.sort((a, b) => a.atMs - b.atMs)[0];
        if (next === undefined || next.atMs > until) break;
        timers.shift();
        clock.pass(Math.max(0, next.atMs - clock.monotonicMs()));
        next.end();
      }
      clock.pass(until - clock.monotonicMs());
    },
  };
}

const page = 'http://a.example/1';

describe('HostTurns', () => {
  it('lets the requests of a host leave in order, a gap apart, and those of other hosts at the same time', async () => {
    const { take, pass, sent } = openTurns();
    for (const name of ['first', 'second', 'third']) void take(page, name);
    void take('http://b.example/1', 'other');
    await pass(5_000);
    expect(sent).toEqual([
      ['first', 0],
      ['other', 0],
      ['second', 1_000],
      ['third', 2_000],
    ]);
  });

  it('waits for a Crawl-delay that arrives while a request waits', async () => {
    const { take, pass, sent, gate } = openTurns();
    void take('http://a.example/robots.txt');
    void take(page);
    await pass(500);
    gate.setCrawlDelay('a.example', 10_000);
    await pass(20_000);
    expect(sent.map(([, ms]) => ms)).toEqual([0, 10_000]);
  });

  it('is not misled by a timer that is early', async () => {
    const { take, pass, sent } = openTurns(1_000, 0.4);
    void take(page, 'first');
    void take(page, 'second');
    await pass(1_500);
    expect(sent[1]?.[1]).toBeGreaterThanOrEqual(1_000);
  });

  it('takes no turn when a caller only asks whether the host is free', async () => {
    const { take, pass, sent, turns } = openTurns();
    await take(page, 'first');
    let isFree = false;
    void turns.free(page).then(() => {
      isFree = true;
    });
    await pass(999);
    expect({ isFree, waiting: turns.waiting }).toEqual({ isFree: false, waiting: 1 });
    await pass(1);
    void take(page, 'second');
    await pass(0);
    expect({ isFree, waiting: turns.waiting, secondSent: sent[1] }).toEqual({
      isFree: true,
      waiting: 0,
      secondSent: ['second', 1_000],
    });
  });

  it('counts what a browser followed by itself', async () => {
    const { take, pass, sent, turns } = openTurns();
    await take(page, 'first');
    await pass(600);
    turns.note(page);
    void take(page, 'second');
    await pass(5_000);
    expect(sent[1]).toEqual(['second', 1_600]);
  });

  it('rejects waiting requests when the run ends', async () => {
    const { take, turns, stop } = openTurns();
    await take(page);
    const waiting = [turns.take(page), turns.take(page), turns.free(page)].map((turn) => turn.catch((e: unknown) => e));
    await new Promise(setImmediate);
    stop.abort();
    for (const error of await Promise.all(waiting)) expect(error).toBeInstanceOf(TurnsEnded);
    expect(turns.waiting).toBe(0);
  });
});
