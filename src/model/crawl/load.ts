import { z } from 'zod';
import { record } from '../schema.ts';
import { browserHealthSchema } from './browser-health.ts';

/** Load of machine and process since the sample before. Shares are 0 to 1. */
const loadSampleSchema = record({
  /** Share of our cores that is in use, by any process; of the container's quota where that is more. */
  cpu: z.number(),
  /** Share of the main thread's time in which its event loop was busy. */
  loop: z.number(),
  /** p99 of the event loop's delay, ms. */
  loopDelayP99Ms: z.number(),
  /** Share of the machine's or the container's memory that is available (reclaimable caches included). */
  freeMemory: z.number(),
  /** Resident memory of this process, worker threads included. */
  nodeBytes: z.number(),
  /** Private memory of the child processes; null: the system does not report it. */
  browserBytes: z.number().nullable(),
  /** Number of descendant processes; null: the system does not report it. */
  processes: z.number().nullable(),
});
export type LoadSample = z.infer<typeof loadSampleSchema>;

/** What limits the concurrency. `demand`: nothing waits; `sites`: more concurrency gave no more pages per second; `most`: the configured maximum. */
const loadLimitSchema = z.enum(['memory', 'event-loop', 'cpu', 'sites', 'most', 'growing', 'demand', 'fixed']);
export type LoadLimit = z.infer<typeof loadLimitSchema>;

/** State of a running crawl: shown live, and stored as the worker's heartbeat. */
export const loadViewSchema = record({
  ...loadSampleSchema.unwrap().shape,
  limitedBy: loadLimitSchema,
  /** Tasks that are fetched without a browser, read or stored now. */
  fetches: record({
    running: z.number(),
    limit: z.number(),
  }),
  browserPages: record({
    running: z.number(),
    waiting: z.number(),
    limit: z.number(),
  }),
  browser: browserHealthSchema,
  launches: z.number(),
  contexts: z.number(),
  /** Hosts that get no request now. */
  restingHosts: z.number(),
  /** Answers with status 429 or 503 in this run. */
  throttled: z.number(),
  /** Tries in this run that cost no attempt. */
  freeTries: z.number(),
});
export type LoadView = z.infer<typeof loadViewSchema>;
