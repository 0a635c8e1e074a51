import type { BrowserHealth } from '../../model/crawl/browser-health.ts';
import type { LoadView } from '../../model/crawl/load.ts';
import type { SilentRule } from '../../model/crawl/own-rule.ts';
import type { WorkLeft } from '../../model/crawl/work-left.ts';
import type { WorkerBeat } from '../../model/crawl/worker-beat.ts';
import type { HostOutage } from '../../stages/schedule/host-health.ts';
import type { FailureCount } from '../../storage/failures-port.ts';
import type { VisitSummary } from '../../storage/visits-port.ts';

/** How a run stands, a few times a second: what the live view shows. */
export interface CrawlProgress {
  readonly elapsedMs: number;
  readonly done: number;
  readonly queued: number;
  readonly running: number;
  readonly pagesPerSecond: number;
  readonly stored: number;
  readonly duplicates: number;
  readonly offTopic: number;
  readonly failures: number;
  readonly mediaItems: number;
  readonly memoryBytes: number;
  /** Null while it can't be told. */
  readonly etaMs: number | null;
  readonly load: LoadView;
  /** What was finished last. */
  readonly last: string;
}

/** What a run did: the table at its end. */
export interface CrawlReport {
  readonly runId: string;
  readonly summary: VisitSummary;
  /** In the store after the run. */
  readonly published: number;
  readonly duplicates: number;
  readonly offTopic: number;
  readonly mediaItems: number;
  /** Pages of its sites that wait for a browser to start. */
  readonly waitingForBrowser: number;
  readonly browser: BrowserHealth;
  readonly elapsedMs: number;
  /** CPU-seconds of all processes, browser included; null where the system doesn't tell. */
  readonly cpuSeconds: number | null;
  /** p99 of the event loop's delay, ms. */
  readonly loopDelayP99Ms: number;
  /** What is not done on the run's sites. */
  readonly left: WorkLeft;
  /** Hosts that did not answer at its end: their pages are pending. */
  readonly outages: readonly HostOutage[];
  /** Failures that it has left, by site and reason: also those of pages that were stored, where a site's own rules have drifted. */
  readonly failures: readonly FailureCount[];
  /** Rules of its sites' scrapers that do not match. */
  readonly silentRules: readonly SilentRule[];
  /** Other processes that work on the same data. */
  readonly beside: readonly Pick<WorkerBeat, 'owner' | 'kind' | 'run'>[];
  /** Why it ended. `finished`: by itself, and nothing is left; `incomplete`: by itself, and something is left or failed. */
  readonly ended: 'finished' | 'incomplete' | 'interrupted' | 'time-limit' | 'limit' | 'failure-limit' | 'no-browser';
}
