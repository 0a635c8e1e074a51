import type { TeacherFailure, Teaching } from '../../../model/wrapper/teaching.ts';

export interface TeacherBudget {
  readonly callsPerLayout: number;
  readonly callsPerDay: number;
  readonly tokensPerSite: number;
  readonly tokensPerDay: number;
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** The counts of a layout, begun anew where the layout or the day is another. */
export function teachingOf(teaching: Teaching | undefined, layout: string, now: Date): Teaching {
  const day = dayOf(now);
  const fresh: Teaching = {
    layout,
    calls: 0,
    pages: 0,
    day,
    callsToday: 0,
    tokensToday: 0,
    allCalls: 0,
    dropped: 0,
    failures: {},
    lastFailure: null,
    notBefore: null,
  };
  if (teaching === undefined) return fresh;
  const today = teaching.day === day ? teaching : { ...teaching, day, callsToday: 0, tokensToday: 0 };
  return today.layout === layout ? today : { ...today, layout, calls: 0, pages: 0, notBefore: null };
}

/** Why the teacher may not be asked now; null: it may. @param others of all other sites */
export function budgetObjection(
  teaching: Teaching,
  others: readonly Teaching[],
  budget: TeacherBudget,
  now: Date,
): string | null {
  const today = others.filter(({ day }) => day === dayOf(now));
  const sum = (of: (one: Teaching) => number): number => today.reduce((total, one) => total + of(one), of(teaching));
  if (teaching.calls >= budget.callsPerLayout) return `${teaching.calls} calls for this layout`;
  if (teaching.notBefore !== null && new Date(teaching.notBefore) > now) return `a pause until ${teaching.notBefore}`;
  if (teaching.tokensToday >= budget.tokensPerSite) return `${teaching.tokensToday} tokens for this site today`;
  if (sum(({ callsToday }) => callsToday) >= budget.callsPerDay) return 'the calls of this day are used up';
  return sum(({ tokensToday }) => tokensToday) >= budget.tokensPerDay ? 'the tokens of this day are used up' : null;
}

/** Counted before the call: a process that ends meanwhile has spent it. */
export const withCall = (teaching: Teaching): Teaching => ({
  ...teaching,
  calls: teaching.calls + 1,
  callsToday: teaching.callsToday + 1,
  allCalls: teaching.allCalls + 1,
});

export const withLabels = (teaching: Teaching, tokens: number, dropped: number): Teaching => ({
  ...teaching,
  pages: teaching.pages + 1,
  tokensToday: teaching.tokensToday + tokens,
  dropped: teaching.dropped + dropped,
  notBefore: null,
});

export interface FailedCall {
  readonly failure: TeacherFailure;
  readonly detail: string;
  readonly tokens: number;
  /** Pause before the next call. */
  readonly pauseMs: number;
}

export const withFailure = (
  teaching: Teaching,
  { failure, detail, tokens, pauseMs }: FailedCall,
  now: Date,
): Teaching => ({
  ...teaching,
  tokensToday: teaching.tokensToday + tokens,
  failures: { ...teaching.failures, [failure]: (teaching.failures[failure] ?? 0) + 1 },
  lastFailure: { at: now.toISOString(), failure, detail },
  notBefore: new Date(now.getTime() + pauseMs).toISOString(),
});
