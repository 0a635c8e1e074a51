import PQueue from 'p-queue';
import { CommandError, kindOf, NewshawkError, policies, TurnsEnded } from '../../errors.ts';
import type { Failure } from '../../model/crawl/failure.ts';
import type { Source } from '../../model/crawl/source.ts';
import type { Task } from '../../model/crawl/task.ts';
import type { ErrorKind } from '../../model/crawl/visit.ts';
import type { Identity } from '../../model/page/page.ts';
import { HostHealth, type HostOutage, type HostRoute, type HostTrouble } from '../../stages/schedule/host-health.ts';
import type { HostGate } from '../../stages/schedule/politeness.ts';
import { sourceAfterPoll } from '../../stages/schedule/polling.ts';
import { countFreeTries, nextTry, visitsForFreeTries, waitForHost } from '../../stages/schedule/retry.ts';
import { freeze, snapshotOf } from '../../stages/snapshot/freeze.ts';
import { freeDeaths } from '../../storage/crawl/frontier-port.ts';
import type { CommitResult, Ending } from '../../storage/port.ts';
import { concludePoll, type PolledSource, pollSource } from '../lists/poll-source.ts';
import type { CrawlPorts, RunContext } from '../ports.ts';
import { makeEnding } from '../visit/ending.ts';
import { failureBundle } from '../visit/failure-bundle.ts';
import { hostVerdict } from '../visit/host-verdict.ts';
import { endingFacts, startVisit, type TaskVisit } from '../visit/page-visit.ts';
import { openRunServices, type RunServices } from '../visit/run-services.ts';
import { concludeVisit, type VisitedPage, visitPage } from '../visit/visit-page.ts';

/** A task's ending, and what the store made of it. */
export interface CommittedTask {
  readonly ending: Ending;
  readonly result: CommitResult;
}

interface RunnerServices extends RunServices {
  readonly health: HostHealth;
  /** One task at a time: copies that arrive together must see each other. Judging and storing take milliseconds. */
  readonly commitQueue: PQueue;
}

/**
 * Runs tasks to their ending: policy first, then the visit, then one commit. An error is an ending too, with its kind. It throws only if the store does not
 * answer; then the task comes again when its lease ends.
 * @throws TurnsEnded if the run ends before the task had its turn: the task is given back
 */
export function taskRunner(
  io: CrawlPorts,
  run: RunContext,
  gate: HostGate,
  health = new HostHealth({ proxies: io.identities.proxies, random: io.random }),
): (task: Task) => Promise<CommittedTask> {
  const commitQueue = new PQueue({ concurrency: 1 });
  const services = { ...openRunServices(io, run, gate), health, commitQueue };
  return (task) => runTask(services, task).finally(() => services.wayChooser.release(task));
}

async function runTask(services: RunnerServices, task: Task): Promise<CommittedTask> {
  const { health, identities, clock, commitQueue } = services;
  const nowMs = clock.monotonicMs();
  const identity = await identities.pick(task.site, (other) => health.isResting(wayOf(task, other), nowMs));
  health.begin(wayOf(task, identity), nowMs);
  // for endings without a page; visitPage and pollSource start anew, after robots.txt
  const visit = startVisit(services, task, identity);
  const result = await visitTask(services, visit);
  return await commitQueue.add(async () => {
    const ending = dated(await conclude(services, visit, result), clock.now());
    if (ending.visit.status !== null) hostAnswered(services, visit);
    return await commit(services, visit, ending);
  });
}

/** What a task led to before its turn to be committed. */
type TaskResult =
  | { readonly kind: 'page'; readonly visited: VisitedPage }
  | { readonly kind: 'source'; readonly polled: PolledSource }
  | { readonly kind: 'robots' }
  | { readonly kind: 'error'; readonly error: unknown };

async function visitTask(services: RunnerServices, visit: TaskVisit): Promise<TaskResult> {
  const { identities, store, clock } = services;
  const { task, identity } = visit;
  try {
    const result = await visitAllowed(services, visit);
    if (result.kind !== 'robots') identities.report(identity, task.site, 'ok');
    return result;
  } catch (error) {
    const kind = kindOf(error);
    if (kind === 'blocked') identities.report(identity, task.site, 'blocked');
    if (kind === 'proxy') identities.report(identity, task.site, 'proxy-failed');
    if (kind === 'timed-out') identities.report(identity, task.site, 'timed-out');
    // no browser starts: a person has to mend it, and no page is at fault
    if (error instanceof CommandError) throw error;
    if (error instanceof TurnsEnded) {
      await store.frontier.release(task, clock.now());
      throw error;
    }
    return { kind: 'error', error };
  }
}

async function visitAllowed(services: RunnerServices, { task, identity }: TaskVisit): Promise<TaskResult> {
  const { robots, turns, gate } = services;
  refuseKiller(services, task);
  const { allowed, crawlDelayMs } = await robots.check(task, identity, turns);
  gate.setCrawlDelay(task.host, crawlDelayMs);
  if (!allowed) return { kind: 'robots' };
  return task.kind === 'source'
    ? { kind: 'source', polled: await pollSource(services, task, identity) }
    : { kind: 'page', visited: await visitPage(services, task, identity) };
}

async function conclude(services: RunnerServices, visit: TaskVisit, result: TaskResult): Promise<Ending> {
  if (result.kind === 'error') return await endingOfError(services, visit, result.error);
  try {
    if (result.kind === 'robots') return await refusedByRobots(services, visit);
    return result.kind === 'page'
      ? await concludeVisit(services, result.visited)
      : await concludePoll(services, result.polled);
  } catch (error) {
    return await endingOfError(services, visit, error);
  }
}

/** A calendar and a stopwatch differ by up to this without anybody setting a clock, ms. */
const smallestStepMs = 1_000;

/** If the clock was set back while the task ran, the visit's start is its end less its duration: else what is due after the end would wait. */
function dated(ending: Ending, now: Date): Ending {
  const { visit } = ending;
  const startedAt = new Date(now.getTime() - visit.elapsedMs);
  const aheadMs = visit.startedAt.getTime() - startedAt.getTime();
  return aheadMs < smallestStepMs ? ending : { ...ending, visit: { ...visit, startedAt } };
}

/** Content that is too large for the store fails its page; other errors of the store end the run. */
async function commit(services: RunnerServices, visit: TaskVisit, ending: Ending): Promise<CommittedTask> {
  const { store, clock } = services;
  try {
    return { ending, result: await store.commit(ending) };
  } catch (error) {
    if (kindOf(error) !== 'too-large') throw error;
    const failed = dated(await endingOfError(services, visit, error), clock.now());
    return { ending: failed, result: await store.commit(failed) };
  }
}

/** A task's own attempts end it before this: the attempts here were taken by processes that died while they had it (storage/port.ts). */
function refuseKiller({ config }: CrawlPorts, { attempts }: Task): void {
  if (attempts < config.maxAttempts) return;
  throw new NewshawkError(
    'bug',
    `again and again (${config.maxAttempts + freeDeaths} times) the whole process ended or fell silent while it had this page: it is not tried any more. \`newshawk crawl <its address>\` tries it alone.`,
  );
}

/** A forbidden source backs off too: else `watch` would open it again at every tick. */
const refusedByRobots = async (services: RunnerServices, visit: TaskVisit): Promise<Ending> =>
  makeEnding(endingFacts(services, visit, null), {
    visit: { outcome: 'dropped', reason: 'robots', detail: 'robots.txt forbids it' },
    source: await sourceAfterFailure(services, visit, 'unreachable'),
  });

async function endingOfError(services: RunnerServices, visit: TaskVisit, error: unknown): Promise<Ending> {
  const { log, clock, config, random, gate } = services;
  const { task, identity } = visit;
  const { kind, detail, retryAfterMs, fault } = describeError(error);
  const now = clock.now();
  if (kind === 'bug')
    log.error('task.bug', { url: task.url, error: error instanceof Error ? error.stack : String(error) });
  const outage = noteTrouble(services, visit, error, detail);
  const wait = outage === null ? null : waitForHost(outage.outage, outage.trouble, now);
  if (kind === 'throttled' && wait === null) gate.slowDown(task.host, clock.monotonicMs(), retryAfterMs);
  const before = { retryAfterMs, freeTries: await freeTriesSoFar(services, task, kind), fault };
  const next = wait ?? nextTry(kind, task.attempts, config.maxAttempts, now, random, before);
  const isLast = next.kind !== 'retry';
  const failure = isLast ? await bundleOf(services, visit, error, { kind, detail, at: now }) : null;
  return makeEnding(
    { ...endingFacts(services, visit, null), identity },
    {
      visit: { outcome: isLast ? 'failed' : 'deferred', reason: kind, detail, failureId: failure?.id ?? null },
      failure,
      source: await sourceAfterFailure(services, visit, kind),
      next,
    },
  );
}

const wayOf = ({ host }: Task, { proxy }: Identity): HostRoute => ({ host, proxy });

interface OutageOf {
  readonly trouble: HostTrouble;
  readonly outage: HostOutage;
}

/** Notes what the error says of the host. @returns the outage that it belongs to; null: the host is not in trouble */
function noteTrouble(services: RunnerServices, visit: TaskVisit, error: unknown, detail: string): OutageOf | null {
  const { health, clock, log } = services;
  const { task, identity } = visit;
  const trouble = hostVerdict(error, task);
  if (trouble === 'answered') hostAnswered(services, visit);
  if (trouble === null || trouble === 'answered') return null;
  const way = wayOf(task, identity);
  const nowMs = clock.monotonicMs();
  if (health.failed(way, { of: trouble, page: task.url, detail }, nowMs)) log.warn('host.down', { ...way, detail });
  const outage = health.outageOf(way, nowMs);
  return outage === null ? null : { trouble, outage };
}

function hostAnswered({ health, clock, log }: RunnerServices, { task, identity }: TaskVisit): void {
  const way = wayOf(task, identity);
  const wasDownMs = health.answered(way, clock.monotonicMs());
  if (wasDownMs !== null) log.info('host.back', { ...way, ms: Math.round(wasDownMs) });
}

/** Tries of this kind that cost no attempt, by the visit log: the task itself counts only the others. */
async function freeTriesSoFar({ store }: CrawlPorts, { url }: Task, kind: ErrorKind): Promise<number> {
  if (policies[kind].costsAttempt) return 0;
  return countFreeTries(kind, await store.visits.find({ url, limit: visitsForFreeTries }));
}

interface FailedVisit {
  readonly kind: ErrorKind;
  readonly detail: string;
  readonly at: Date;
}

/** The bundle of an error: with the page and its picture, if one came. */
async function bundleOf(
  { store, log }: CrawlPorts,
  { task, run }: TaskVisit,
  error: unknown,
  { kind, detail, at }: FailedVisit,
): Promise<Failure> {
  const evidence = error instanceof NewshawkError ? error.evidence : null;
  const page = evidence?.page ?? null;
  const snapshot = page === null ? null : snapshotOf({ page, media: [], noMedia: 'not-video-page' });
  const facts = {
    task,
    run: run.runId,
    at,
    reason: kind,
    detail,
    trace: [],
    extractor: 'none',
    snapshot: snapshot === null ? null : await store.blobs.put(await freeze(snapshot)),
    live: evidence === null ? null : { screenshot: async () => evidence.screenshot },
  };
  return failureBundle(facts, store.blobs, log);
}

/** A poll that failed backs its source off; its interval stays. */
async function sourceAfterFailure(
  { store, clock, random }: CrawlPorts,
  { task }: TaskVisit,
  kind: ErrorKind,
): Promise<Source | null> {
  if (task.kind !== 'source' || task.sourceId === null) return null;
  const source = await store.sources.get(task.sourceId);
  return source === null ? null : sourceAfterPoll(source, { failed: kind }, clock.now(), random);
}

function describeError(error: unknown) {
  const message = error instanceof Error ? error.message : String(error);
  const { retryAfterMs, fault } = error instanceof NewshawkError ? error : { retryAfterMs: null, fault: null };
  return { kind: kindOf(error), detail: message.slice(0, 1_000), retryAfterMs, fault };
}
