import { Crawl } from '../crawl/crawl.ts';
import { commonFailure } from '../crawl/failure/common-failure.ts';
import { forgetFormerRules } from '../crawl/reading/own-rules.ts';
import { taskRunner } from '../crawl/run-task.ts';
import { StoreDown, TurnsEnded } from '../errors.ts';
import { treeCpuSeconds } from '../machine/process-tree.ts';
import { wholeSite } from '../model/crawl/crawl-scope.ts';
import { silentRules } from '../model/crawl/own-rule.ts';
import type { Run } from '../model/crawl/run.ts';
import type { LinkedTask, Task } from '../model/crawl/task.ts';
import { tasksLeft, withoutTasks } from '../model/crawl/work-left.ts';
import { siteKey } from '../model/web/site-key.ts';
import type { CrawlPorts, RunContext } from '../services.ts';
import { isBroken } from '../settings/broken-scrapers.ts';
import type { Config } from '../settings/config.ts';
import { maxConcurrency } from '../settings/crawl-settings.ts';
import { SiteLearner } from '../site/site-learner.ts';
import { Teacher } from '../site/teacher.ts';
import type { HostHealth } from '../stages/schedule/host-health.ts';
import { type HostGate, maxCrawlDelayMs } from '../stages/schedule/politeness.ts';
import { priorityNow } from '../stages/schedule/priority.ts';
import type { VisitResult } from '../storage/port.ts';
import { openTelling } from '../watch/alerts/open-telling.ts';
import { otherWorkers } from '../watch/assignment/other-owners.ts';
import { queueWork } from '../watch/assignment/queue-work.ts';
import { proxyKeeper } from '../watch/proxies/proxy-keeper.ts';
import { ReextractionRounds } from '../watch/reextraction/reextraction-rounds.ts';
import { BrowserPatience } from './capacity/browser-patience.ts';
import { LoadControl } from './capacity/load-control.ts';
import { ClockWatch, replanSchedule } from './clock-watch.ts';
import { FrontierFeed } from './frontier-feed.ts';
import { HostTurns } from './host-turns.ts';
import { openHosts } from './open-hosts.ts';
import { type OpenedRun, openRun, type RunRequest } from './open-run.ts';
import { outsideOf } from './outside-tasks.ts';
import { ProgressMeter } from './progress.ts';
import type { CrawlReport } from './report.ts';
import { endOfRun, PageLimit } from './run-end.ts';
import { runTasks } from './run-tasks.ts';
import { StoreGate, StoreWatch } from './store-watch.ts';
import { startTicker } from './ticker.ts';

/** Requests of a task that may each wait for a long Crawl-delay: robots.txt, both ways of a page, its player. */
const requestsPerTask = 4;

/** Both ways of fetching a page, twice, a list's expansion, and the pauses of its host before each request. */
const taskTimeoutMs = ({ pageTimeoutMs, staticTimeoutMs, listBudgetMs }: Config): number =>
  2 * (pageTimeoutMs + staticTimeoutMs) + listBudgetMs + 60_000 + requestsPerTask * maxCrawlDelayMs;

/** One run from its first claim to its report. @throws NewshawkError `store` when the store fails while it runs */
export async function crawlRun(request: RunRequest): Promise<CrawlReport> {
  const { io, owner, options, kind } = request;
  const { store, clock, log, browserHealth, config } = io;
  const telling = openTelling(io, request.owner, request.kind);
  const learner = new SiteLearner(io, config.learn === 'on', Teacher.of(io), telling.announce);
  const keepProxies = await prepareStore(io, owner);
  const { sites, ...run } = await beginRun(request);
  const rounds = new ReextractionRounds(io, { owner, sites, isOn: config.learn === 'on' });
  const { runId } = run;
  const meter = new ProgressMeter(io.clock);
  const pages = new PageLimit(options.limit);
  const ender = endOfRun(options, meter, pages);
  using storeWatch = new StoreWatch(io.store);
  const hosts = await openHosts(io, owner);
  const { gate, holds } = hosts;
  using sampler = io.openLoad();
  const concurrency = options.concurrency ?? config.concurrency;
  const control = new LoadControl({ sampler, clock, concurrency, maxTasks: maxConcurrency, log });
  const { turns, fail } = openTurns(io, gate, ender);
  const crawl = new Crawl({ ...io, turns, browsers: control.withSlots(io.browsers) }, run, gate, learner);
  const { health } = crawl;
  const runTask = taskRunner(crawl);
  const work = queueWork({ ...request, hosts, health, signal: ender.signal });
  const clockWatch = watchClock(io, owner, fail);
  const patience = new BrowserPatience({ store, clock, log, browserHealth, kind, sites, onFailure: fail });
  const leasing = { frontier: store.frontier, clock, owner, leaseMs: config.leaseMs };
  const feed = new FrontierFeed({
    ...leasing,
    ...hosts,
    health,
    room: (running) => control.room(running - turns.waiting),
    sites,
    ...(work.hosts !== undefined && { hosts: work.hosts }),
    keepAlive: kind !== 'crawl',
    patienceMs: config.patienceMs,
    leasesEndedBy: (now) => clockWatch.leasesEndedBy(now),
    browser: patience,
    ...taskRules(request, run),
    onBegin: (task) => pages.begin(task),
    isClosed: () => ender.reason() !== null,
  });
  const parts = { runId, feed, meter, control, gate, holds, work, health, clockWatch, patience, keepProxies, telling };
  const ticker = startTicker(request, { ...parts, reextraction: rounds }, fail);
  try {
    await work.begin();
    await runTasks({
      feed,
      ...leasing,
      timers: io.timers,
      log: io.log,
      concurrency: control.maxTasks,
      taskTimeoutMs: taskTimeoutMs(config),
      run: (task) => runTask(task).then((committed) => countTask(committed, feed, meter), ignoreTurnsEnded),
      signal: ender.signal,
      storeWatch,
      onFatal: fail,
    }).catch(fail);
  } finally {
    const ends = [work.end, ticker.stop, hosts.end, () => endLearning(learner, rounds, { kind, ender }), telling.end];
    for (const end of [...ends, () => store.workers.remove(owner)]) await storeWatch.whileItAnswers(end()).catch(fail);
    meter.stop();
  }
  ender.throwFailure();
  const ended = ender.reason() ?? (patience.gaveUp ? 'no-browser' : 'finished');
  return await storeWatch.whileItAnswers(conclude(request, { runId, sites, meter, health, learner, feed, ended }));
}

/** Waits for what is being learned. A crawl that nobody stopped then reads the articles again that it stored before its sites were learned. */
async function endLearning(
  learner: SiteLearner,
  reextraction: ReextractionRounds,
  { kind, ender }: { readonly kind: Run['kind']; readonly ender: ReturnType<typeof endOfRun> },
): Promise<void> {
  await learner[Symbol.asyncDispose]();
  const reason = ender.reason();
  if (kind === 'crawl' && (reason === null || reason === 'limit')) await reextraction.finish(ender.signal);
}

/** Which tasks the run begins, and the priorities by which it chooses them. */
function taskRules(request: RunRequest, run: RunContext) {
  const { config, topics, siteOf } = request.io;
  const share = { relevanceShare: config.relevanceShare, hasTopics: topics.length > 0 };
  return {
    isOutside: outsideOf(request, run),
    isBarred: ({ site, url }: Task) => isBroken(siteOf(site)) || isBroken(siteOf(siteKey(url))),
    priorityNow: (task: LinkedTask) => priorityNow(task, share),
  };
}

/** The turns of the run's requests, which end with the store, and what ends the run with an error. */
function openTurns(io: CrawlPorts, gate: HostGate, ender: ReturnType<typeof endOfRun>) {
  const { store, clock, timers } = io;
  const storeGate = new StoreGate(store, clock, ender.fail);
  const turns = new HostTurns({ gate, clock, signal: ender.signal, timers, mayLeave: () => storeGate.pass() });
  const fail = (error: unknown): void => {
    if (error instanceof StoreDown) storeGate.close();
    ender.fail(error);
  };
  return { turns, fail };
}

/** The run that visits belong to, and the sites that it crawls. */
async function beginRun(request: RunRequest): Promise<RunContext & { readonly sites: OpenedRun['sites'] }> {
  const { owner: worker, kind, options } = request;
  const { id: runId, sites, scope } = await openRun(request);
  options.onRun?.(runId);
  return {
    runId,
    worker,
    maxDepth: scope?.maxDepth ?? null,
    scope: scope ?? wholeSite,
    keepsWindows: kind !== 'crawl',
    sites,
  };
}

/** Links of the run may lead to tasks that an earlier run left outside of its scope. */
function countTask(committed: VisitResult, feed: FrontierFeed, meter: ProgressMeter): void {
  feed.include(committed.links);
  meter.count(committed);
}

/** Brings the store's records up to date. @returns what keeps the proxies checked */
async function prepareStore(io: CrawlPorts, owner: string): Promise<() => Promise<void>> {
  await replanSchedule(io);
  await forgetFormerRules(io);
  const keepProxies = proxyKeeper(io, owner);
  await keepProxies(); // before the first task chooses its way
  return keepProxies;
}

interface EndedRun {
  readonly sites: OpenedRun['sites'];
  readonly runId: string;
  readonly meter: ProgressMeter;
  readonly health: HostHealth;
  readonly learner: SiteLearner;
  readonly feed: FrontierFeed;
  readonly ended: CrawlReport['ended'];
}

/** Only a run with nothing left is marked as finished; any other may be resumed. */
async function conclude({ io, owner, kind, options, beginning }: RunRequest, run: EndedRun): Promise<CrawlReport> {
  const { store, clock } = io;
  const { runId } = run;
  // what the run's scope leaves out is not left over by it
  const left = withoutTasks(await store.frontier.workLeft(run.sites), run.feed.outside);
  const summary = await store.visits.summary({ run: runId });
  const isWhole = tasksLeft(left) === 0;
  const listsCutShort = run.meter.cutShort;
  const brokenScrapers = beginning.broken;
  const isIncomplete = !isWhole || summary.byOutcome.failed || listsCutShort.length > 0 || brokenScrapers.length > 0;
  const ended = run.ended === 'finished' && isIncomplete ? 'incomplete' : run.ended;
  if (kind !== 'crawl' || (isWhole && run.ended === 'finished')) await store.runs.finish(runId, clock.now());
  const others = await otherWorkers({ store, clock, owner, signal: options.signal });
  const beside = others.map((other) => ({ owner: other.owner, kind: other.kind, run: other.run }));
  const outages = run.health.outages(clock.monotonicMs());
  const tallies = await store.ownRules.list();
  return {
    ...(await report(io, run.meter)),
    waitingForBrowser: left.forBrowser,
    browser: io.browserHealth(),
    runId,
    summary,
    left,
    linksLeft: await store.visits.linksLeft(runId),
    listsCutShort,
    outages,
    failures: await store.failures.counts({ run: runId }),
    drifts: run.learner.drifts,
    silentRules: silentRules(tallies.filter(({ site }) => run.sites?.includes(site) ?? true)),
    brokenScrapers,
    commonFailure: await commonFailure(store, runId, { summary, config: io.config }),
    beside,
    ended,
  };
}

/** A task without its turn at the end of the run was given back: no failure. */
function ignoreTurnsEnded(error: unknown): void {
  if (!(error instanceof TurnsEnded)) throw error;
}

/** After a step of the clock our leases run from the new time, and nothing waits longer than planned. */
function watchClock(io: CrawlPorts, owner: string, onError: (error: unknown) => void): ClockWatch {
  const { clock, log, store, config } = io;
  const mend = async () => {
    await store.frontier.renew(owner, clock.now(), config.leaseMs);
    await replanSchedule(io);
  };
  return new ClockWatch({ clock, log, leaseMs: config.leaseMs, onStep: () => void mend().catch(onError) });
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
