import { z } from 'zod';
import { record } from '../schema.ts';

/** The browser does not start, or crashes before it reads a page. Starts are retried automatically. */
const browserAbsenceSchema = record({
  state: z.literal('absent'),
  /** Time since it was first missing, ms. */
  forMs: z.number(),
  /** Time until the next start, ms; 0: it is starting now. */
  nextTryMs: z.number(),
  /** The cause in a few words, without paths. */
  why: z.string(),
  /** The cause with the browser's path and what to do. */
  message: z.string(),
  /** A browser ran earlier in this process, so one can run on this machine. */
  hasRun: z.boolean(),
  /** A retry cannot help: a person has to change the machine. */
  isLasting: z.boolean(),
});
export type BrowserAbsence = z.infer<typeof browserAbsenceSchema>;

/** State of a process' browser. */
export const browserHealthSchema = z.union([
  /** No browser runs; the next page that needs one starts it. */
  record({ state: z.literal('idle') }),
  record({ state: z.literal('ready') }),
  browserAbsenceSchema,
]);
export type BrowserHealth = z.infer<typeof browserHealthSchema>;
