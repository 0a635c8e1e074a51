import { totalmem } from 'node:os';
import { BasicCrawler } from '@crawlee/basic';
import { Configuration, log as crawleeLog, type IRequestManager, LogLevel } from '@crawlee/core';
import type { Task } from '../../model/crawl/task.ts';
import type { Clock, Log } from '../../ports.ts';
import type { Frontier } from '../../storage/frontier-port.ts';
import type { FrontierFeed } from './frontier-feed.ts';
import type { StoreWatch } from './store-watch.ts';

export interface RunnerOptions {
  readonly feed: FrontierFeed;
  readonly frontier: Frontier;
  readonly clock: Clock;
  /** Tasks at once at the most; how many at a time is up to the feed. */
  readonly concurrency: number;
  readonly owner: string;
  readonly leaseMs: number;
  /** A task that has not ended by then is given up by Crawlee; its own limits are far below. */
  readonly taskTimeoutMs: number;
  readonly log: Log;
  readonly run: (task: Task) => Promise<unknown>;
  /** Aborted: what runs has `drainMs` to end, and less where the store does not answer. */
  readonly signal: AbortSignal;
  readonly storeWatch: StoreWatch;
  /** A task could not even be ended: the store does not answer. */
  readonly onFatal: (error: unknown) => void;
}

/** Containers are given 30 s to stop; saving and closing take some of it. What has not ended by then comes again by its lease. */
const drainMs = 25_000;

/** How often Crawlee looks for work when it had none, s: its default of half a second would be half of a polite host's pause. */
const lookEveryS = 0.05;

/**
 * No pause of Crawlee's own between two requests of one domain. It measures that pause by the calendar's clock: with its default of 0 a request waits for as long
 * as the clock was set back. A pause below zero is over at any time, s.
 */
const noDomainDelayS = -1e9;

const hourMs = 3_600_000;

/**
 * No disk, no state. Crawlee measures the memory of all processes by starting `ps` every second, from the loop that drives the browser (1.3 s of 18 in a
 * profile of the demo crawl); it needs that only to vary the concurrency, starting low and growing by 5 % every 10 s: load-control.ts
 * does that with numbers of its own.
 */
const crawleeSettings = (): Configuration =>
  new Configuration({
    persistStorage: false,
    purgeOnStart: false,
    systemInfoIntervalMillis: hourMs,
    persistStateIntervalMillis: hourMs,
    memoryMbytes: Math.round(totalmem() / 2 ** 20),
  });

/**
 * Lets Crawlee run the tasks of the frontier until the feed says that all is done or closed. Retries, politeness and endings are ours (run-task.ts), so Crawlee's
 * own are switched off; concurrency, orderly stop and time-outs are its.
 */
export async function runTasks(options: RunnerOptions): Promise<void> {
  const { feed, frontier, clock, concurrency, owner, leaseMs, taskTimeoutMs, log, run, signal, onFatal, storeWatch } =
    options;
  crawleeLog.setLevel(LogLevel.OFF);
  const inFlight = new Set<Promise<unknown>>();
  const crawler = new BasicCrawler(
    {
      // The typed option `requestManager` is refused at run time by 3.18.1; `requestQueue` takes any object with these methods.
      requestQueue: feed as unknown as IRequestManager as never,
      minConcurrency: concurrency,
      maxConcurrency: concurrency,
      maxRequestRetries: 0,
      sameDomainDelaySecs: noDomainDelayS,
      useSessionPool: false,
      requestHandlerTimeoutSecs: taskTimeoutMs / 1_000,
      autoscaledPoolOptions: { maybeRunIntervalSecs: lookEveryS },
      statusMessageLoggingInterval: 3_600,
      requestHandler: async ({ request }) => {
        const task = feed.tasks.get(request.uniqueKey);
        if (task === undefined) throw new Error(`the feed does not know ${request.url}`);
        const ended = run(task).catch(onFatal);
        inFlight.add(ended);
        await ended.finally(() => inFlight.delete(ended));
      },
    },
    crawleeSettings(),
  );
  const renewal = setInterval(() => void renew(), leaseMs / 3);
  const renew = () =>
    frontier
      .renew(owner, clock.now(), leaseMs)
      .catch((error: unknown) => log.warn('lease.not-renewed', { error: String(error) }));
  try {
    const patience = drainLimit(signal, storeWatch);
    void patience.then(() => crawler.autoscaledPool?.abort());
    await crawler.run();
    // Ctrl-C makes Crawlee leave at once; what runs is finished nevertheless.
    await Promise.race([Promise.allSettled(inFlight), patience]);
  } finally {
    clearInterval(renewal);
    await storeWatch.whileItAnswers(feed.close());
  }
}

/** Resolves when the time to drain is over, or nothing can be saved any more; never without an abort. */
function drainLimit(signal: AbortSignal, storeWatch: StoreWatch): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const start = (): void => {
    setTimeout(resolve, drainMs).unref();
    void storeWatch.silence.then(resolve);
  };
  if (signal.aborted) start();
  else signal.addEventListener('abort', start, { once: true });
  return promise;
}
