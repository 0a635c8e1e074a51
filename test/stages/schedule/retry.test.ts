import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { policies } from '../../../src/errors.ts';
import { errorKinds } from '../../../src/model/visit.ts';
import { nextTry } from '../../../src/stages/schedule/retry.ts';

const now = new Date('2026-11-21T12:00:00Z');
const half = () => 0.5;
const waitMs = (next: ReturnType<typeof nextTry>): number =>
  next.kind === 'retry' ? next.at.getTime() - now.getTime() : Number.NaN;

describe('nextTry', () => {
  it('follows the policy table for every kind', () => {
    for (const kind of errorKinds) {
      const next = nextTry(kind, 0, 3, now, half);
      expect(next.kind, kind).toBe(policies[kind].retry ? 'retry' : 'failed');
      if (next.kind === 'retry') expect(next.costsAttempt, kind).toBe(policies[kind].costsAttempt);
    }
  });

  it('fails with the last attempt that counts', () => {
    expect(nextTry('unreachable', 1, 3, now, half).kind).toBe('retry');
    expect(nextTry('unreachable', 2, 3, now, half)).toEqual({ kind: 'failed' });
  });

  it('waits twice as long with each attempt, up to ten minutes', () => {
    const waits = [0, 1, 2, 3, 12].map((attempts) => waitMs(nextTry('unreachable', attempts, 99, now, half)));
    expect(waits).toEqual([3_750, 7_500, 15_000, 30_000, 450_000]);
  });

  it('keeps Retry-After, up to a day', () => {
    expect(waitMs(nextTry('throttled', 0, 3, now, half, { retryAfterMs: 90_000 }))).toBe(90_000);
    expect(waitMs(nextTry('throttled', 0, 3, now, half, { retryAfterMs: 1e12 }))).toBe(86_400_000);
  });

  it('costs nothing while throttled, but not for ever', () => {
    expect(nextTry('throttled', 2, 3, now, half)).toMatchObject({ kind: 'retry', costsAttempt: false });
    const firstTryAt = new Date(now.getTime() - 3 * 3_600_000);
    expect(nextTry('throttled', 2, 3, now, half, { firstTryAt })).toEqual({ kind: 'failed' });
    let attempts = 0;
    let tries = 0;
    for (let seed = 1; ; tries++) {
      seed = (seed * 48_271) % 2_147_483_647;
      const next = nextTry('throttled', attempts, 3, now, () => seed / 2_147_483_647);
      if (next.kind !== 'retry') break;
      attempts += next.costsAttempt ? 1 : 0;
      expect(tries).toBeLessThan(200);
    }
    expect(tries).toBeGreaterThan(2);
  });

  it('never goes back in time and never waits for more than a day', () => {
    const chance = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        fc.constantFrom(...errorKinds),
        fc.nat(40),
        chance,
        fc.option(fc.nat()),
        (kind, attempts, random, retryAfterMs) => {
          const next = nextTry(kind, attempts, 41, now, () => random, { retryAfterMs });
          if (next.kind !== 'retry') return;
          expect(waitMs(next)).toBeGreaterThan(0);
          expect(waitMs(next)).toBeLessThanOrEqual(86_400_000);
        },
      ),
    );
  });
});
