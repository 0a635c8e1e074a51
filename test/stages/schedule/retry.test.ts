import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { policies } from '../../../src/errors.ts';
import { errorKinds, type Visit } from '../../../src/model/crawl/visit.ts';
import { countFreeTries, nextTry, visitsForFreeTries } from '../../../src/stages/schedule/retry.ts';
import { entry, visit } from '../../storage/records.ts';

const now = new Date('2026-11-21T12:00:00Z');
const task = { ...entry('http://gazette.example/a'), attempts: 0, revisit: false, lease: 'l' };
const half = () => 0.5;
const chance = fc.double({ min: 0, max: 1, noNaN: true });
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

  it('spreads the attempts of a page over hours', () => {
    const waits = [0, 1, 2, 3, 12].map((attempts) => waitMs(nextTry('unreachable', attempts, 99, now, half)));
    expect(waits).toEqual([3_750, 112_500, 3_375_000, 16_200_000, 16_200_000]);
  });

  it('keeps Retry-After, up to a day', () => {
    expect(waitMs(nextTry('throttled', 0, 3, now, half, { retryAfterMs: 90_000 }))).toBe(90_000);
    expect(waitMs(nextTry('throttled', 0, 3, now, half, { retryAfterMs: 1e12 }))).toBe(86_400_000);
  });

  it('costs nothing while throttled, for twenty tries in a row', () => {
    expect(nextTry('throttled', 2, 3, now, half, { freeTries: 19 })).toMatchObject({
      kind: 'retry',
      costsAttempt: false,
    });
    expect(nextTry('throttled', 1, 3, now, half, { freeTries: 20 })).toMatchObject({
      kind: 'retry',
      costsAttempt: true,
    });
    expect(nextTry('throttled', 2, 3, now, half, { freeTries: 20 })).toEqual({ kind: 'failed' });
  });

  it('never fails a page for want of a browser, and costs it nothing', () => {
    const next = nextTry('no-browser', 2, 3, now, half, { freeTries: visitsForFreeTries });
    expect({ next, waitMs: waitMs(next) }).toEqual({
      next: expect.objectContaining({ kind: 'retry', costsAttempt: false }),
      waitMs: 450_000,
    });
  });

  it('lets free tries wait twice as long each time, too', () => {
    const waits = [0, 1, 2, 7].map((freeTries) => waitMs(nextTry('throttled', 0, 3, now, half, { freeTries })));
    expect(waits).toEqual([7_500, 15_000, 30_000, 450_000]);
  });

  it('ends for every kind that has to do with the page, whatever chance says', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...errorKinds.filter((kind) => kind !== 'no-browser' && kind !== 'no-proxy')),
        fc.integer({ min: 1, max: 5 }),
        fc.infiniteStream(chance),
        (kind, max, chances) => {
          const visits: Visit[] = [];
          let attempts = 0;
          for (;;) {
            const random = () => chances.next().value ?? 0;
            const next = nextTry(kind, attempts, max, now, random, { freeTries: countFreeTries(kind, visits) });
            if (next.kind !== 'retry') break;
            attempts += next.costsAttempt ? 1 : 0;
            visits.unshift(visit(task, { outcome: 'deferred', reason: kind }));
            expect(visits.length).toBeLessThan(visitsForFreeTries);
          }
        },
      ),
    );
  });

  it('never goes back in time and never waits for more than a day', () => {
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

describe('countFreeTries', () => {
  const put = (reason: 'throttled' | 'proxy') => visit(task, { outcome: 'deferred', reason });
  const stored = visit(task, { outcome: 'stored', reason: null });

  it('counts the visits of that kind since the last ending, newest first', () => {
    expect(countFreeTries('throttled', [])).toBe(0);
    expect(
      countFreeTries('throttled', [put('throttled'), put('proxy'), put('throttled'), stored, put('throttled')]),
    ).toBe(2);
    expect(countFreeTries('proxy', [stored, put('proxy')])).toBe(0);
  });
});
