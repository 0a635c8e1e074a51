import { z } from 'zod';
import { count, listOf, record } from '../schema.ts';
import { loadViewSchema } from './load.ts';

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

/** A running crawl's heartbeat, kept in the store: `status` and `/metrics` of other processes read it. */
export const workerBeatSchema = record({
  /** Name of the process: host, process id, start. */
  owner: z.string(),
  run: z.string(),
  kind: z.enum(['crawl', 'watch', 'worker']),
  startedAt: z.date(),
  /** When it was written. */
  at: z.date(),
  pages: count,
  failures: count,
  pagesPerSecond: z.number(),
  load: loadViewSchema,
  /** Since when the queue has not answered; null: it answers, or there is none. */
  queueAwaySince: z.date().nullable(),
  /** The last lines of its log, oldest first. */
  log: listOf(logLineSchema).optional(),
  /** Of newshawk. */
  version: z.string().optional(),
});
export type WorkerBeat = z.infer<typeof workerBeatSchema>;

/** Interval of the heartbeats. */
export const beatEveryMs = 5_000;
/** A process without a heartbeat for this time is dead or hangs. */
export const silentAfterMs = 30_000;
/** The last heartbeat of a process is kept for this time: until then another process may check whether it is dead. */
export const forgottenAfterMs = 24 * 3_600_000;
