import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Source } from '../../../src/model/crawl/source.ts';
import { intervalLimits } from '../../../src/model/crawl/source.ts';
import { scheduledAfterPoll } from '../../../src/stages/schedule/polling.ts';
import { silenceAfter } from '../../../src/stages/schedule/silence.ts';
import { source as anySource } from '../../storage/records.ts';

const [minute, hour] = [60_000, 3_600_000];
/** Saturday, midnight. */
const start = new Date('2026-11-21T00:00:00Z');
const later = (ms: number): Date => new Date(start.getTime() + ms);
const source = (changes: Partial<Source> = {}): Source =>
  anySource('a', { baseIntervalMs: 15 * minute, intervalMs: 15 * minute, lastPolledAt: start, ...changes });

/** Polls at these minutes, each with its number of new links. */
function polled(
  polls: readonly (readonly [minutes: number, newLinks: number])[],
  changes: Partial<Source> = {},
): Source {
  let now = source(changes);
  for (const [minutes, newLinks] of polls) {
    const at = later(minutes * minute);
    now = { ...now, silence: silenceAfter(now, newLinks, at), lastPolledAt: at };
  }
  return now;
}

describe('silence of a source', () => {
  it('is the time since the last new link, and remembers the longest one', () => {
    const polls = [
      [15, 1],
      [30, 0],
      [45, 0],
      [60, 2],
      [75, 0],
    ] as const;
    expect(polled(polls).silence).toEqual({
      quietMs: 15 * minute,
      longestMs: 45 * minute,
      gaps: 2,
      newAt: later(hour),
    });
  });

  it('says nothing at the first poll, at which every link is new', () => {
    expect(silenceAfter(source({ lastPolledAt: null }), 40, start)).toEqual({
      quietMs: 0,
      longestMs: 0,
      gaps: 0,
      newAt: null,
    });
  });

  it('does not count the time while nothing polled, nor a clock that was set', () => {
    const { longestMs } = intervalLimits(source());
    expect(polled([[7 * 24 * 60, 0]]).silence?.quietMs).toBe(longestMs);
    const back = { ...source(), lastPolledAt: later(24 * hour) };
    expect(silenceAfter(back, 0, start).quietMs).toBe(0);
  });

  it('counts in the active hours of the source only', () => {
    // active on Saturday from 1:00 to 2:00
    const tuning = { intervalMs: null, hours: [6 * 24 + 1], day: '2026-11-20' };
    const polls = [
      [30, 0],
      [60, 0],
      [90, 0],
      [120, 0],
      [180, 0],
    ] as const;
    expect(polled(polls, { tuning }).silence?.quietMs).toBe(hour);
  });

  it('grows at most twofold with one outage, once the habit is known', () => {
    const habit = { quietMs: 0, longestMs: 2 * hour, gaps: 30, newAt: start };
    const broken = { ...habit, quietMs: 200 * hour };
    expect(silenceAfter(source({ silence: broken }), 1, later(minute)).longestMs).toBe(4 * hour);
    expect(silenceAfter(source({ silence: { ...broken, gaps: 3 } }), 1, later(minute)).longestMs).toBe(
      200 * hour + minute,
    );
  });

  it('never counts more than the time that went by, whatever the polls', () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: -500, max: 5_000 }), fc.integer({ min: 0, max: 2 })), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(steps, (moves) => {
        let [at, forward] = [0, 0];
        let now = source();
        for (const [move, newLinks] of moves) {
          at += move * minute;
          forward += Math.max(0, move * minute);
          now = { ...now, silence: silenceAfter(now, newLinks, later(at)), lastPolledAt: later(at) };
        }
        const { quietMs = 0, longestMs = 0 } = now.silence ?? {};
        expect(Math.min(quietMs, longestMs)).toBeGreaterThanOrEqual(0);
        expect(Math.max(quietMs, longestMs)).toBeLessThanOrEqual(forward);
      }),
    );
  });
});

describe('failing polls of a source', () => {
  const random = () => 0.5;
  it('are counted until one does not fail', () => {
    const once = scheduledAfterPoll(source(), { failed: 'unreachable' }, later(minute), random);
    const twice = scheduledAfterPoll(once, { failed: 'timed-out' }, later(9 * minute), random);
    expect(twice.failing).toEqual({ since: later(minute), polls: 2, reason: 'timed-out' });
    expect(scheduledAfterPoll(twice, { found: false }, later(10 * minute), random).failing).toBeNull();
    expect('failing' in scheduledAfterPoll(source(), { found: true }, later(minute), random)).toBe(false);
  });
});
