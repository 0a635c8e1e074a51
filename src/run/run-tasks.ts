import type { Task } from '../model/crawl/task.ts';
import type { Clock, Log, Timers } from '../ports.ts';
import type { Frontier } from '../storage/crawl/frontier-port.ts';
import { openCrawler } from './crawlee.ts';
import type { FrontierFeed } from './frontier-feed.ts';
import { processTimers } from './host-turns.ts';
import type { StoreWatch } from './store-watch.ts';

interface RunnerOptions {
  readonly feed: FrontierFeed;
  readonly frontier: Frontier;
  readonly clock: Clock;
  /** Default: those of the process. The time to drain is the process' own. */
  readonly timers?: Timers | undefined;
  /** Tasks at once, at most; the feed decides how many. */
  readonly concurrency: number;
  readonly owner: string;
  readonly leaseMs: number;
  /** A task that takes longer is given up; its own time limits are far below. */
  readonly taskTimeoutMs: number;
  readonly log: Log;
  readonly run: (task: Task) => Promise<unknown>;
  /** Aborted: running tasks have `drainMs` to end, or less if the store does not answer. */
  readonly signal: AbortSignal;
  readonly storeWatch: StoreWatch;
  /** Called with the error of a task that could not be committed: the store does not answer. */
  readonly onFatal: (error: unknown) => void;
}

/** Containers have 30 s to stop; saving and closing need some of it. A task that does not end in time comes again when its lease ends. */
const drainMs = 25_000;

/** Runs the tasks of the frontier until the feed is finished or closed, and renews their leases. @throws NewshawkError `store` when the store stops answering */
export async function runTasks(options: RunnerOptions): Promise<void> {
  const { feed, signal, storeWatch, timers = processTimers } = options;
  const running = new Set<Promise<unknown>>();
  const crawler = openCrawler({
    requests: feed,
    concurrency: options.concurrency,
    timeoutMs: options.taskTimeoutMs,
    timers,
    handle: async ({ uniqueKey }) => {
      const task = feed.tasks.get(uniqueKey);
      if (task === undefined) throw new Error(`the feed does not know ${uniqueKey}`);
      const ended = options.run(task).catch(options.onFatal);
      running.add(ended);
      await ended.finally(() => running.delete(ended));
    },
  });
  const endRenewals = timers.every(options.leaseMs / 3, () => void renewLeases(options));
  try {
    const drained = drainLimit(signal, storeWatch);
    void drained.then(() => crawler.abort());
    await crawler.run();
    // Crawlee returns at once after Ctrl-C: running tasks get the rest of the drain time
    await Promise.race([Promise.allSettled(running), drained]);
  } finally {
    endRenewals();
    await storeWatch.whileItAnswers(feed.close());
  }
}

async function renewLeases({ frontier, owner, clock, leaseMs, log }: RunnerOptions): Promise<void> {
  await frontier
    .renew(owner, clock.now(), leaseMs)
    .catch((error: unknown) => log.warn('lease.not-renewed', { error: String(error) }));
}

/** Resolves when the drain time is over or the store does not answer; never without an abort. */
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
