import { z } from 'zod';
import { record } from '../schema.ts';

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
export const teachingSchema = record({
  /** Which layout, and which own data: a change of either begins a new count. */
  layout: z.string(),
  /** Calls for this layout, the failed ones included. */
  calls: z.number(),
  /** Pages of this layout that were labelled. */
  pages: z.number(),
  /** UTC day of the counts of today: `2026-11-23`. */
  day: z.string(),
  callsToday: z.number(),
  tokensToday: z.number(),
  allCalls: z.number(),
  /** Labels of all answers that were not believed, since they are not in the page. */
  dropped: z.number(),
  failures: z.partialRecord(z.enum(teacherFailures), z.number()).readonly(),
  lastFailure: record({
    at: z.string(),
    failure: z.enum(teacherFailures),
    detail: z.string(),
  }).nullable(),
  /** Before this time it is not asked again: the endpoint said so, or failed. Null: it may be. */
  notBefore: z.string().nullable(),
});
export type Teaching = z.infer<typeof teachingSchema>;
