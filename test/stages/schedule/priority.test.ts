import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import { linkPriority, priorityNow, priorityOf } from '../../../src/stages/schedule/priority.ts';

const now = new Date('2026-11-21T12:00:00Z');
const dated = (publishedAt: string | null) => ({ publishedAt, depth: 1, now, relevanceShare: 0.7 });

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

  it('follows Cmax: it is that of a link that enters now, never more than stored, never less than without its hub share', () => {
    const unit = fc.double({ min: 0, max: 1, noNaN: true });
    const facts = fc.record({
      relevance: unit,
      relevanceShare: unit,
      inLinks: fc.integer({ min: 1, max: 500 }),
      more: fc.nat(500),
      grown: fc.nat(500),
      depth: fc.integer({ min: 1, max: 5 }),
      hasTopics: fc.boolean(),
      url: fc.constantFrom('http://a.example/story-12345', 'http://a.example/tag/energy').map(canonicalUrl),
    });
    fc.assert(
      fc.property(facts, ({ relevance, relevanceShare, inLinks, more, grown, depth, hasTopics, url }) => {
        const at = (maxInLinks: number) =>
          linkPriority(url, {
            ...dated(null),
            depth,
            relevanceShare,
            inLinks,
            maxInLinks,
            ...(hasTopics && { relevance }),
          });
        const stored = at(inLinks + more);
        const maxInLinks = inLinks + more + grown;
        const task = { url, depth, priority: stored, publishedAt: null, dueAt: now, inLinks, relevance, maxInLinks };
        const priority = priorityNow(task, { relevanceShare, hasTopics });
        expect(priority).toBeCloseTo(at(maxInLinks), 9);
        expect(priority).toBeLessThanOrEqual(stored);
        // what the store knows less of, such as the relevance in a feed, costs no more than the hub share
        const unknown = priorityNow({ ...task, relevance: null, depth: 9 }, { relevanceShare, hasTopics });
        expect(unknown).toBeGreaterThanOrEqual(stored - (1 - relevanceShare) - 1e-9);
      }),
    );
  });

  it('stays within 0 and 1, below a source, and rises with every link that points there', () => {
    const chance = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(chance, fc.nat(1000), fc.integer({ min: 1, max: 9 }), (relevance, inLinks, depth) => {
        const facts = { ...dated(null), depth, relevance, maxInLinks: 1001 };
        const one = priorityOf({ ...facts, inLinks });
        expect(one).toBeGreaterThanOrEqual(0);
        expect(one).toBeLessThanOrEqual(1);
        expect(priorityOf({ ...facts, inLinks: inLinks + 1 })).toBeGreaterThan(one);
      }),
    );
  });
});
