import type { CrawlOptions } from '../app.ts';
import { maxConcurrency } from '../config.ts';
import { CommandError, exitCodes, policies, TurnsEnded } from '../errors.ts';
import type { Run } from '../model/run.ts';
import { beatEveryMs } from '../model/worker-beat.ts';
import { treeCpuSeconds } from '../process-tree.ts';
import { HostHealth } from '../stages/schedule/host-health.ts';
import { HostGate, longestCrawlDelayMs } from '../stages/schedule/politeness.ts';
import type { FrontierEntry } from '../storage/frontier-port.ts';
import type { Store } from '../storage/port.ts';
import { aliveFile } from './alive-file.ts';
import { BrowserPatience } from './browser-patience.ts';
import { ClockWatch, planAnew } from './clock-watch.ts';
import { underStoredKeys } from './former-keys.ts';
import { FrontierFeed } from './frontier-feed.ts';
import { HostTurns } from './host-turns.ts';
import { LoadControl } from './load-control.ts';
import { isDead } from './owner.ts';
import type { CrawlPorts, RunContext } from './ports.ts';
import { ProgressMeter } from './progress.ts';
import type { CrawlProgress, CrawlReport } from './report.ts';
import { endOfRun } from './run-end.ts';
import { taskRunner } from './run-task.ts';
import { runTasks } from './runner.ts';
import { StoreWatch } from './store-watch.ts';
import { type Beginning, namedPage, pollEntry } from './targets.ts';

export interface RunRequest {
  readonly io: CrawlPorts;
  readonly owner: string;
  readonly kind: Run['kind'];
  readonly beginning: Beginning;
  readonly options: Pick<
    CrawlOptions,
    'limit' | 'depth' | 'concurrency' | 'timeLimitMs' | 'failureLimit' | 'resume' | 'signal' | 'onProgress'
  >;
  /** Called once a second while the run goes on (`watch` opens what is due). */
  readonly onTick: () => Promise<void>;
}

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
  await releaseTheDead(io.store, owner);
  await planAnew(io);
  const runId = await openRun(request);
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
    ...{ kind, sites: request.beginning.sites, fail: ender.fail },
  });
  const feed = new FrontierFeed({
    frontier: io.store.frontier,
    gate,
    health,
    clock: io.clock,
    owner,
    leaseMs: io.config.leaseMs,
    room: (running) => control.room(running - turns.waiting),
    sites: request.beginning.sites,
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

async function conclude({ io, kind }: RunRequest, { runId, meter, ended }: EndedRun): Promise<CrawlReport> {
  if (ended === 'finished' || kind === 'watch') await io.store.runs.finish(runId, io.clock.now());
  return await report(io, runId, meter, ended);
}

/** A task that the end of the run kept from its turn is no failure of anybody. */
function unlessGivenBack(error: unknown): void {
  if (!(error instanceof TurnsEnded)) throw error;
}

/** A process that died on this machine holds nothing any more. */
async function releaseTheDead(store: Store, owner: string): Promise<void> {
  const dead = (await store.frontier.owners()).filter((name) => isDead(name, owner));
  if (dead.length > 0) await store.frontier.releaseOwners(dead);
}

/** A new run polls its sources; a resumed one goes on with what the frontier holds. */
async function openRun({ io, owner, kind, beginning, options }: RunRequest): Promise<string> {
  const { store, clock } = io;
  const cut = await store.runs.unfinished();
  const isCut = cut !== null && (isDead(cut.owner, owner) || cut.owner === owner);
  if (options.resume) {
    if (!isCut)
      throw new CommandError(
        exitCodes.nothingFound,
        'There is no run that was cut off: `newshawk crawl` starts a new one.',
      );
    await store.runs.start({ ...cut, owner });
    return cut.id;
  }
  if (isCut) await store.runs.finish(cut.id, clock.now());
  const now = clock.now();
  const { sources, seeds } = beginning;
  for (const source of sources) await store.sources.define(source);
  const again = await failedPages(store, beginning, now);
  const pages = await underStoredKeys(store.frontier, [...seeds, ...again]);
  const opened = [...sources.map((source) => pollEntry(source, now)), ...pages];
  await store.frontier.reopen(opened, { revisit: false, now });
  await store.frontier.wake('browser', now); // this process may have one
  const run: Run = { id: runName(io.random), kind, startedAt: now, finishedAt: null, owner };
  await store.runs.start(run);
  return run.id;
}

/** So many failures are looked through for pages that deserve another run. */
const failuresLookedAt = 5_000;

/** Pages that failed for good in an earlier run by what may have passed since: a site that was down, a dead proxy, a time-out. */
async function failedPages(store: Store, { sites }: Beginning, dueAt: Date): Promise<FrontierEntry[]> {
  const failures = await store.failures.find({ limit: failuresLookedAt });
  const mayPass = failures.filter(
    ({ reason, site }) => policies[reason].retry && (sites === null || sites.includes(site)),
  );
  const entries: FrontierEntry[] = [];
  for (const { url, site } of new Map(mayPass.map((failure) => [failure.url, failure])).values()) {
    const [last] = await store.visits.find({ url, limit: 1 });
    if (last?.outcome === 'failed' && last.kind === 'page') entries.push(namedPage({ url }, site, dueAt));
  }
  return entries;
}

/** 8 hex digits: short enough to be typed. */
const runName = (random: () => number): string =>
  Math.floor(random() * 2 ** 32)
    .toString(16)
    .padStart(8, '0');

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
    const progress = meter.progress(await io.store.frontier.counts(), feed.running, load);
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
  io: CrawlPorts,
  runId: string,
  meter: ProgressMeter,
  ended: CrawlReport['ended'],
): Promise<CrawlReport> {
  const { articles, media, visits } = io.store;
  return {
    runId,
    summary: await visits.summary({ run: runId }),
    published: await articles.count({ status: 'published' }),
    duplicates: await articles.count({ status: 'duplicate' }),
    offTopic: await articles.count({ status: 'off-topic' }),
    mediaItems: await media.count(),
    elapsedMs: meter.elapsedMs,
    cpuSeconds: treeCpuSeconds(process.pid),
    loopDelayP99Ms: meter.loopDelayP99Ms,
    ended,
  };
}
