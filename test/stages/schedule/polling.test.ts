import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Source } from '../../../src/model/crawl/source.ts';
import { inTurns, notDue, replanned, scheduledAfterPoll, skipToWindow } from '../../../src/stages/schedule/polling.ts';

const now = new Date('2026-11-21T12:00:00Z');
const minute = 60_000;
const later = (ms: number): Date => new Date(now.getTime() + ms);
const night = { timeZone: 'UTC', days: [0, 1, 2, 3, 4, 5, 6], fromHour: 0, toHour: 6 };

function source(id: string, changes: Partial<Source> = {}): Source {
  return {
    id,
    url: `https://gazette.example/${id}`,
    kind: 'listing',
    weight: 1,
    baseIntervalMs: 15 * minute,
    minFactor: 0.25,
    maxFactor: 8,
    activeWindows: [],
    maxDepth: 2,
    linkSelector: null,
    render: null,
    steps: null,
    site: 'gazette.example',
    intervalMs: 15 * minute,
    lastPolledAt: null,
    nextPollAt: later(-minute),
    contentHash: null,
    worker: null,
    enabled: true,
    ...changes,
  };
}

describe('replanned', () => {
  it('counts the wait from a clock that was set back, and opens a window when it opens', () => {
    const ahead = { lastPolledAt: later(24 * 60 * minute), plannedAt: later(24 * 60 * minute) };
    const waiting = source('a', { ...ahead, nextPollAt: later(24 * 60 * minute + 9 * minute) });
    expect(replanned(waiting, now)).toMatchObject({ nextPollAt: later(9 * minute), plannedAt: now, lastPolledAt: now });
    // skipped while the clock was ahead: 18 hours to the next window then, 12 now
    const closed = source('b', {
      activeWindows: [night],
      lastPolledAt: later(-7 * 60 * minute),
      plannedAt: later(18 * 60 * minute),
      nextPollAt: later(36 * 60 * minute),
    });
    expect(replanned(closed, now)).toMatchObject({ nextPollAt: later(12 * 60 * minute), plannedAt: now });
    // polled an hour ago, in hours of an eighth of the speed
    const slow = source('c', {
      tuning: { intervalMs: null, hours: [0, 1, 2], day: '2026-11-20' },
      lastPolledAt: later(-60 * minute),
      plannedAt: later(24 * 60 * minute),
      nextPollAt: later(26 * 60 * minute),
    });
    expect(replanned(slow, now).nextPollAt).toEqual(later(60 * minute));
    expect(replanned({ ...closed, plannedAt: now }, now).nextPollAt).toEqual(later(36 * 60 * minute));
  });
});

const noTurns = new Map<number, Date>();

describe('notDue', () => {
  it('says why a source is not polled', () => {
    const early = source('early', { nextPollAt: later(1) });
    const off = source('off', { enabled: false });
    const asleep = source('asleep', { activeWindows: [night] });
    const paused = source('paused', { pausedAt: now });
    const due = source('due', { nextPollAt: now });
    expect([early, off, asleep, paused, due].map((one) => notDue(one, now))).toEqual([
      'interval',
      'disabled',
      'outside-window',
      'paused',
      null,
    ]);
  });
});

describe('inTurns', () => {
  it('gives a group of weight 4 four turns for each of weight 1, the longest overdue first', () => {
    const heavy = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => source(`h${n}`, { weight: 4, nextPollAt: later(-n * 10) }));
    const light = [1, 2].map((n) => source(`l${n}`, { weight: 1, nextPollAt: later(-n * 10) }));
    const order = inTurns([...light, ...heavy], noTurns, now).map(({ id }) => id);
    expect(order.filter((id) => id.startsWith('h'))).toEqual(['h8', 'h7', 'h6', 'h5', 'h4', 'h3', 'h2', 'h1']);
    expect(order.slice(0, 5).filter((id) => id.startsWith('l'))).toEqual(['l2']);
    expect(order.slice(5).filter((id) => id.startsWith('l'))).toEqual(['l1']);
  });

  it('keeps the shares of the groups in every prefix while all have sources left', () => {
    const sizes = fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(sizes, (weights) => {
        const all = weights.flatMap((weight) =>
          Array.from({ length: 40 }, (_, n) => source(`${weight}-${n}`, { weight, nextPollAt: later(-1000 - n) })),
        );
        const order = inTurns(all, noTurns, now);
        const total = weights.reduce((sum, weight) => sum + weight, 0);
        for (let taken = 1; taken <= 40; taken++) {
          for (const weight of weights) {
            const turns = order.slice(0, taken).filter((one) => one.weight === weight).length;
            expect(Math.abs(turns - (taken * weight) / total)).toBeLessThanOrEqual(weights.length);
          }
        }
      }),
    );
  });

  it('gives each source one turn, whatever its weight', () => {
    const some = fc.array(
      fc.record({ weight: fc.integer({ min: 1, max: 100 }), lateMs: fc.integer({ min: -9, max: 9 }) }),
    );
    fc.assert(
      fc.property(some, (given) => {
        const all = given.map(({ weight, lateMs }, n) => source(`${n}`, { weight, nextPollAt: later(-lateMs) }));
        const expected = all.map(({ id }) => id);
        expect(
          inTurns(all, noTurns, now)
            .map(({ id }) => id)
            .sort(),
        ).toEqual(expected.sort());
      }),
    );
  });

  it('starves no group when a caller takes one source a round and the heavy group never runs dry', () => {
    const sources = new Map(
      [source('light', { weight: 1 }), ...Array.from({ length: 50 }, (_, n) => source(`h${n}`, { weight: 100 }))].map(
        (one) => [one.id, one],
      ),
    );
    const turns = new Map<number, number>();
    const lastTurns = new Map<number, Date>();
    for (let second = 1; second <= 1200; second++) {
      const at = later(second * 1000);
      const first = inTurns([...sources.values()], lastTurns, at)[0]!;
      lastTurns.set(first.weight, at);
      turns.set(first.weight, (turns.get(first.weight) ?? 0) + 1);
      sources.set(first.id, { ...first, lastPolledAt: at, nextPollAt: at });
    }
    expect(turns.get(1)).toBeGreaterThanOrEqual(12);
    expect(turns.get(100)).toBeGreaterThan(1000);
  });
});

describe('sourceAfterPoll', () => {
  it('shrinks by 0.5 to 0.9 when something was found, grows by 1.1 to 1.6 when not', () => {
    expect(scheduledAfterPoll(source('a'), { found: true }, now, () => 0).intervalMs).toBe(7.5 * minute);
    expect(scheduledAfterPoll(source('a'), { found: true }, now, () => 1).intervalMs).toBe(13.5 * minute);
    expect(scheduledAfterPoll(source('a'), { found: false }, now, () => 0).intervalMs).toBe(16.5 * minute);
    expect(scheduledAfterPoll(source('a'), { found: false }, now, () => 1).intervalMs).toBe(24 * minute);
  });

  it('plans the next poll and remembers this one', () => {
    const after = scheduledAfterPoll(source('a'), { found: true }, now, () => 0.5);
    expect(after.lastPolledAt).toEqual(now);
    expect(after.nextPollAt).toEqual(later(after.intervalMs));
  });

  it('never leaves [base x minFactor, base x maxFactor]', () => {
    const polls = fc.array(fc.tuple(fc.boolean(), fc.double({ min: 0, max: 1, noNaN: true })), { maxLength: 60 });
    fc.assert(
      fc.property(polls, (results) => {
        let one = source('a');
        for (const [found, chance] of results) {
          one = scheduledAfterPoll(one, { found }, now, () => chance);
          expect(one.intervalMs).toBeGreaterThanOrEqual(one.baseIntervalMs / 4);
          expect(one.intervalMs).toBeLessThanOrEqual(one.baseIntervalMs * 8);
        }
      }),
    );
  });

  it('puts a poll outside the window off to its start', () => {
    const after = scheduledAfterPoll(source('a', { activeWindows: [night] }), { found: false }, now, () => 0);
    expect(after.nextPollAt).toEqual(new Date('2026-11-22T00:00:00Z'));
    expect(skipToWindow(source('a', { activeWindows: [night] }), now).nextPollAt).toEqual(
      new Date('2026-11-22T00:00:00Z'),
    );
  });

  it('backs off twice as long with each failure in a row up to the base interval, without moving the interval', () => {
    let one = source('a', { lastPolledAt: later(-15 * minute), nextPollAt: now, intervalMs: 15 * minute });
    const waits: number[] = [];
    for (let failures = 0; failures < 8; failures++) {
      const at = one.nextPollAt;
      one = scheduledAfterPoll(one, { failed: 'unreachable' }, at, () => 1);
      waits.push((one.nextPollAt.getTime() - at.getTime()) / 1000);
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900, 900]);
    expect(one.intervalMs).toBe(15 * minute);
    expect(one.lastPolledAt).toEqual(later(-15 * minute));
  });

  it('waits for the longest interval after an error that no retry can fix', () => {
    const after = scheduledAfterPoll(source('a'), { failed: 'layout-changed' }, now, () => 1);
    expect(after.nextPollAt).toEqual(later(15 * minute * 8));
  });
});
