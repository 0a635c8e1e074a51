/** Why a call of the teacher gave no labels. */
export const teacherFailures = [
  'timed-out',
  'unreachable',
  'throttled',
  'refused',
  'server-error',
  'too-large',
  'no-json',
  'empty',
] as const;
export type TeacherFailure = (typeof teacherFailures)[number];

/** What the teacher was asked for a site: kept with the site, so that a restart does not ask again. Times are ISO 8601. */
export interface Teaching {
  /** Which layout, and which own data: a change of either begins a new count. */
  readonly layout: string;
  /** Calls for this layout, the failed ones included. */
  readonly calls: number;
  /** Pages of this layout that were labelled. */
  readonly pages: number;
  /** UTC day of the counts of today: `2026-11-23`. */
  readonly day: string;
  readonly callsToday: number;
  readonly tokensToday: number;
  readonly allCalls: number;
  /** Labels of all answers that were not believed, since they are not in the page. */
  readonly dropped: number;
  readonly failures: Readonly<Partial<Record<TeacherFailure, number>>>;
  readonly lastFailure: { readonly at: string; readonly failure: TeacherFailure; readonly detail: string } | null;
  /** Before this time it is not asked again: the endpoint said so, or failed. Null: it may be. */
  readonly notBefore: string | null;
}
