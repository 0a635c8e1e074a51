import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { discoveries, readTwice } from '../../../bench/month/checks/discoveries.ts';
import { pollsOf, pollsOutsideWindows, shortGaps } from '../../../bench/month/checks/limits.ts';
import { pollsTooSoon } from '../../../bench/month/checks/polls.ts';
import { happeningsOf } from '../../../bench/month/simulated/happenings.ts';
import { judgeMonth } from '../../../bench/month/simulated/judge-month.ts';
import { type MonthOptions, simulateMonth } from '../../../bench/month/simulated/month.ts';
import { SimulatedTime } from '../../../bench/month/simulated/simulated-time.ts';
import { dayMs, hourMs, sitePlans } from '../../../bench/month/sites/site-plan.ts';

const lengthMs = dayMs;
/** The sites with a window that closes within a day, with troubles and with a long pause, and one that is always there. */
const hosts = ['feed', 'new-york', 'throttled', 'down', 'patient'].map((name) => `${name}.month.example`);
const plans = sitePlans(lengthMs).filter(({ host }) => hosts.includes(host));

describe('watch on a simulated day', () => {
  it('keeps to windows and limits, finds every article, and goes on after restarts and steps of the clock', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'newshawk-month-'));
    const quiet = () => {};
    const options: MonthOptions = {
      folder,
      plans,
      lengthMs,
      happenings: happeningsOf(lengthMs),
      log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
      onDay: quiet,
      collect: quiet,
    };
    try {
      const month = await simulateMonth(options);
      const { checks, found } = await judgeMonth(month, options);
      expect(checks.filter(({ breaches }) => breaches.length > 0)).toEqual([]);
      expect(found.filter(({ readMs }) => readMs !== null).length).toBeGreaterThan(50);

      // the log is of what happened: stricter promises are broken
      const requests = month.requests.read();
      const calm = { stepsMs: [], pauses: [] };
      const strict = plans.map((plan) => ({ ...plan, gapMs: 2 * plan.gapMs, everyMs: 24 * hourMs }));
      expect(shortGaps(strict, requests).length).toBeGreaterThan(9);
      expect(pollsTooSoon(strict, requests, calm).length).toBeGreaterThan(9);
      const nights = [{ timeZone: 'UTC', days: [0, 1, 2, 3, 4, 5, 6], fromHour: 0, toHour: 6 }];
      const closed = plans.map((plan) => ({ ...plan, windows: nights }));
      expect(pollsOutsideWindows(closed, requests).length).toBeGreaterThan(9);
      expect(readTwice(month.sites.contents, requests, 12 * hourMs, []).length).toBeGreaterThan(9);
      for (const plan of plans) expect(pollsOf(plan, requests).length).toBeGreaterThan(5);
      expect(discoveries(month.sites.contents, []).every(({ readMs }) => readMs === null)).toBe(true);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('simulated time', () => {
  it('stands still until it jumps, wakes who slept until then, and calls looks once a jump', async () => {
    const time = new SimulatedTime(new Date('2026-10-10T00:00:00Z'));
    const woken: string[] = [];
    const stop = new AbortController();
    const first = time.sleep(500, stop.signal);

    const aborted = time.sleep(10, stop.signal);
    let looks = 0;
    const end = time.every(1_000, () => {
      looks += 1;
    });
    expect({ nextWakeMs: time.nextWakeMs, tickFrom: time.tickFrom(3) }).toEqual({ nextWakeMs: 10, tickFrom: 1_000 });
    stop.abort(new Error('stopped'));
    for (const sleep of [first, aborted]) await expect(sleep).rejects.toThrow('stopped');
    const own = new AbortController().signal;
    void time.sleep(700, own).then(() => woken.push('third'));
    time.jumpTo(5_000);
    await Promise.resolve();
    await new Promise(setImmediate);
    expect({ woken, looks, tickFrom: time.tickFrom(0) }).toEqual({ woken: ['third'], looks: 1, tickFrom: 6_000 });
    time.step(-3_600_000);
    expect({ now: time.now().toISOString(), monotonicMs: time.monotonicMs() }).toEqual({
      now: '2026-10-09T23:00:05.000Z',
      monotonicMs: 5_000,
    });
    end();
    time.jumpTo(9_000);
    expect(looks).toBe(1);
    expect(() => time.jumpTo(8_999)).toThrow('time does not go back');
  });
});
