import { expect, it } from 'vitest';
import { cacheByCost } from '../src/cache-by-cost.ts';

function reader(costMs: number) {
  let [time, readings] = [1_000, 0];
  const clock = { now: () => new Date(0), monotonicMs: () => time };
  const ask = cacheByCost(async () => {
    time += costMs;
    readings += 1;
    if (costMs < 0) throw new Error('gone');
    return readings;
  }, clock);
  return { ask, pass: (ms: number) => (time += ms), readings: () => readings };
}

it('cacheByCost reads a cheap value again at each call', async () => {
  const { ask } = reader(0);
  expect([await ask(), await ask(), await ask()]).toEqual([1, 2, 3]);
});

it('cacheByCost reads an expensive value again when fifty times its cost has passed', async () => {
  const { ask, pass } = reader(100);
  expect(await ask()).toBe(1);
  pass(4_999);
  expect(await ask()).toBe(1);
  pass(1);
  expect(await ask()).toBe(2);
});

it('cacheByCost shares one reading among callers, and keeps no failed one', async () => {
  const { ask, readings } = reader(100);
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1]);
  expect(readings()).toBe(1);
  const failing = reader(-1);
  for (const _ of [1, 2]) await expect(failing.ask()).rejects.toThrow('gone');
  expect(failing.readings()).toBe(2);
});
