import type { BrowserHealth } from './browser-health.ts';

/** What machine and process are doing, over the time since the sample before. Shares are 0 to 1. */
export interface LoadSample {
  /** Of the cores that we may use, what is in use, by whomever; of the container's quota where that is nearer to its end. */
  readonly cpu: number;
  /** Of the main thread's time, what its event loop worked: one core is all it has. */
  readonly loop: number;
  /** p99 of the event loop's delay, ms. */
  readonly loopDelayP99Ms: number;
  /** Of the machine's or the container's memory, what can still be taken (caches that the system gives back count as free). */
  readonly freeMemory: number;
  /** Resident memory of this process, worker threads included. */
  readonly nodeBytes: number;
  /** What the processes below have for themselves; null where the system doesn't tell. */
  readonly browserBytes: number | null;
  /** Processes below this one; null where the system doesn't tell. */
  readonly processes: number | null;
}

/** Why not more is done at once. `demand`: nothing waits; `sites`: more at once gave no more pages. */
export type LoadLimit = 'memory' | 'event-loop' | 'cpu' | 'sites' | 'most' | 'growing' | 'demand' | 'fixed';

/** How a running crawl stands: shown live, and kept in the store as the worker's sign of life. */
export interface LoadView extends LoadSample {
  readonly limitedBy: LoadLimit;
  /** Tasks that are being fetched without a browser, read or stored. */
  readonly fetches: { readonly running: number; readonly limit: number };
  readonly browserPages: { readonly running: number; readonly waiting: number; readonly limit: number };
  readonly browser: BrowserHealth;
  readonly launches: number;
  readonly contexts: number;
  /** Hosts that may not be asked now. */
  readonly restingHosts: number;
  /** Answers 429 and 503 of this run. */
  readonly throttled: number;
  /** Tries of this run that cost no attempt. */
  readonly freeTries: number;
}
