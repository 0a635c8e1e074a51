import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PageState } from '../../../../src/model/page/page-state.ts';
import { canonicalUrl } from '../../../../src/model/web/canonical-url.ts';
import { ratesByAge } from '../../../../src/stages/schedule/revisits/age-rates.ts';
import { allocateVisits } from '../../../../src/stages/schedule/revisits/allocation.ts';
import {
  endRevisits,
  neverAgain,
  type RevisitPlan,
  rateOf,
  stateAfterFirstVisit,
  stateAfterGone,
  stateAfterUnchanged,
  stateAfterVisit,
} from '../../../../src/stages/schedule/revisits/revisit.ts';

const hour = 3_600_000;
const day = 24 * hour;
const begin = new Date('2026-11-01T00:00:00Z');
const atMs = (ms: number): Date => new Date(begin.getTime() + ms);
const page = { url: canonicalUrl('https://gazette.example/a'), site: 'gazette.example' };
const text = '0123456789abcdef';
const sameText = '0123456789abcdf0'; // 5 bits of 64
const otherText = '0123456789ab8320'; // more
const sight = (ms: number, simhash = text, publishedAt: string | null = null) => ({
  now: atMs(ms),
  simhash,
  etag: '"1"',
  lastModified: null,
  publishedAt,
});
const plan: RevisitPlan = {
  policy: 't/x',
  initialMs: hour,
  ratesByAge: ratesByAge([]),
  allocation: allocateVisits([], { perHost: 1_000, total: 1_000 }, 'delay'),
  settledAfterMs: 14 * day,
};
const first = (): PageState => stateAfterFirstVisit(page, sight(0), plan);

describe('t/x', () => {
  it('starts with t = 0, x = 1 and the initial gap', () => {
    expect(first()).toMatchObject({ observedMs: 0, changes: 1, visits: 1, nextVisitAt: atMs(hour), goneCount: 0 });
  });

  it('counts a change beyond 5 bits, and plans t/x ahead', () => {
    const unchanged = stateAfterVisit(first(), sight(hour, sameText), plan);
    expect(unchanged.changed).toBe(false);
    expect(unchanged.state).toMatchObject({ observedMs: hour, changes: 1, visits: 2, nextVisitAt: atMs(2 * hour) });
    const changed = stateAfterVisit(first(), sight(hour, otherText), plan);
    expect(changed.changed).toBe(true);
    expect(changed.state).toMatchObject({ changes: 2, nextVisitAt: atMs(1.5 * hour), simhash: otherText });
  });

  it('compares with the visit before, not with the first', () => {
    const { state } = stateAfterVisit(first(), sight(hour, otherText), plan);
    expect(stateAfterVisit(state, sight(2 * hour, otherText), plan).changed).toBe(false);
  });

  it('lets a text drift: many small steps are no change, though first and last differ', () => {
    const steps = ['0123456789abcde0', '0123456789abcd00', '0123456789abc000', '0123456789ab0000'];
    let state = first();
    for (const [index, simhash] of steps.entries()) {
      const { changed, state: next } = stateAfterVisit(state, sight((index + 1) * hour, simhash), plan);
      expect(changed).toBe(false);
      state = next;
    }
    expect(state).toMatchObject({ changes: 1, simhash: steps.at(-1) });
    expect(stateAfterVisit(first(), sight(hour, steps.at(-1)), plan).changed).toBe(true);
  });

  it('takes a 304 as unchanged', () => {
    const state = stateAfterUnchanged(first(), atMs(hour), plan);
    expect(state).toMatchObject({ changes: 1, visits: 2, etag: '"1"' });
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
          state = stateAfterVisit(state, sight(elapsed, isOther ? 'ffffffffffffffff' : text), plan).state;
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
    expect(stateAfterVisit(first(), sight(-hour), plan).state.observedMs).toBe(0);
  });
});

describe('the first gap', () => {
  const { host, format } = stateAfterFirstVisit(page, sight(0), plan).counted ?? { host: '', format: '' };
  const tallies = [0, 1, 2, 3, 4, 5].map((ageClass) => ({
    host,
    format,
    ageClass,
    changes: ageClass === 0 ? 40 : 1,
    observedMs: 10 * day,
    visits: 40,
  }));
  const known = { ...plan, policy: 'corrected' as const, ratesByAge: ratesByAge(tallies) };

  it('is the initial one with t/x, or while little is known of such pages', () => {
    const policies = [plan, { ...plan, policy: 'sqrt' as const }, { ...plan, ratesByAge: ratesByAge(tallies) }];
    for (const item of policies) expect(stateAfterFirstVisit(page, sight(0), item).nextVisitAt).toEqual(atMs(hour));
  });

  it('is planned by the policy where such pages are known, and is longer where the rate falls with age', () => {
    const undated = stateAfterFirstVisit(page, sight(0), known);
    expect((undated.rate?.shape ?? 0) / (undated.rate?.exposureMs ?? 1)).toBeCloseTo(4 / day, 9);
    expect((undated.nextVisitAt.getTime() - begin.getTime()) / hour).toBeCloseTo(6, 1);
    const dated = stateAfterFirstVisit(page, sight(0, text, begin.toISOString()), known);
    expect(dated.nextVisitAt.getTime()).toBeGreaterThan(atMs(8 * hour).getTime());
  });

  it('passes on what a visit showed, and nothing where no time went by or the page was gone', () => {
    const { state } = stateAfterVisit(first(), sight(8 * hour, otherText), plan);
    const ages = (state.evidence ?? []).map(({ ageClass }) => ageClass);
    expect(ages).toEqual([0, 1]);
    expect((state.evidence ?? []).reduce((sum, { observedMs }) => sum + observedMs, 0)).toBe(8 * hour);
    expect(stateAfterVisit(first(), sight(0), plan).state.evidence).toEqual([]);
    expect(stateAfterGone(state, atMs(9 * hour), plan).evidence).toEqual([]);
  });
});

describe('ageing', () => {
  const visits = (gaps: readonly [ms: number, simhash: string][], publishedAt: string | null = null): PageState =>
    gaps.reduce((state, [ms, simhash]) => stateAfterVisit(state, sight(ms, simhash, publishedAt), plan).state, first());

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
    const once = stateAfterGone(stateAfterVisit(first(), sight(hour), plan).state, atMs(2 * hour), plan);
    expect(once).toMatchObject({ goneCount: 1, nextVisitAt: atMs(4 * hour) });
    expect(stateAfterGone(once, atMs(4 * hour), plan).nextVisitAt).toEqual(neverAgain);
  });

  it('are forgiven when they come back', () => {
    const back = stateAfterVisit(stateAfterGone(first(), atMs(hour), plan), sight(2 * hour), plan).state;
    expect(back.goneCount).toBe(0);
  });
});

describe('what a state keeps for later visits', () => {
  it('has the date of the article, also after an answer 304 and where a later page has none', () => {
    const dated = stateAfterFirstVisit(page, sight(0, text, '2026-10-01'), plan);
    const later = stateAfterVisit(dated, sight(hour), plan).state;
    const unchanged = stateAfterUnchanged(stateAfterUnchanged(later, atMs(2 * hour), plan), atMs(3 * hour), plan);
    expect(unchanged).toMatchObject({ publishedAt: '2026-10-01', nextVisitAt: neverAgain, counted: null });
  });

  it('counts the page by host, format, age and rate while it is visited', () => {
    expect(first().counted).toMatchObject({ host: 'gazette.example', format: '/{word}', ageClass: 0 });
    const changed = stateAfterVisit(first(), sight(hour, otherText), plan).state;
    expect(changed.counted?.rateClass).toBeGreaterThan(first().counted?.rateClass ?? 0);
    expect(endRevisits(changed)).toMatchObject({ nextVisitAt: neverAgain, counted: null });
  });

  it('starts from changes and time where an older version stored the state', () => {
    const { rate: _rate, counted: _counted, publishedAt: _publishedAt, ...older } = first();
    const state = { ...older, changes: 11, observedMs: day, visits: 20 };
    expect(rateOf(state) * day).toBeCloseTo(10.5 / 1.5, 6);
    expect(stateAfterVisit(state, sight(hour), plan).state.counted).not.toBeNull();
  });
});

describe.each(['sqrt', 'freshness', 'corrected'] as const)('%s', (policy) => {
  it('visits a page that changes more often than another one sooner, within a day and the age', () => {
    const gapOf = (texts: readonly string[]): number => {
      const rules = { ...plan, policy };
      const state = texts.reduce(
        (before, simhash, at) => stateAfterVisit(before, sight((at + 1) * 6 * hour, simhash), rules).state,
        first(),
      );
      return state.nextVisitAt.getTime() - state.lastVisitAt.getTime();
    };
    const quiet = gapOf([text, text, text, text]);
    expect(gapOf([otherText, text, text, text])).toBeLessThan(quiet);
    expect(quiet).toBeLessThanOrEqual(2 * day);
  });
});
