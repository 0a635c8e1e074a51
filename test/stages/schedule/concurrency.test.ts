import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LoadSample } from '../../../src/model/crawl/load.ts';
import {
  adjust,
  type Concurrency,
  type ConcurrencyBounds,
  startConcurrency,
} from '../../../src/stages/schedule/concurrency.ts';
import type { LaneBounds } from '../../../src/stages/schedule/lane.ts';

const bounds: ConcurrencyBounds = {
  browser: { min: 1, start: 4, max: 32 },
  fetches: { min: 2, start: 16, max: 96 },
};
const calm: LoadSample = {
  cpu: 0.2,
  loop: 0.2,
  loopDelayP99Ms: 12,
  freeMemory: 0.7,
  nodeBytes: 2e8,
  browserBytes: 2e8,
  processes: 8,
};
const unused = { running: 0, waiting: 0, ended: 0 };
const wanted = (state: Concurrency, ended = 0) => ({ running: state.browser.limit, waiting: 3, ended });

/** What a machine and its sites do with `pages` at once: pages a second, share of CPU, share of free memory. */
type Machine = (pages: number) => { readonly rate: number; readonly cpu: number; readonly freeMemory?: number };

interface Simulated {
  readonly limits: number[];
  readonly last: Concurrency;
}

/** A crawl with more to do than it can, second by second; endings come evenly, CPU with some noise. */
function simulate(machine: Machine, seconds: number, noise: (second: number) => number = () => 0): Simulated {
  let state = startConcurrency(bounds);
  let [running, left] = [0, 0];
  const limits: number[] = [];
  for (let second = 0; second < seconds; second++) {
    // Pages last: a second later a third of what is too much has ended.
    running =
      running > state.browser.limit ? Math.max(state.browser.limit, Math.floor(running * 0.67)) : state.browser.limit;
    const { rate, cpu, freeMemory = 0.7 } = machine(running);
    left += rate * (1 + noise(second) / 2);
    const ended = Math.floor(left);
    left -= ended;
    const sample = { ...calm, cpu: Math.min(1, Math.max(0, cpu + noise(second))), freeMemory };
    state = adjust(state, sample, { browser: { running, waiting: 5, ended }, fetches: unused }, bounds);
    limits.push(state.browser.limit);
  }
  return { limits, last: state };
}

/** Each page takes `cpuSeconds` of `cores` and waits `waitSeconds` for its site. */
const cpuBound =
  (cores: number, cpuSeconds: number, waitSeconds: number): Machine =>
  (pages) => {
    const rate = Math.min(pages / (cpuSeconds + waitSeconds), cores / cpuSeconds);
    return { rate, cpu: (rate * cpuSeconds) / cores };
  };

const average = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

describe('concurrency by load', () => {
  it.each([
    ['pages that work hard', 0.5, 0.2],
    ['usual pages', 0.3, 0.7],
    ['pages that wait', 0.15, 1.2],
    ['slow sites', 0.1, 2.5],
  ])('finds the knee where the cores are full: %s', (_, cpuSeconds, waitSeconds) => {
    const machine = cpuBound(2, cpuSeconds, waitSeconds);
    const wobble = (second: number) => 0.04 * Math.sin(second * 1.7) + 0.03 * Math.sin(second * 0.9);
    const { limits } = simulate(machine, 600, wobble);
    const settled = limits.slice(200);
    const best = Math.max(...Array.from({ length: 32 }, (__, pages) => machine(pages + 1).rate));
    expect(average(settled.map((pages) => machine(pages).rate))).toBeGreaterThan(0.9 * best);
    const knee = Math.ceil((2 / cpuSeconds) * (cpuSeconds + waitSeconds));
    expect(Math.max(...settled)).toBeLessThanOrEqual(Math.max(bounds.browser.start, Math.ceil(knee * 1.35) + 1));
    // No oscillation: it moves by a page or two around its place.
    expect(Math.max(...settled) - Math.min(...settled)).toBeLessThanOrEqual(Math.max(2, knee * 0.25));
  });

  it('finds the knee where the sites give no more, with most of the CPU idle', () => {
    const machine: Machine = (pages) => ({ rate: Math.min(pages / 0.8, 9), cpu: 0.3 });
    const { limits } = simulate(machine, 900);
    const settled = limits.slice(120);
    expect(average(settled.map((pages) => machine(pages).rate))).toBeGreaterThan(0.95 * 9);
    // Little's law says 7.2; it looks from time to time whether there is more.
    expect(average(settled)).toBeLessThan(11);
    expect(Math.max(...settled)).toBeLessThanOrEqual(20);
    const looks = settled.filter((pages, index) => index > 0 && pages > 10 && (settled[index - 1] ?? 0) <= 10);
    expect(looks.length).toBeLessThanOrEqual(6);
  });

  it('goes to the most that is allowed where more gives more', () => {
    const { last } = simulate((pages) => ({ rate: pages / 1.5, cpu: 0.01 * pages }), 300);
    expect({ limit: last.browser.limit, limitedBy: last.limitedBy }).toEqual({ limit: 32, limitedBy: 'most' });
  });

  it('keeps what it started with where others use the CPU up', () => {
    const { limits } = simulate(() => ({ rate: 2, cpu: 1 }), 300);
    expect(new Set(limits)).toEqual(new Set([4]));
  });

  it('gives back what it had grown by when the CPU gets full for long', () => {
    let busy = false;
    const machine: Machine = (pages) => ({ rate: pages, cpu: busy ? 1 : 0.3 });
    let state = startConcurrency(bounds);
    for (let second = 0; second < 260; second++) {
      busy = second >= 60;
      const { rate, cpu } = machine(state.browser.limit);
      const use = { browser: { running: state.browser.limit, waiting: 1, ended: rate }, fetches: unused };
      state = adjust(state, { ...calm, cpu }, use, bounds);
      if (second === 59) expect(state.browser.limit).toBeGreaterThan(16);
    }
    expect({ limit: state.browser.limit, limitedBy: state.limitedBy }).toEqual({ limit: 4, limitedBy: 'cpu' });
  });

  it('stops before memory ends, and does not go up and down with it', () => {
    // Of 2 GB half is taken; a page takes 90 MB: ten and it is short.
    const machine: Machine = (pages) => ({ rate: pages, cpu: 0.2, freeMemory: 0.5 - pages * 0.045 });
    const { limits } = simulate(machine, 900);
    expect(Math.min(...limits.map((pages) => machine(pages).freeMemory ?? 1))).toBeGreaterThan(0.1);
    const settled = limits.slice(200);
    expect(Math.max(...settled) - Math.min(...settled)).toBeLessThanOrEqual(1);
  });

  it('opens one page at a time when memory is short, none when it is almost used up, one when that lasts', () => {
    const start = startConcurrency(bounds);
    const use = { browser: { running: 4, waiting: 3, ended: 0 }, fetches: unused };
    const short = adjust(start, { ...calm, freeMemory: 0.09 }, use, bounds);
    expect(short).toMatchObject({ limitedBy: 'memory', browser: { limit: 1 }, fetches: { limit: 8 } });
    let gone = adjust(short, { ...calm, freeMemory: 0.04 }, use, bounds);
    expect(gone).toMatchObject({ limitedBy: 'memory', browser: { limit: 0 }, fetches: { limit: 2 } });
    const none = { browser: { running: 0, waiting: 7, ended: 0 }, fetches: unused };
    for (let second = 0; second < 30; second++) gone = adjust(gone, { ...calm, freeMemory: 0.04 }, none, bounds);
    expect(gone.browser.limit).toBe(0);
    gone = adjust(gone, { ...calm, freeMemory: 0.04 }, none, bounds);
    expect(gone.browser.limit).toBe(1);
    let after = gone;
    for (let second = 0; second < 20; second++)
      after = adjust(after, calm, { ...none, browser: wanted(after) }, bounds);
    // Three of four was what fitted.
    expect(after.browser.limit).toBe(3);
  });

  it('steps back when the event loop is late, and waits for the effect', () => {
    const late = { ...calm, loop: 1, loopDelayP99Ms: 400 };
    let state = startConcurrency(bounds);
    const limits: number[] = [];
    for (let second = 0; second < 30; second++) {
      state = adjust(state, late, { browser: wanted(state), fetches: unused }, bounds);
      limits.push(state.browser.limit);
    }
    expect(state.limitedBy).toBe('event-loop');
    // One late second is not enough; then the step, then five seconds for its effect; half of the start is kept.
    expect(limits.slice(0, 6)).toEqual([4, 3, 3, 3, 3, 3]);
    expect(limits.at(-1)).toBe(2);
  });

  it('does not give way where the loop is late because others have the cores', () => {
    let state = startConcurrency(bounds);
    for (let second = 0; second < 60; second++) {
      const sample = { ...calm, cpu: 1, loop: 0.4, loopDelayP99Ms: 250 };
      state = adjust(state, sample, { browser: wanted(state), fetches: unused }, bounds);
    }
    expect(state.browser.limit).toBe(4);
  });

  it('does not grow without demand', () => {
    let state = startConcurrency(bounds);
    for (let second = 0; second < 100; second++)
      state = adjust(
        state,
        calm,
        { browser: { running: 2, waiting: 0, ended: 2 }, fetches: { running: 7, waiting: 0, ended: 90 } },
        bounds,
      );
    expect(state).toMatchObject({ limitedBy: 'demand', browser: { limit: 4 }, fetches: { limit: 16 } });
  });

  it('gives each kind its own budget: slow static hosts do not wait for the browser', () => {
    let state = startConcurrency(bounds);
    for (let second = 0; second < 200; second++) {
      const fetches = { running: state.fetches.limit, waiting: 0, ended: Math.round(state.fetches.limit / 3) };
      state = adjust(state, calm, { browser: unused, fetches }, bounds);
    }
    expect({ browserLimit: state.browser.limit, fetchesLimit: state.fetches.limit }).toEqual({
      browserLimit: 4,
      fetchesLimit: 96,
    });
  });

  it('keeps a fixed number fixed, whatever the load, short memory excepted', () => {
    const fixed: LaneBounds = { min: 7, start: 7, max: 7 };
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(400)), { maxLength: 60 }),
        (curve) => {
          let state = startConcurrency({ browser: fixed, fetches: fixed });
          for (const [cpu, loopDelayP99Ms] of curve) {
            const use = {
              browser: { running: 7, waiting: 9, ended: 5 },
              fetches: { running: 7, waiting: 0, ended: 5 },
            };
            state = adjust(state, { ...calm, cpu, loop: cpu, loopDelayP99Ms }, use, { browser: fixed, fetches: fixed });
            expect({ browserLimit: state.browser.limit, fetchesLimit: state.fetches.limit }).toEqual({
              browserLimit: 7,
              fetchesLimit: 7,
            });
          }
        },
      ),
    );
  });

  it('stays between its bounds and comes back to its start, whatever happened', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const second = fc.record({
      cpu: share,
      loop: share,
      freeMemory: share,
      loopDelayP99Ms: fc.nat(500),
      ended: fc.nat(40),
      waiting: fc.nat(9),
    });
    fc.assert(
      fc.property(fc.array(second, { maxLength: 200 }), (curve) => {
        let state = startConcurrency(bounds);
        const step = (sample: LoadSample, ended: number, waiting: number) => {
          const use = { running: state.browser.limit, waiting, ended };
          state = adjust(state, sample, { browser: use, fetches: { ...use, running: state.fetches.limit } }, bounds);
          for (const name of ['browser', 'fetches'] as const) {
            expect(Number.isInteger(state[name].limit)).toBe(true);
            expect(state[name].limit).toBeGreaterThanOrEqual(name === 'browser' ? 0 : 1);
            expect(state[name].limit).toBeLessThanOrEqual(bounds[name].max);
          }
        };
        for (const { ended, waiting, ...sample } of curve) step({ ...calm, ...sample }, ended, waiting);
        // Five minutes of quiet: the ceiling of short memory rises by one in 30 s.
        for (let quiet = 0; quiet < 300; quiet++) step(calm, 4, 1);
        expect(state.browser.limit).toBeGreaterThanOrEqual(bounds.browser.start);
      }),
      { numRuns: 60 },
    );
  });
});
