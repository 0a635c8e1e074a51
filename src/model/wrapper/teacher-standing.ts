import type { SiteBrief } from './site-learning.ts';
import type { TeacherFailure } from './teaching.ts';

/** What the teacher was asked, all sites together. Null: nothing yet. */
export interface TeacherStanding {
  readonly sites: number;
  readonly calls: number;
  readonly callsToday: number;
  readonly tokensToday: number;
  /** Labels that are not in the page. */
  readonly dropped: number;
  readonly failures: Readonly<Partial<Record<TeacherFailure, number>>>;
  readonly lastFailure: { readonly site: string; readonly at: string; readonly detail: string } | null;
}

/** Of all sites. @param day UTC, as `2026-11-23` */
export function teacherStanding(learned: readonly SiteBrief[], day: string): TeacherStanding | null {
  const taught = learned.flatMap(({ site, teaching }) => (teaching === undefined ? [] : [{ site, ...teaching }]));
  if (taught.length === 0) return null;
  const today = taught.filter((one) => one.day === day);
  const failures: Partial<Record<TeacherFailure, number>> = {};
  for (const one of taught)
    for (const [name, count] of Object.entries(one.failures) as [TeacherFailure, number][])
      failures[name] = (failures[name] ?? 0) + count;
  const failed = taught.flatMap(({ site, lastFailure }) =>
    lastFailure === null ? [] : [{ site, at: lastFailure.at, detail: lastFailure.detail }],
  );
  return {
    sites: taught.length,
    calls: taught.reduce((sum, { allCalls }) => sum + allCalls, 0),
    callsToday: today.reduce((sum, { callsToday }) => sum + callsToday, 0),
    tokensToday: today.reduce((sum, { tokensToday }) => sum + tokensToday, 0),
    dropped: taught.reduce((sum, one) => sum + one.dropped, 0),
    failures,
    lastFailure: failed.sort((a, b) => (a.at < b.at ? 1 : -1))[0] ?? null,
  };
}
