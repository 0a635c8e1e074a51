import type { BrowserHealth } from './browser-health.ts';

/** Load of machine and process since the sample before. Shares are 0 to 1. */
export interface LoadSample {
  /** Share of our cores that is in use, by any process; of the container's quota where that is more. */
  readonly cpu: number;
  /** Share of the main thread's time in which its event loop was busy. */
  readonly loop: number;
  /** p99 of the event loop's delay, ms. */
  readonly loopDelayP99Ms: number;
  /** Share of the machine's or the container's memory that is available (reclaimable caches included). */
  readonly freeMemory: number;
  /** Resident memory of this process, worker threads included. */
  readonly nodeBytes: number;
  /** Private memory of the child processes; null: the system does not report it. */
  readonly browserBytes: number | null;
  /** Number of descendant processes; null: the system does not report it. */
  readonly processes: number | null;
}

/** What limits the concurrency. `demand`: nothing waits; `sites`: more concurrency gave no more pages per second; `most`: the configured maximum. */
export type LoadLimit = 'memory' | 'event-loop' | 'cpu' | 'sites' | 'most' | 'growing' | 'demand' | 'fixed';

/** State of a running crawl: shown live, and stored as the worker's heartbeat. */
export interface LoadView extends LoadSample {
  readonly limitedBy: LoadLimit;
  /** Tasks that are fetched without a browser, read or stored now. */
  readonly fetches: { readonly running: number; readonly limit: number };
  readonly browserPages: { readonly running: number; readonly waiting: number; readonly limit: number };
  readonly browser: BrowserHealth;
  readonly launches: number;
  readonly contexts: number;
  /** Hosts that get no request now. */
  readonly restingHosts: number;
  /** Answers with status 429 or 503 in this run. */
  readonly throttled: number;
  /** Tries in this run that cost no attempt. */
  readonly freeTries: number;
}
