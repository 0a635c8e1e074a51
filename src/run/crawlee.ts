import { totalmem } from 'node:os';
import { BasicCrawler } from '@crawlee/basic';
import { Configuration, log as crawleeLog, type IRequestManager, LogLevel, Request } from '@crawlee/core';
import type { CanonicalUrl } from '../model/web/canonical-url.ts';
import type { Timers } from '../ports.ts';

// Crawlee does three things for us: it runs tasks side by side, bounds the time of each, and stops in order. The rest is ours and switched off here: queue,
// priorities, politeness and leases (frontier-feed.ts), retries and endings (run-task.ts), sessions (stages/fetch/identity), load (load-control.ts).

/** The part of Crawlee's request manager that it calls. A request is known by its task's key. */
export interface RequestSource
  extends Pick<IRequestManager, 'isEmpty' | 'isFinished' | 'handledCount' | 'addRequest' | 'addRequestsBatched'> {
  fetchNextRequest(): Promise<Request | null>;
  markRequestHandled(request: RequestKey): Promise<null>;
  /** Crawlee could not run it. */
  reclaimRequest(request: RequestKey): Promise<null>;
  getTotalCount(): number;
  getPendingCount(): number;
}

export type RequestKey = Pick<Request, 'uniqueKey'>;

export const crawleeRequest = (url: CanonicalUrl): Request =>
  new Request({ url, uniqueKey: url, id: url, userData: {} });

interface CrawlerOptions {
  readonly requests: RequestSource;
  /** Requests at once, at most: `isEmpty` of the source holds back the others. */
  readonly concurrency: number;
  /** Crawlee gives up a request after this time. */
  readonly timeoutMs: number;
  readonly handle: (request: RequestKey) => Promise<void>;
  /** Make Crawlee look for work while there was none. */
  readonly timers: Timers;
}

export interface Crawler {
  /** Resolves when the source is finished, or when Crawlee is stopped by a signal or `abort`: requests may still run then. */
  run(): Promise<void>;
  abort(): Promise<void>;
}

/** Pause between two looks for work when there was none, ms. Crawlee's default of half a second is half of a polite host's pause. */
const idleLookMs = 50;

/**
 * Pause between two requests to one domain, s. Crawlee measures it by the calendar: with its default of 0, a clock that is set back holds requests back for that
 * time. A negative pause is always over.
 */
const noDomainDelayS = -1e9;

const hourMs = 3_600_000;
/** Crawlee's own looks, s: the run's timers look more often. */
const ownLookS = 5;

/**
 * No disk, no state, no measuring. To vary its concurrency Crawlee starts `ps` every second in the loop that drives the browser (1.3 s of 18 in a profile of the
 * demo crawl); load-control.ts does that instead.
 */
const crawleeSettings = (): Configuration =>
  new Configuration({
    persistStorage: false,
    purgeOnStart: false,
    systemInfoIntervalMillis: hourMs,
    persistStateIntervalMillis: hourMs,
    memoryMbytes: Math.round(totalmem() / 2 ** 20),
  });

export function openCrawler({ requests, concurrency, timeoutMs, handle, timers }: CrawlerOptions): Crawler {
  crawleeLog.setLevel(LogLevel.OFF);
  const crawler = new BasicCrawler(
    {
      // The typed option `requestManager` is refused at run time by 3.18.1; `requestQueue` takes any object with these methods.
      requestQueue: requests as unknown as IRequestManager as never,
      minConcurrency: concurrency,
      maxConcurrency: concurrency,
      maxRequestRetries: 0,
      sameDomainDelaySecs: noDomainDelayS,
      useSessionPool: false,
      requestHandlerTimeoutSecs: timeoutMs / 1_000,
      autoscaledPoolOptions: { maybeRunIntervalSecs: ownLookS },
      statusMessageLoggingInterval: 3_600,
      requestHandler: ({ request }) => handle(request),
    },
    crawleeSettings(),
  );
  return {
    run: async () => {
      const endLooks = timers.every(idleLookMs, () => void crawler.autoscaledPool?.notify());
      await crawler.run().finally(endLooks);
    },
    abort: async () => crawler.autoscaledPool?.abort(),
  };
}
