import { describe, expect, it } from 'vitest';
import { MinuteCounter } from '../../src/server/guards/minute-counter.ts';
import { ManualClock } from '../support/manual-clock.ts';

const counter = () => {
  const clock = new ManualClock(new Date('2026-11-21T09:00:00Z'));
  return { clock, counts: new MinuteCounter(() => clock.monotonicMs()) };
};

describe('what is counted in a minute', () => {
  it('begins with the first count of each name, and again when the minute is over', () => {
    const { clock, counts } = counter();
    expect(counts.add('a')).toEqual({ used: 1, seconds: 60 });
    clock.pass(59_500);
    expect(counts.add('a')).toEqual({ used: 2, seconds: 1 });
    expect(counts.add('b')).toEqual({ used: 1, seconds: 60 });
    clock.pass(500);
    expect(counts.add('a')).toEqual({ used: 1, seconds: 60 });
    expect(counts.add('b')).toEqual({ used: 2, seconds: 60 });
  });

  it('does not follow a clock that somebody sets', () => {
    const { clock, counts } = counter();
    counts.add('a');
    clock.step(-3_600_000);
    expect(counts.add('a').used).toBe(2);
    clock.step(7_200_000);
    expect(counts.add('a').used).toBe(3);
  });

  it('is looked at without a count', () => {
    const { clock, counts } = counter();
    expect(counts.look('a').used).toBe(0);
    counts.add('a');
    expect([counts.look('a').used, counts.look('a').used]).toEqual([1, 1]);
    clock.pass(60_000);
    expect(counts.look('a').used).toBe(0);
  });

  it('forgets the oldest of very many names, not those that came later', () => {
    const { clock, counts } = counter();
    counts.add('first');
    clock.pass(1);
    for (let n = 0; n < 9_999; n += 1) counts.add(`address ${n}`);
    expect(counts.look('first').used).toBe(1);
    counts.add('one more');
    expect(counts.look('first').used).toBe(0);
    expect([counts.look('address 0').used, counts.look('one more').used]).toEqual([1, 1]);
  });
});
