import { utimes, writeFile } from 'node:fs/promises';
import { cacheByCost } from '../cache-by-cost.ts';
import { recheckRounds } from '../crawl/recheck-copies.ts';
import { beatEveryMs } from '../model/crawl/worker-beat.ts';
import { packageVersion } from '../package-version.ts';
import type { Clock, Log } from '../ports.ts';
import type { HostHealth } from '../stages/schedule/host-health.ts';
import type { HostGate } from '../stages/schedule/politeness.ts';
import type { RunTelling } from '../watch/alerts/open-telling.ts';
import type { HostHolds } from '../watch/assignment/host-holds.ts';
import type { QueueWork } from '../watch/assignment/queue-work.ts';
import { searchRounds } from '../watch/maintenance/search-rounds.ts';
import type { ReextractionRounds } from '../watch/reextraction/reextraction-rounds.ts';
import type { BrowserPatience } from './capacity/browser-patience.ts';
import type { LoadControl } from './capacity/load-control.ts';
import type { ClockWatch } from './clock-watch.ts';
import type { FrontierFeed } from './frontier-feed.ts';
import { processTimers } from './host-turns.ts';
import type { RunRequest } from './open-run.ts';
import { lookAtOtherProcesses } from './other-processes.ts';
import type { ProgressMeter } from './progress.ts';
import type { CrawlProgress } from './report.ts';

const tickMs = 1_000;

interface TickerParts {
  readonly runId: string;
  readonly feed: FrontierFeed;
  readonly meter: ProgressMeter;
  readonly control: LoadControl;
  readonly gate: HostGate;
  readonly holds: HostHolds;
  readonly work: QueueWork;
  readonly health: HostHealth;
  readonly clockWatch: ClockWatch;
  readonly patience: BrowserPatience;
  readonly keepProxies: () => Promise<void>;
  readonly telling: RunTelling;
  readonly reextraction: ReextractionRounds;
}

export interface Ticker {
  /** Resolves when a tick that is under way has ended. */
  stop(): Promise<void>;
}

/** What a run does once a second beside its tasks: maintenance of the store, proxies, load control, progress and heartbeat. The first tick is at once. */
export function startTicker(request: RunRequest, parts: TickerParts, onError: (error: unknown) => void): Ticker {
  const { io, owner, options, onTick } = request;
  const { feed, meter, clockWatch, patience, keepProxies, telling, holds, work } = parts;
  const counts = cacheByCost(() => io.store.frontier.counts(), io.clock); // counting may be slow in a large store
  const beat = heartbeat(request, parts);
  const keepUp = lookAtOtherProcesses({ io, owner, signal: options.signal, waitsForOthers: () => feed.waitsForOthers });
  const recheckCopies = recheckRounds(io);
  const indexForSearch = searchRounds(io);
  const tick = async () => {
    clockWatch.look();
    await work.look();
    await holds.keep((host) => work.keeps(host) || feed.hasReady(host));
    await keepUp();
    await recheckCopies();
    await indexForSearch();
    await keepProxies();
    await onTick();
    await telling.begin();
    reextract.start();
    await patience.wakePages();
    const progress = meter.progress(await counts(), feed.running, loadNow(parts, io.clock.monotonicMs()));
    options.onProgress(progress);
    await beat(progress);
  };
  const reextract = inBackground(() => parts.reextraction.round(), onError);
  let ticking = Promise.resolve();
  let isTicking = false;
  const onTimer = () => {
    if (isTicking) return; // a slow store gets no queue of ticks
    isTicking = true;
    ticking = tick()
      .catch(onError)
      .finally(() => {
        isTicking = false;
      });
  };
  onTimer();
  const endTicks = (io.timers ?? processTimers).every(tickMs, onTimer);
  return {
    stop: async () => {
      endTicks();
      await ticking;
      await reextract.idle();
    },
  };
}

const loadNow = ({ control, feed, gate, health }: TickerParts, nowMs: number) => ({
  ...control.tick({ running: feed.running, ended: feed.handled }),
  restingHosts: gate.restingHosts(nowMs).union(health.restingHosts(nowMs)).size,
});

/** Work that a tick starts and does not wait for: a slow page must not hold up the heartbeat. One piece at a time. */
function inBackground(work: () => Promise<void>, onError: (error: unknown) => void) {
  let running: Promise<void> | null = null;
  return {
    start: (): void => {
      running ??= work()
        .catch(onError)
        .finally(() => {
          running = null;
        });
    },
    idle: async (): Promise<void> => {
      await running;
    },
  };
}

/** Writes the run's state into the store, at most every `beatEveryMs`. */
function heartbeat(
  { io, owner, kind }: RunRequest,
  { runId: run, work }: TickerParts,
): (progress: CrawlProgress) => Promise<void> {
  const startedAt = io.clock.now();
  const touch = aliveFile(io.config.aliveFile, io);
  const version = packageVersion();
  let lastBeatMs = Number.NEGATIVE_INFINITY;
  return async ({ elapsedMs, done, failures, pagesPerSecond, load }) => {
    if (elapsedMs - lastBeatMs < beatEveryMs) return;
    lastBeatMs = elapsedMs;
    const at = io.clock.now();
    await io.store.workers.beat({
      owner,
      run,
      kind,
      startedAt,
      at,
      pages: done,
      failures,
      pagesPerSecond,
      load,
      queueAwaySince: work.awaySince(),
      log: io.recentLines?.() ?? [],
      version,
    });
    await touch();
  };
}

/**
 * Touches a file as a heartbeat for a cheap health check: `find <file> -mmin -1`. A write error is logged once and does not end the run.
 */
export function aliveFile(file: string | null, { clock, log }: { readonly clock: Clock; readonly log: Log }) {
  let hasWarned = false;
  return async (): Promise<void> => {
    if (file === null) return;
    const now = clock.now();
    try {
      await utimes(file, now, now).catch(() => writeFile(file, '')); // it does not exist yet
    } catch (error) {
      if (!hasWarned) log.warn('run.alive-file', { file, why: String(error) });
      hasWarned = true;
    }
  };
}
