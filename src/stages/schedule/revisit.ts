import { hammingDistance } from '../../model/article/neighbour-keys.ts';
import type { PageState } from '../../model/page/page-state.ts';

/** A page as a visit saw it. */
export interface PageObservation {
  readonly now: Date;
  /** Simhash of the main text, 16 hex digits; for an answer "not modified" (304), the stored one. */
  readonly simhash: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** Differing bits of the simhash, at most, for an unchanged page. */
const maxUnchangedBits = 5;
/** A page older than `agedAfterMs` is not visited again after this many visits in a row without a change. */
const unchangedLimit = 3;
const agedAfterMs = 14 * 24 * 3_600_000;
/** Answers 404 or 410 in a row after which a page is not visited again. */
const goneLimit = 2;

/** The due date of pages that are not visited again: every store can sort it. */
export const neverAgain = new Date('9999-12-31T00:00:00Z');

/** The state after a page's first visit: t = 0, x = 1, next = now + initial. */
export function stateAfterFirstVisit(
  page: Pick<PageState, 'url' | 'site'>,
  observation: PageObservation,
  initialMs: number,
): PageState {
  return {
    ...page,
    observedMs: 0,
    changes: 1,
    visits: 1,
    unchangedInRow: 0,
    lastVisitAt: observation.now,
    nextVisitAt: new Date(observation.now.getTime() + initialMs),
    simhash: observation.simhash,
    etag: observation.etag,
    lastModified: observation.lastModified,
    goneCount: 0,
  };
}

/**
 * The state after a later visit, by the policy t/x: t += now - last; x += 1 where the text changed; next = last + t/x. An old page that no longer
 * changes is not visited again.
 * @param publishedAt ISO 8601, the start of the page's age; null: the first visit is
 */
export function stateAfterVisit(
  state: PageState,
  observation: PageObservation,
  publishedAt: string | null,
): { readonly state: PageState; readonly changed: boolean } {
  const { now, simhash, etag, lastModified } = observation;
  const changed = hammingDistance(simhash, state.simhash) > maxUnchangedBits;
  const observedMs = observedUntil(state, now);
  const changes = state.changes + (changed ? 1 : 0);
  const unchangedInRow = changed ? 0 : (state.unchangedInRow ?? 0) + 1;
  const isSettled = unchangedInRow >= unchangedLimit && ageMs(now, observedMs, publishedAt) > agedAfterMs;
  return {
    changed,
    state: {
      ...state,
      observedMs,
      changes,
      visits: state.visits + 1,
      unchangedInRow,
      lastVisitAt: now,
      nextVisitAt: isSettled ? neverAgain : new Date(now.getTime() + Math.round(observedMs / changes)),
      simhash,
      etag,
      lastModified,
      goneCount: 0,
    },
  };
}

/** The state after a 404 or 410: one more visit after the usual time, then no more. Gone pages stay in the store. */
export function stateAfterGone(state: PageState, now: Date): PageState {
  const goneCount = state.goneCount + 1;
  const observedMs = observedUntil(state, now);
  const gapMs = Math.max(1, Math.round(observedMs / state.changes));
  return {
    ...state,
    observedMs,
    visits: state.visits + 1,
    lastVisitAt: now,
    nextVisitAt: goneCount >= goneLimit ? neverAgain : new Date(now.getTime() + gapMs),
    goneCount,
  };
}

/** The observed time until now; a clock that was set back does not reduce it. */
const observedUntil = (state: PageState, now: Date): number =>
  state.observedMs + Math.max(0, now.getTime() - state.lastVisitAt.getTime());

function ageMs(now: Date, observedMs: number, publishedAt: string | null): number {
  const published = publishedAt === null ? Number.NaN : Date.parse(publishedAt);
  return Number.isNaN(published) ? observedMs : now.getTime() - published;
}
