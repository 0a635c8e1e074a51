import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { priorityOf, sourcePriority } from '../../../src/stages/schedule/priority.ts';

const now = new Date('2026-11-21T12:00:00Z');
const dated = (publishedAt: string | null) => ({ link: { publishedAt }, depth: 1, now, relevanceShare: 0.7 });

describe('priorityOf', () => {
  it('is m1 * cos + m2 * CL(u)/Cmax', () => {
    expect(priorityOf({ ...dated(null), relevance: 0.5, inLinks: 3, maxInLinks: 6 })).toBeCloseTo(
      0.7 * 0.5 + 0.3 * 0.5,
    );
  });

  it('puts nearer and fresher links first where relevance is unknown', () => {
    const fresh = priorityOf(dated('2026-11-21T11:00:00Z'));
    const old = priorityOf(dated('2026-11-01'));
    expect(fresh).toBeGreaterThan(priorityOf(dated(null)));
    expect(priorityOf(dated(null))).toBeGreaterThan(old);
    expect(priorityOf({ ...dated(null), depth: 2 })).toBeLessThan(priorityOf(dated(null)));
    expect(priorityOf(dated('no date'))).toBe(priorityOf(dated(null)));
  });

  it('stays within 0 and 1, below a source, and rises with every link that points there', () => {
    const chance = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(chance, fc.nat(1000), fc.integer({ min: 1, max: 9 }), (relevance, inLinks, depth) => {
        const facts = { ...dated(null), depth, relevance, maxInLinks: 1001 };
        const one = priorityOf({ ...facts, inLinks });
        expect(one).toBeGreaterThanOrEqual(0);
        expect(one).toBeLessThanOrEqual(sourcePriority);
        expect(priorityOf({ ...facts, inLinks: inLinks + 1 })).toBeGreaterThan(one);
      }),
    );
  });
});
