import { maxConcurrency } from '../config.ts';
import { TurnsEnded } from '../errors.ts';
import { beatEveryMs } from '../model/worker-beat.ts';
import { treeCpuSeconds } from '../process-tree.ts';
import { HostHealth } from '../stages/schedule/host-health.ts';
import { HostGate, longestCrawlDelayMs } from '../stages/schedule/politeness.ts';
import { aliveFile } from './alive-file.ts';
import { BrowserPatience } from './browser-patience.ts';
import { ClockWatch, planAnew } from './clock-watch.ts';
import { FrontierFeed } from './frontier-feed.ts';
import { HostTurns } from './host-turns.ts';
import { LoadControl } from './load-control.ts';
import { openRun, type RunRequest } from './open-run.ts';
import type { CrawlPorts, RunContext } from './ports.ts';
import { ProgressMeter } from './progress.ts';
import type { CrawlProgress, CrawlReport } from './report.ts';
import { endOfRun } from './run-end.ts';
import { taskRunner } from './run-task.ts';
import { runTasks } from './runner.ts';
import { seldom } from './seldom.ts';
import { StoreWatch } from './store-watch.ts';

/** Tasks that are put off for longer than this are left to the next run. */
const patienceMs = 60_000;
const tickMs = 1_000;
/** Requests of a task that may each wait for a long Crawl-delay: robots.txt, both ways of a page, its player. */
const turnsATask = 4;
/** A clock that nobody saw being set back (another machine's, another process') is mended this often. */
const planAnewEveryMs = 10 * 60_000;

/** One run from its first claim to its report. @throws NewshawkError `store` when the store fails while it runs */
export async function crawlRun(request: RunRequest): Promise<CrawlReport> {
  const { io, owner, options, kind } = request;
  await planAnew(io);
  const { id: runId, sites } = await openRun(request);
  const run: RunContext = { runId, worker: owner, maxDepth: options.depth };
  const meter = new ProgressMeter();
  const ender = endOfRun(options, meter);
  using storeWatch = new StoreWatch(io.store);
  const gate = new HostGate({
    concurrency: io.config.hostConcurrency,
    gapMs: io.config.hostGapMs,
    politenessOf: (host) => io.siteOf(host).politeness,
  });
  const health = new HostHealth({ proxies: io.identities.proxies, random: io.random });
  using sampler = io.openLoad();
  const control = new LoadControl({
    ...{ sampler, concurrency: options.concurrency ?? io.config.concurrency, most: maxConcurrency, log: io.log },
  });
  // Before the clock of the loop's delay starts: preparing the topics loads a dictionary, once.
  const turns = new HostTurns({ gate, clock: io.clock, signal: ender.signal });
  const runTask = taskRunner({ ...io, turns, browsers: control.withSlots(io.browsers) }, run, gate, health);
  const clockWatch = watchClock(io, owner, ender.fail);
  const patience = new BrowserPatience({
    ...{ store: io.store, clock: io.clock, log: io.log, browserHealth: io.browserHealth },
    ...{ kind, sites, fail: ender.fail },
  });
  const feed = new FrontierFeed({
    frontier: io.store.frontier,
    gate,
    health,
    clock: io.clock,
    owner,
    leaseMs: io.config.leaseMs,
    room: (running) => control.room(running - turns.waiting),
    sites,
    keepAlive: kind === 'watch',
    patienceMs,
    leasesEndedBy: (now) => clockWatch.leasesEndedBy(now),
    browser: patience,
    isClosed: () => ender.reason() !== null,
  });
  const ticker = startTicker(
    request,
    { feed, meter, control, gate, health, clockWatch, patience, beat: heartbeat(request, runId) },
    ender.fail,
  );
  try {
    await runTasks({
      feed,
      frontier: io.store.frontier,
      clock: io.clock,
      log: io.log,
      concurrency: control.most,
      owner,
      leaseMs: io.config.leaseMs,
      taskTimeoutMs:
        2 * (io.config.pageTimeoutMs + io.config.staticTimeoutMs) + 60_000 + turnsATask * longestCrawlDelayMs,
      run: (task) => runTask(task).then((ended) => meter.count(ended), unlessGivenBack),
      ...{ signal: ender.signal, storeWatch },
      onFatal: ender.fail,
    }).catch(ender.fail);
  } finally {
    await storeWatch.whileItAnswers(ticker.stop()).catch(ender.fail);
    meter.stop();
    await storeWatch.whileItAnswers(io.store.workers.gone(owner)).catch(ender.fail);
  }
  ender.throwFailure();
  const ended = ender.reason() ?? (patience.gaveUp ? 'no-browser' : 'finished');
  return await storeWatch.whileItAnswers(conclude(request, { runId, meter, ended }));
}

interface EndedRun {
  readonly runId: string;
  readonly meter: ProgressMeter;
  readonly ended: CrawlReport['ended'];
}

async function conclude({ io, kind, beginning }: RunRequest, { runId, meter, ended }: EndedRun): Promise<CrawlReport> {
  if (ended === 'finished' || kind === 'watch') await io.store.runs.finish(runId, io.clock.now());
  return await report({ io, beginning }, runId, meter, ended);
}

/** A task that the end of the run kept from its turn is no failure of anybody. */
function unlessGivenBack(error: unknown): void {
  if (!(error instanceof TurnsEnded)) throw error;
}

interface Running {
  readonly feed: FrontierFeed;
  readonly meter: ProgressMeter;
  readonly control: LoadControl;
  readonly gate: HostGate;
  readonly health: HostHealth;
  readonly clockWatch: ClockWatch;
  readonly patience: BrowserPatience;
  readonly beat: (progress: CrawlProgress) => Promise<void>;
}

/** A clock that was set: our leases are ours by the new time at once, and nothing waits for longer than was meant. */
function watchClock(io: CrawlPorts, owner: string, fail: (error: unknown) => void): ClockWatch {
  const { clock, log, store, config } = io;
  const mend = async () => {
    await store.frontier.renew(owner, clock.now(), config.leaseMs);
    await planAnew(io);
  };
  return new ClockWatch({ clock, log, leaseMs: config.leaseMs, onStep: () => void mend().catch(fail) });
}

/** Tells the store every few seconds how the run stands. */
function heartbeat({ io, owner, kind }: RunRequest, run: string): Running['beat'] {
  const startedAt = io.clock.now();
  const touch = aliveFile(io.config.aliveFile, io);
  let saidAt = Number.NEGATIVE_INFINITY;
  return async ({ elapsedMs, done, failures, pagesPerSecond, load }) => {
    if (elapsedMs - saidAt < beatEveryMs) return;
    saidAt = elapsedMs;
    const at = io.clock.now();
    await io.store.workers.beat({ owner, run, kind, startedAt, at, pages: done, failures, pagesPerSecond, load });
    await touch();
  };
}

function startTicker(
  { io, options, onTick }: RunRequest,
  { feed, meter, control, gate, health, clockWatch, patience, beat }: Running,
  fail: (error: unknown) => void,
) {
  // a second's view is not worth a server's second
  const counts = seldom(() => io.store.frontier.counts(), io.clock);
  let ticking = Promise.resolve();
  let plannedAt = io.clock.monotonicMs();
  let isTicking = false;
  const tick = async () => {
    clockWatch.look();
    if (io.clock.monotonicMs() - plannedAt > planAnewEveryMs) {
      plannedAt = io.clock.monotonicMs();
      await planAnew(io);
    }
    await onTick();
    await patience.look();
    const nowMs = io.clock.monotonicMs();
    const load = {
      ...control.tick({ running: feed.running, ended: feed.handled }),
      restingHosts: gate.restingHosts(nowMs).union(health.restingHosts(nowMs)).size,
    };
    const progress = meter.progress(await counts(), feed.running, load);
    options.onProgress(progress);
    await beat(progress);
  };
  const timer = setInterval(() => {
    // A store that is slow gets no queue of ticks.
    if (isTicking) return;
    isTicking = true;
    ticking = tick()
      .catch(fail)
      .finally(() => {
        isTicking = false;
      });
  }, tickMs);
  return {
    stop: async () => {
      clearInterval(timer);
      await ticking;
    },
  };
}

async function report(
  { io, beginning: { sites } }: Pick<RunRequest, 'io' | 'beginning'>,
  runId: string,
  meter: ProgressMeter,
  ended: CrawlReport['ended'],
): Promise<CrawlReport> {
  const { articles, frontier, media, visits } = io.store;
  return {
    runId,
    summary: await visits.summary({ run: runId }),
    published: await articles.count({ status: 'published' }),
    duplicates: await articles.count({ status: 'duplicate' }),
    offTopic: await articles.count({ status: 'off-topic' }),
    mediaItems: await media.count(),
    waitingForBrowser: await frontier.waitingFor('browser', sites),
    browser: io.browserHealth(),
    elapsedMs: meter.elapsedMs,
    cpuSeconds: treeCpuSeconds(process.pid),
    loopDelayP99Ms: meter.loopDelayP99Ms,
    ended,
  };
}
