import { z } from 'zod';
import { record } from '../schema.ts';

/** A line of a process's log, as its heartbeat carries it: without secrets. */
export const logLineSchema = record({
  /** Counts all lines of the process: a gap shows that lines are left out. */
  n: z.number(),
  /** ISO 8601. */
  at: z.string(),
  level: z.enum(['debug', 'info', 'warn', 'error']),
  event: z.string(),
  fields: z.record(z.string(), z.unknown()).readonly(),
});
export type LogLine = z.infer<typeof logLineSchema>;
