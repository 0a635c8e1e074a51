import { describe, expect, it } from 'vitest';
import { ratesByAge } from '../../../../src/stages/schedule/revisits/age-rates.ts';
import { allocateVisits } from '../../../../src/stages/schedule/revisits/allocation.ts';
import {
  isForLinks,
  stateForLinks,
  stateWithLinksLeft,
  stateWithLinksTaken,
} from '../../../../src/stages/schedule/revisits/links-left.ts';
import { neverAgain, type RevisitPlan } from '../../../../src/stages/schedule/revisits/revisit.ts';
import { at, pageState } from '../../../storage/records.ts';

const minutes = 60_000;
const day = 24 * 60 * minutes;
const plan: RevisitPlan = {
  policy: 'sqrt',
  initialMs: 30 * minutes,
  ratesByAge: ratesByAge([]),
  allocation: allocateVisits([], { perHost: 1_000, total: 1_000 }, 'delay'),
  settledAfterMs: 14 * day,
};
const state = pageState('http://gazette.example/a', { lastVisitAt: at(0), lastModified: 'then' });

describe('a page of which links were left out', () => {
  it('is read again, as a whole, also where it would never be', () => {
    const settled = { ...state, observedMs: 90 * day, nextVisitAt: neverAgain };
    expect(stateWithLinksLeft(settled, plan)).toEqual({
      ...settled,
      etag: null,
      lastModified: null,
      nextVisitAt: at(24 * 60),
    });
    expect(stateWithLinksLeft({ ...state, nextVisitAt: at(5) }, plan).nextVisitAt).toEqual(at(5));
  });

  it('waits twice as long each time, a day at most', () => {
    const page = { url: state.url, site: state.site };
    let read = stateForLinks(page, null, at(0), plan);
    const gaps = [];
    for (let visit = 0; visit < 9; visit += 1) {
      gaps.push((read.nextVisitAt.getTime() - read.lastVisitAt.getTime()) / minutes);
      expect({ isForLinks: isForLinks(read), etag: read.etag, evidence: read.evidence, counted: read.counted }).toEqual(
        { isForLinks: true, etag: null, evidence: [], counted: null },
      );
      read = stateForLinks(page, read, read.nextVisitAt, plan);
    }
    expect(gaps).toEqual([30, 30, 60, 120, 240, 480, 960, 1_440, 1_440]);
    expect(stateWithLinksTaken(read, at(9)).nextVisitAt).toEqual(neverAgain);
    expect(isForLinks(state)).toBe(false);
  });
});
