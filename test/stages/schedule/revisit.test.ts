import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PageState } from '../../../src/model/page/page-state.ts';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import {
  neverAgain,
  stateAfterFirstVisit,
  stateAfterGone,
  stateAfterVisit,
} from '../../../src/stages/schedule/revisit.ts';

const hour = 3_600_000;
const day = 24 * hour;
const begin = new Date('2026-11-01T00:00:00Z');
const atMs = (ms: number): Date => new Date(begin.getTime() + ms);
const page = { url: canonicalUrl('https://gazette.example/a'), site: 'gazette.example' };
const text = '0123456789abcdef';
const sameText = '0123456789abcdf0'; // 5 bits of 64
const otherText = '0123456789ab8320'; // more
const sight = (ms: number, simhash = text) => ({ now: atMs(ms), simhash, etag: '"1"', lastModified: null });
const first = (): PageState => stateAfterFirstVisit(page, sight(0), hour);

describe('t/x', () => {
  it('starts with t = 0, x = 1 and the initial gap', () => {
    expect(first()).toMatchObject({ observedMs: 0, changes: 1, visits: 1, nextVisitAt: atMs(hour), goneCount: 0 });
  });

  it('counts a change beyond 5 bits, and plans t/x ahead', () => {
    const unchanged = stateAfterVisit(first(), sight(hour, sameText), null);
    expect(unchanged.changed).toBe(false);
    expect(unchanged.state).toMatchObject({ observedMs: hour, changes: 1, visits: 2, nextVisitAt: atMs(2 * hour) });
    const changed = stateAfterVisit(first(), sight(hour, otherText), null);
    expect(changed.changed).toBe(true);
    expect(changed.state).toMatchObject({ changes: 2, nextVisitAt: atMs(1.5 * hour), simhash: otherText });
  });

  it('compares with the visit before, not with the first', () => {
    const { state } = stateAfterVisit(first(), sight(hour, otherText), null);
    expect(stateAfterVisit(state, sight(2 * hour, otherText), null).changed).toBe(false);
  });

  it('lets a text drift: many small steps are no change, though first and last differ', () => {
    const steps = ['0123456789abcde0', '0123456789abcd00', '0123456789abc000', '0123456789ab0000'];
    let state = first();
    for (const [index, simhash] of steps.entries()) {
      const { changed, state: next } = stateAfterVisit(state, sight((index + 1) * hour, simhash), null);
      expect(changed).toBe(false);
      state = next;
    }
    expect(state).toMatchObject({ changes: 1, simhash: steps.at(-1) });
    expect(stateAfterVisit(first(), sight(hour, steps.at(-1)), null).changed).toBe(true);
  });

  it('takes a 304 as unchanged', () => {
    const { state, changed } = stateAfterVisit(first(), { ...first(), now: atMs(hour) }, null);
    expect([changed, state.visits, state.etag]).toEqual([false, 2, '"1"']);
  });

  it('keeps t = the span between first and last visit, x <= visits, next = last + t/x', () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 10 * day }), fc.boolean()), { maxLength: 30 });
    fc.assert(
      fc.property(steps, (visits) => {
        let state = first();
        let elapsed = 0;
        let isOther = false;
        for (const [gap, changes] of visits) {
          elapsed += gap;
          if (changes) isOther = !isOther;
          state = stateAfterVisit(state, sight(elapsed, isOther ? 'ffffffffffffffff' : text), null).state;
          expect(state.observedMs).toBe(elapsed);
          const expected = Math.round(elapsed / state.changes);
          if (state.nextVisitAt.getTime() !== neverAgain.getTime())
            expect(state.nextVisitAt.getTime() - state.lastVisitAt.getTime()).toBe(expected);
        }
        expect(state.changes).toBe(1 + visits.filter(([, changes]) => changes).length);
        expect(state.visits).toBe(1 + visits.length);
      }),
    );
  });

  it('is not confused by a clock that was set back', () => {
    expect(stateAfterVisit(first(), sight(-hour), null).state.observedMs).toBe(0);
  });
});

describe('ageing', () => {
  const visits = (gaps: readonly [ms: number, simhash: string][], publishedAt: string | null = null): PageState =>
    gaps.reduce((state, [ms, simhash]) => stateAfterVisit(state, sight(ms, simhash), publishedAt).state, first());

  it('stops after three unchanged visits in a row beyond 14 days', () => {
    expect(
      visits([
        [day, text],
        [2 * day, text],
        [15 * day, text],
      ]).nextVisitAt,
    ).toEqual(neverAgain);
  });

  it('goes on while the page is young, or changed lately', () => {
    expect(
      visits([
        [day, text],
        [2 * day, text],
        [3 * day, text],
      ]).nextVisitAt,
    ).not.toEqual(neverAgain);
    expect(
      visits([
        [day, text],
        [15 * day, otherText],
        [16 * day, otherText],
        [17 * day, otherText],
      ]).nextVisitAt,
    ).not.toEqual(neverAgain);
  });

  it("counts the age from the article's own date where there is one", () => {
    expect(
      visits(
        [
          [hour, text],
          [2 * hour, text],
          [3 * hour, text],
        ],
        '2026-10-01',
      ).nextVisitAt,
    ).toEqual(neverAgain);
  });
});

describe('gone pages', () => {
  it('are asked once more, then never', () => {
    const once = stateAfterGone(stateAfterVisit(first(), sight(hour), null).state, atMs(2 * hour));
    expect(once).toMatchObject({ goneCount: 1, nextVisitAt: atMs(4 * hour) });
    expect(stateAfterGone(once, atMs(4 * hour)).nextVisitAt).toEqual(neverAgain);
  });

  it('are forgiven when they come back', () => {
    const back = stateAfterVisit(stateAfterGone(first(), atMs(hour)), sight(2 * hour), null).state;
    expect(back.goneCount).toBe(0);
  });
});
