import type { PageState } from '../../../model/page/page-state.ts';
import { isForLinks } from './links-left.ts';
import { goneLimit, isOver, type RevisitPlan, rateOf, unchangedLimit } from './revisit.ts';

/** When a page is visited next, with the reason, for people. */
export interface RevisitForecast {
  /** Changes per day that are believed. */
  readonly changesPerDay: number;
  readonly reason: string;
}

const dayMs = 86_400_000;

/** Why the next visit of a page is when it is. By the plan of now: the visit was planned by the one of its time. */
export function revisitForecast(state: PageState, plan: RevisitPlan): RevisitForecast {
  const rate = rateOf(state);
  return { changesPerDay: rate * dayMs, reason: isOver(state) ? whyNever(state) : whyThen(state, plan, rate) };
}

function whyNever(state: PageState): string {
  const { goneCount, unchangedInRow = 0 } = state;
  if (goneCount >= goneLimit) return `it answered 404 or 410 ${goneCount} times in a row`;
  if (isForLinks(state)) return 'none of its links is left out any more';
  if (unchangedInRow >= unchangedLimit) return `an old page, and its last ${unchangedInRow} visits saw no change`;
  return 'it is visited under the address after its redirects';
}

function whyThen(state: PageState, { policy, allocation }: RevisitPlan, rate: number): string {
  if (isForLinks(state)) return 'links of it were left out: they come with it when there is room';
  if (state.visits === 1)
    return 'the second visit comes after a fixed time (NEWSHAWK_REVISIT_AFTER_MS), or by the policy where thirty visits to such pages are known';
  if (policy === 't/x') return `t/x: the observed time divided by ${state.changes}`;
  if (policy === 'corrected') return 'corrected: one visit per expected change';
  const visits = allocation(new URL(state.url).host, rate) * dayMs;
  if (visits === 0) return `${policy}: it changes too often to be followed within the budgets`;
  return `${policy}: ${visits.toPrecision(2)} visits per day for pages with this rate, within the budgets`;
}
