import { expect, it } from 'vitest';
import { TimedPlan } from '../../src/crawl/plans.ts';

it('TimedPlan makes a plan once in ten minutes, for all who wait for it, and again after a failure', async () => {
  let [nowMs, made, isBroken] = [0, 0, false];
  const plans = new TimedPlan({ now: () => new Date(0), monotonicMs: () => nowMs }, async () => {
    made += 1;
    if (isBroken) throw new Error('the store is busy');
    return made;
  });
  expect(await Promise.all([plans.now(), plans.now()])).toEqual([1, 1]);
  nowMs = 599_999;
  expect(await plans.now()).toBe(1);
  [nowMs, isBroken] = [600_000, true];
  await expect(plans.now()).rejects.toThrow('busy');
  isBroken = false;
  expect(await plans.now()).toBe(3);
});
