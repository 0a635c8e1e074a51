import { hammingDistance } from '../../../model/article/neighbour-keys.ts';
import type { PageState, RateBelief, RateEvidence } from '../../../model/page/page-state.ts';
import type { CanonicalUrl } from '../../../model/web/canonical-url.ts';
import { urlFormats } from '../url-format.ts';
import { type RatesByAge, usualRate } from './age-rates.ts';
import type { Allocation } from './allocation.ts';
import { beliefAfter, beliefOf, type ChangeEvidence, changesByAge, meanRate, priorBelief } from './change-rate.ts';
import { ageClassOf, rateClassOf } from './rate-classes.ts';

/**
 * When a page is visited again:
 * - `t/x`: after the observed time divided by the number of changes.
 * - `corrected`: once per change, by the believed rate: t/x without its bias.
 * - `sqrt`: in proportion to the square root of the rate, within the budgets: the shortest delay from a change to its visit.
 * - `freshness`: the largest share of fresh pages within the budgets.
 */
export const revisitPolicies = ['sqrt', 'freshness', 'corrected', 't/x'] as const;
export type RevisitPolicy = (typeof revisitPolicies)[number];

/** By what the next visit of a page is planned. */
export interface RevisitPlan {
  readonly policy: RevisitPolicy;
  /** From the first visit to the second, ms: with `t/x`, and while little is known about new pages of the format. */
  readonly initialMs: number;
  readonly ratesByAge: RatesByAge;
  /** For the objective of the policy: delay for `sqrt`. */
  readonly allocation: Allocation;
  /** A page older than this is not visited again after three visits in a row without a change, ms. */
  readonly settledAfterMs: number;
}

/** The address of a page, and its site. */
export interface SitePage {
  readonly url: CanonicalUrl;
  readonly site: string;
}

/** A page as a visit saw it. */
export interface PageObservation {
  readonly now: Date;
  /** Simhash of the main text, 16 hex digits. */
  readonly simhash: string;
  /** Hash of its own data and records; null: none are declared. Default: as before. */
  readonly data?: string | null;
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** When the article was published, ISO 8601; null: unknown. */
  readonly publishedAt: string | null;
}

/** Differing bits of the simhash, at most, for an unchanged page. */
const maxUnchangedBits = 5;
/** Visits in a row without a change after which an old page is not visited again. */
export const unchangedLimit = 3;
/** Answers 404 or 410 in a row after which a page is not visited again. */
export const goneLimit = 2;
const dayMs = 24 * 3_600_000;
/** The shortest gap between two visits by `sqrt`, `freshness` and `corrected`, ms. */
const shortestGapMs = 60_000;
/** The longest gap, ms: a changed habit of a quiet page is noticed within a month. Nor is a gap longer than a day and the page's age, since the rate of news decays as it ages. */
const longestGapMs = (state: PageState): number => Math.min(30 * dayMs, dayMs + ageMs(state));

/** The belief about pages whose state an older version stored. */
const usualPrior = priorBelief(usualRate);

/** The due date of pages that are not visited again: every store can sort it. */
export const neverAgain = new Date('9999-12-31T00:00:00Z');

/** The state after a page's first visit: t = 0, x = 1, next = now + initial; or by the policy, where pages of the format are known. */
export function stateAfterFirstVisit(
  page: SitePage,
  { now, ...observation }: PageObservation,
  plan: RevisitPlan,
): PageState {
  const aged = { ...page, ...observation, observedMs: 0, lastVisitAt: now };
  const rates = plan.ratesByAge(placeOf(aged));
  const state = {
    ...aged,
    changes: 1,
    visits: 1,
    unchangedInRow: 0,
    nextVisitAt: now,
    goneCount: 0,
    rate: priorBelief(rates.at(ageMs(aged))),
  };
  const isPlanned = plan.policy !== 't/x' && rates.isKnown(ageMs(aged));
  const gap = isPlanned ? gapMs(state, plan) : plan.initialMs;
  return counted({ ...state, nextVisitAt: new Date(now.getTime() + gap) });
}

/**
 * The state after a later visit: t += now - last; x += 1 where the text changed; the next visit by the plan's policy. An old page that no longer changes is not visited again.
 */
export function stateAfterVisit(
  state: PageState,
  observation: PageObservation,
  plan: RevisitPlan,
): { readonly state: PageState; readonly changed: boolean } {
  const { now, ...seen } = observation;
  const changed =
    hammingDistance(seen.simhash, state.simhash) > maxUnchangedBits || hasNewData(state.data ?? null, seen.data);
  const unchangedInRow = changed ? 0 : (state.unchangedInRow ?? 0) + 1;
  const shown = { gapMs: gapUntil(state, now), changed, ageMs: ageMs(state), rateAt: ageingOf(state, plan) };
  const belief = beliefOf(state, usualPrior);
  const visited = {
    ...state,
    ...seen,
    publishedAt: seen.publishedAt ?? state.publishedAt ?? null,
    observedMs: state.observedMs + shown.gapMs,
    changes: state.changes + (changed ? 1 : 0),
    visits: state.visits + 1,
    unchangedInRow,
    lastVisitAt: now,
    goneCount: 0,
    rate: beliefAfter(belief, shown),
    evidence: evidenceOf(state, belief, shown),
  };
  const isSettled = unchangedInRow >= unchangedLimit && ageMs(visited) > plan.settledAfterMs;
  const nextVisitAt = isSettled ? neverAgain : new Date(now.getTime() + gapMs(visited, plan));
  return { changed, state: counted({ ...visited, nextVisitAt }) };
}

/** Where data were declared in between, the first visit after that says nothing. */
const hasNewData = (before: string | null, data = before): boolean =>
  before !== null && data !== null && before !== data;

/** What a visit shows about pages of the same format, one record per age class. */
function evidenceOf(state: PageState, belief: RateBelief, shown: ChangeEvidence): RateEvidence[] {
  if (shown.gapMs === 0) return [];
  const { host, format } = placeOf(state);
  const byClass = Map.groupBy(changesByAge(belief, shown), (part) => ageClassOf(part.ageMs));
  return [...byClass].map(([ageClass, parts]) => ({
    host,
    format,
    ageClass,
    changes: parts.reduce((sum, { changes }) => sum + changes, 0),
    observedMs: parts.reduce((sum, { observedMs }) => sum + observedMs, 0),
  }));
}

/** The state after an answer "not modified" (304): all that was observed stays. */
export function stateAfterUnchanged(state: PageState, now: Date, plan: RevisitPlan): PageState {
  const { simhash, etag, lastModified, publishedAt = null } = state;
  return stateAfterVisit(state, { now, simhash, etag, lastModified, publishedAt }, plan).state;
}

/** The state after a 404 or 410: one more visit after the usual time, then no more. Gone pages stay in the store. */
export function stateAfterGone(state: PageState, now: Date, plan: RevisitPlan): PageState {
  const goneCount = state.goneCount + 1;
  const visited = {
    ...state,
    observedMs: state.observedMs + gapUntil(state, now),
    visits: state.visits + 1,
    lastVisitAt: now,
    goneCount,
    evidence: [],
  };
  const again = (): Date => new Date(now.getTime() + Math.max(1, gapMs(visited, plan)));
  return counted({ ...visited, nextVisitAt: goneCount >= goneLimit ? neverAgain : again() });
}

/** The state of an address whose page is visited under another one. */
export const endRevisits = (state: PageState): PageState => counted({ ...state, nextVisitAt: neverAgain });

const counted = (state: PageState): PageState => ({
  ...state,
  counted: isOver(state) ? null : { ...placeOf(state), rateClass: rateClassOf(rateOf(state)) },
});

/** Whether the page is not visited again. */
export const isOver = ({ nextVisitAt }: PageState): boolean => nextVisitAt.getTime() >= neverAgain.getTime();

/** The rate of changes that is believed, changes per ms. */
export const rateOf = (state: PageState): number => meanRate(beliefOf(state, usualPrior));

type Aged = Pick<PageState, 'url' | 'publishedAt' | 'observedMs' | 'lastVisitAt'>;

function placeOf(state: Aged) {
  const { host, fine } = urlFormats(state.url);
  return { host, format: fine, ageClass: ageClassOf(ageMs(state)) };
}

/** Parts of a gap, roughly, in which the rate is taken as one. */
const stepsOfGap = 16;

/** From a visit to the next, ms. By `sqrt`, `freshness` and `corrected` it is the time in which the visits of the policy, while the rate falls with the page's age, sum up to one. */
function gapMs(state: PageState, plan: RevisitPlan): number {
  if (plan.policy === 't/x') return Math.round(state.observedMs / state.changes);
  const { host } = placeOf(state);
  const rateAt = ageingOf(state, plan);
  const visitsAt = (rate: number): number => (plan.policy === 'corrected' ? rate : plan.allocation(host, rate));
  const longest = longestGapMs(state);
  const age = ageMs(state);
  const scale = rateOf(state) / rateAt(age);
  let [gap, left] = [0, 1];
  let step = Math.max(shortestGapMs, Math.min(longest, 1 / visitsAt(rateOf(state))) / stepsOfGap);
  while (gap < longest) {
    const visits = visitsAt(scale * rateAt(age + gap + step / 2));
    if (visits * step >= left) return Math.round(Math.max(shortestGapMs, gap + left / visits));
    left -= visits * step;
    gap += step;
    step = Math.max(step, gap / stepsOfGap);
  }
  return Math.round(longest);
}

/** How the rate of a page falls with its age, at any scale. Of a page without a date it stays: the time since its first visit says little about its age. */
function ageingOf(state: PageState, plan: RevisitPlan): (ageMs: number) => number {
  return hasDate(state) ? plan.ratesByAge(placeOf(state)).at : () => 1;
}

const hasDate = ({ publishedAt }: Aged): boolean => !Number.isNaN(Date.parse(publishedAt ?? ''));

/** From the last visit until now, ms; a clock that was set back does not make it negative. */
const gapUntil = (state: PageState, now: Date): number => Math.max(0, now.getTime() - state.lastVisitAt.getTime());

/** The page's age at its last visit, ms: since it was published, else since its first visit. */
function ageMs(state: Aged): number {
  const { publishedAt, observedMs, lastVisitAt } = state;
  return hasDate(state) ? Math.max(0, lastVisitAt.getTime() - Date.parse(publishedAt ?? '')) : observedMs;
}
