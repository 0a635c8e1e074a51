import type { PageState } from '../../../model/page/page-state.ts';
import { neverAgain, type RevisitPlan, type SitePage, stateAfterFirstVisit, stateAfterVisit } from './revisit.ts';

// Links of a page that were left out, since their host or the frontier was full, come again with the page.

/** The simhash of a page without an article: it has no text to compare. */
export const noText = '0'.repeat(16);

/** The longest time until a page is read again of which links were left out, ms. A full frontier takes days to empty. */
const longestGapMs = 24 * 3_600_000;

/** The schedule of a page of which links were left out: it is read again, as a whole, also where it would never be. First after the usual time, then twice as late each time. */
export function stateWithLinksLeft(state: PageState, { initialMs }: RevisitPlan): PageState {
  const gapMs = Math.min(longestGapMs, Math.max(initialMs, state.observedMs));
  const at = new Date(Math.min(state.nextVisitAt.getTime(), state.lastVisitAt.getTime() + gapMs));
  return { ...state, etag: null, lastModified: null, nextVisitAt: at };
}

/** The schedule of a page that is read again for its links only. It says nothing about changes, and takes no part in the budgets of re-visits. */
export function stateForLinks(page: SitePage, before: PageState | null, now: Date, plan: RevisitPlan): PageState {
  const sight = { now, simhash: noText, data: null, etag: null, lastModified: null, publishedAt: null };
  const state = before === null ? stateAfterFirstVisit(page, sight, plan) : stateAfterVisit(before, sight, plan).state;
  return stateWithLinksLeft({ ...state, counted: null, evidence: [] }, plan);
}

/** The schedule of such a page after a visit that left none of its links out. */
export const stateWithLinksTaken = (before: PageState, now: Date): PageState => ({
  ...before,
  visits: before.visits + 1,
  lastVisitAt: now,
  nextVisitAt: neverAgain,
});

/** Whether the page has a schedule for its links only. */
export const isForLinks = ({ simhash, data = null }: PageState): boolean => simhash === noText && data === null;
