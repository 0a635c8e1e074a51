import type { CommonFailure } from '../crawl/failure/common-failure.ts';
import type { BrowserHealth } from '../model/crawl/browser-health.ts';
import type { LinksLeftBy } from '../model/crawl/links-left.ts';
import type { LoadView } from '../model/crawl/load.ts';
import type { SilentRule } from '../model/crawl/own-rule.ts';
import type { ListCutShort } from '../model/crawl/visit.ts';
import type { WorkLeft } from '../model/crawl/work-left.ts';
import type { WorkerBeat } from '../model/crawl/worker-beat.ts';
import type { BrokenScraper } from '../settings/broken-scrapers.ts';
import type { NoticedDrift } from '../site/site-learner.ts';
import type { HostOutage } from '../stages/schedule/host-health.ts';
import type { FailureCount } from '../storage/collections/crawl/failures.ts';
import type { VisitSummary } from '../storage/collections/crawl/visits.ts';

/** A run's progress, once a second, for the live view. */
export interface CrawlProgress {
  readonly elapsedMs: number;
  readonly done: number;
  readonly queued: number;
  readonly running: number;
  /** Polls of sources that have ended. */
  readonly polls: number;
  readonly pagesPerSecond: number;
  readonly stored: number;
  readonly duplicates: number;
  readonly offTopic: number;
  readonly failures: number;
  readonly mediaItems: number;
  readonly memoryBytes: number;
  /** Null while it is unknown. */
  readonly etaMs: number | null;
  readonly load: LoadView;
  /** The last ending. */
  readonly last: string;
}

/** A list that loads more when it is scrolled or clicked, beyond its budget. */
export interface CutShortList extends ListCutShort {
  readonly url: string;
}

/** The result of a run: the table at its end. */
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
  /** CPU seconds of all processes with the browser; null where the system does not report them. */
  readonly cpuSeconds: number | null;
  /** p99 of the event loop's delay, ms. */
  readonly loopDelayP99Ms: number;
  /** Work that is left on the run's sites. */
  readonly left: WorkLeft;
  /** Links that became no tasks, by reason. */
  readonly linksLeft: LinksLeftBy;
  /** Lists that have more than was loaded. */
  readonly listsCutShort: readonly CutShortList[];
  /** Hosts that do not answer at the end of the run: their pages are pending. */
  readonly outages: readonly HostOutage[];
  /** Failures of the run, by site and reason. A stored page counts too if its site's own rules drifted. */
  readonly failures: readonly FailureCount[];
  /** Rules of the sites' scrapers that do not match. */
  readonly silentRules: readonly SilentRule[];
  /** Changes of a site's layout that the run noticed: its learned wrapper was suspended. */
  readonly drifts: readonly NoticedDrift[];
  /** Scrapers that can't be used: their sites were left out. */
  readonly brokenScrapers: readonly BrokenScraper[];
  /** Why all pages of the run failed; null: not all, or not for one reason. */
  readonly commonFailure: CommonFailure | null;
  /** Other processes that work on the same data. */
  readonly beside: readonly { readonly owner: string; readonly kind: WorkerBeat['kind']; readonly run: string }[];
  /** Why the run ended. `finished` and `incomplete`: by itself; `incomplete` if tasks are left or failed, or a list has more than was loaded. */
  readonly ended: 'finished' | 'incomplete' | 'interrupted' | 'time-limit' | 'limit' | 'failure-limit' | 'no-browser';
}
