import { TurnsEnded } from '../../errors.ts';
import { treeCpuSeconds } from '../../machine/process-tree.ts';
import { silentRules } from '../../model/crawl/own-rule.ts';
import { tasksLeft } from '../../model/crawl/work-left.ts';
import { beatEveryMs } from '../../model/crawl/worker-beat.ts';
import { type Config, maxConcurrency } from '../../settings/config.ts';
import { HostHealth } from '../../stages/schedule/host-health.ts';
import { HostGate, longestCrawlDelayMs } from '../../stages/schedule/politeness.ts';
import type { CrawlPorts, RunContext } from '../ports.ts';
import { aliveFile } from '../upkeep/alive-file.ts';
import { ClockWatch, planAnew } from '../upkeep/clock-watch.ts';
import { othersAtWork } from '../upkeep/other-owners.ts';
import { seldom } from '../upkeep/seldom.ts';
import { upkeep } from '../upkeep/upkeep.ts';
import { forgetFormerRules } from '../visit/own-rules.ts';
import { BrowserPatience } from './browser-patience.ts';
import { FrontierFeed } from './frontier-feed.ts';
import { HostTurns } from './host-turns.ts';
import { LoadControl } from './load-control.ts';
import { type OpenedRun, openRun, type RunRequest } from './open-run.ts';
import { PageLimit } from './page-limit.ts';
import { ProgressMeter } from './progress.ts';
import type { CrawlProgress, CrawlReport } from './report.ts';
import { endOfRun } from './run-end.ts';
import { taskRunner } from './run-task.ts';
import { runTasks } from './runner.ts';
import { StoreWatch } from './store-watch.ts';

/** Tasks that are put off for longer than this are left to the next run. */
const patienceMs = 60_000;
const tickMs = 1_000;
/** Requests of a task that may each wait for a long Crawl-delay: robots.txt, both ways of a page, its player. */
const turnsATask = 4;

/** Both ways of fetching a page, twice, and the pauses of its host before each. */
const taskTimeoutMs = ({ pageTimeoutMs, staticTimeoutMs }: Config): number =>
  2 * (pageTimeoutMs + staticTimeoutMs) + 60_000 + turnsATask * longestCrawlDelayMs;

/** One run from its first claim to its report. @throws NewshawkError `store` when the store fails while it runs */
export async function crawlRun(request: RunRequest): Promise<CrawlReport> {
  const { io, owner, options, kind } = request;
  await planAnew(io);
  await forgetFormerRules(io);
  const { id: runId, sites } = await openRun(request);
  const run: RunContext = { runId, worker: owner, maxDepth: options.depth };
  const meter = new ProgressMeter();
  const pages = new PageLimit(options.limit);
  const ender = endOfRun(options, meter, pages);
  using storeWatch = new StoreWatch(io.store);
  const gate = openGate(io);
  const health = new HostHealth({ proxies: io.identities.proxies, random: io.random });
  using sampler = io.openLoad();
  const { store, clock, log, browserHealth, config } = io;
  const concurrency = options.concurrency ?? config.concurrency;
  const control = new LoadControl({ sampler, concurrency, most: maxConcurrency, log });
  // Before the clock of the loop's delay starts: preparing the topics loads a dictionary, once.
  const turns = new HostTurns({ gate, clock: io.clock, signal: ender.signal });
  const runTask = taskRunner({ ...io, turns, browsers: control.withSlots(io.browsers) }, run, gate, health);
  const clockWatch = watchClock(io, owner, ender.fail);
  const patience = new BrowserPatience({ store, clock, log, browserHealth, kind, sites, fail: ender.fail });
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
    begins: (task) => pages.begins(task),
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
      taskTimeoutMs: taskTimeoutMs(config),
      run: (task) => runTask(task).then((ended) => meter.count(ended), unlessGivenBack),
      signal: ender.signal,
      storeWatch,
      onFatal: ender.fail,
    }).catch(ender.fail);
  } finally {
    await storeWatch.whileItAnswers(ticker.stop()).catch(ender.fail);
    meter.stop();
    await storeWatch.whileItAnswers(io.store.workers.gone(owner)).catch(ender.fail);
  }
  ender.throwFailure();
  const ended = ender.reason() ?? (patience.gaveUp ? 'no-browser' : 'finished');
  return await storeWatch.whileItAnswers(conclude(request, { runId, sites, meter, health, ended }));
}

const openGate = ({ config, siteOf }: CrawlPorts): HostGate =>
  new HostGate({
    concurrency: config.hostConcurrency,
    gapMs: config.hostGapMs,
    politenessOf: (host) => siteOf(host).politeness,
  });

interface EndedRun extends Pick<OpenedRun, 'sites'> {
  readonly runId: string;
  readonly meter: ProgressMeter;
  readonly health: HostHealth;
  readonly ended: CrawlReport['ended'];
}

/** A run with nothing left is finished for good; any other may be resumed. */
async function conclude({ io, owner, kind, options }: RunRequest, run: EndedRun): Promise<CrawlReport> {
  const { store, clock } = io;
  const { runId } = run;
  const left = await store.frontier.left(run.sites);
  const summary = await store.visits.summary({ run: runId });
  const isWhole = tasksLeft(left) === 0;
  const ended = run.ended === 'finished' && (!isWhole || summary.byOutcome.failed) ? 'incomplete' : run.ended;
  if (kind === 'watch' || (isWhole && run.ended === 'finished')) await store.runs.finish(runId, clock.now());
  const others = await othersAtWork({ store, clock, owner, signal: options.signal });
  const beside = others.map((other) => ({ owner: other.owner, kind: other.kind, run: other.run }));
  const outages = run.health.outages(clock.monotonicMs());
  const tallies = await store.ownRules.list();
  const silent = silentRules(tallies.filter(({ site }) => run.sites?.includes(site) ?? true));
  const browser = { waitingForBrowser: left.forBrowser, browser: io.browserHealth() };
  return {
    ...(await report(io, run.meter)),
    ...browser,
    runId,
    summary,
    left,
    outages,
    failures: await store.failures.counts({ run: runId }),
    silentRules: silent,
    beside,
    ended,
  };
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
  { io, owner, options, onTick }: RunRequest,
  { feed, meter, control, gate, health, clockWatch, patience, beat }: Running,
  fail: (error: unknown) => void,
) {
  // a second's view is not worth a server's second
  const counts = seldom(() => io.store.frontier.counts(), io.clock);
  let ticking = Promise.resolve();
  let isTicking = false;
  const keepUp = upkeep({ io, owner, signal: options.signal, waitsForOthers: () => feed.waitsForOthers });
  const tick = async () => {
    clockWatch.look();
    await keepUp();
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
  const onTimer = () => {
    // A store that is slow gets no queue of ticks.
    if (isTicking) return;
    isTicking = true;
    ticking = tick()
      .catch(fail)
      .finally(() => {
        isTicking = false;
      });
  };
  onTimer(); // who looks for us hears of us from the first moment on
  const timer = setInterval(onTimer, tickMs);
  return {
    stop: async () => {
      clearInterval(timer);
      await ticking;
    },
  };
}

async function report({ store }: CrawlPorts, meter: ProgressMeter) {
  const { articles, media } = store;
  return {
    published: await articles.count({ status: 'published' }),
    duplicates: await articles.count({ status: 'duplicate' }),
    offTopic: await articles.count({ status: 'off-topic' }),
    mediaItems: await media.count(),
    elapsedMs: meter.elapsedMs,
    cpuSeconds: treeCpuSeconds(process.pid),
    loopDelayP99Ms: meter.loopDelayP99Ms,
  };
}
