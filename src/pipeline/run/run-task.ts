import PQueue from 'p-queue';
import { CommandError, kindOf, NewshawkError, StoreDown, TurnsEnded } from '../../errors.ts';
import type { Task } from '../../model/crawl/task.ts';
import { HostHealth } from '../../stages/schedule/host-health.ts';
import type { HostGate } from '../../stages/schedule/politeness.ts';
import { freeDeaths } from '../../storage/crawl/frontier-port.ts';
import type { CommitResult, Ending } from '../../storage/port.ts';
import { SiteLearner } from '../learning/site-learner.ts';
import { concludePoll, type PolledSource, pollSource } from '../lists/poll-source.ts';
import type { CrawlPorts, RunContext } from '../ports.ts';
import { makeEnding } from '../visit/ending.ts';
import { endingFacts, startVisit, type TaskVisit } from '../visit/page-visit.ts';
import { withRecheck } from '../visit/recheck-copies.ts';
import { openRunServices } from '../visit/run-services.ts';
import { concludeVisit, type VisitedPage, visitPage } from '../visit/visit-page.ts';
import { endingOfError, hostAnswered, sourceAfterFailure, type TroubleServices, wayOf } from './failed-task.ts';
import { PollSkipped, skippedBeforeStart, skippedPoll, turnsOfTask } from './poll-turns.ts';
import { visitLog, withLoggedVisit } from './visit-log.ts';
import { waitForProxy } from './wait-for-proxy.ts';

/** A task's ending, and what the store made of it. */
export interface CommittedTask {
  readonly ending: Ending;
  readonly result: CommitResult;
}

interface RunnerServices extends TroubleServices {
  /** One task at a time: copies that arrive together must see each other. Judging and storing take milliseconds. */
  readonly commitQueue: PQueue;
}

/**
 * Runs tasks to their ending: policy first, then the visit, then one commit. An error is an ending too, with its kind. It throws only if the store does not
 * answer or takes nothing more; then the task comes again when its lease ends.
 * @throws TurnsEnded if the run ends before the task had its turn: the task is given back
 */
export function taskRunner(
  io: CrawlPorts,
  run: RunContext,
  gate: HostGate,
  health = healthOfHosts(io),
  siteLearner = new SiteLearner(io, io.config.learn === 'on'),
): (task: Task) => Promise<CommittedTask> {
  const commitQueue = new PQueue({ concurrency: 1 });
  const services = { ...openRunServices(io, run, { gate, siteLearner }), health, commitQueue };
  return (task) => {
    const log = visitLog(io.log, run, task);
    return withLoggedVisit(log, task, () => runTask({ ...services, log }, task)).finally(() =>
      services.wayChooser.release(task),
    );
  };
}

/** Proxies may change while a run goes on. */
export const healthOfHosts = ({ identities, random }: Pick<CrawlPorts, 'identities' | 'random'>): HostHealth =>
  new HostHealth({
    get proxies() {
      return identities.proxies;
    },
    random,
  });

async function runTask(services: RunnerServices, task: Task): Promise<CommittedTask> {
  const skipped = await skippedBeforeStart(services, task);
  if (skipped !== null) return { ending: skipped, result: await services.store.commit(skipped) };
  const { health, identities, clock, commitQueue } = services;
  const nowMs = clock.monotonicMs();
  const identity = await identities
    .pick(task.site, (other) => health.isResting(wayOf(task, other), nowMs))
    .catch(noProxyError);
  if (identity instanceof NewshawkError) {
    const ending = await waitForProxy(services, task, identity);
    return { ending, result: await services.store.commit(ending) };
  }
  health.begin(wayOf(task, identity), nowMs);
  // for endings without a page; visitPage and pollSource start anew, after robots.txt
  const visit = startVisit(services, task, identity);
  const result = await visitTask(services, visit);
  return await commitQueue.add(async () => {
    const ending = dated(await conclude(services, visit, result), clock.now());
    identities.countBytes(identity, task.site, ending.visit.bytes);
    if (ending.visit.status !== null) hostAnswered(services, visit);
    return await commit(services, visit, ending);
  });
}

/** The error that there is no way out, as a value. @throws every other error */
function noProxyError(error: unknown): NewshawkError {
  if (error instanceof NewshawkError && error.kind === 'no-proxy') return error;
  throw error;
}

/** What a task led to before its turn to be committed. */
type TaskResult =
  | { readonly kind: 'page'; readonly visited: VisitedPage }
  | { readonly kind: 'source'; readonly polled: PolledSource }
  | { readonly kind: 'robots' }
  | { readonly kind: 'skipped'; readonly skip: PollSkipped }
  | { readonly kind: 'error'; readonly error: unknown };

async function visitTask(services: RunnerServices, visit: TaskVisit): Promise<TaskResult> {
  const { identities, store, clock } = services;
  const { task, identity } = visit;
  try {
    const result = await visitAllowed(services, visit);
    if (result.kind === 'page' || result.kind === 'source') identities.report(identity, task.site, 'ok');
    return result;
  } catch (error) {
    const kind = kindOf(error);
    if (kind === 'blocked') identities.report(identity, task.site, 'blocked');
    if (kind === 'proxy') identities.report(identity, task.site, 'proxy-failed');
    if (kind === 'timed-out') identities.report(identity, task.site, 'timed-out');
    // no browser starts, or nothing can be stored: no page is at fault
    if (error instanceof CommandError || error instanceof StoreDown) throw error;
    if (error instanceof TurnsEnded) {
      const now = clock.now();
      await store.frontier.release(task, now, now);
      throw error;
    }
    if (error instanceof PollSkipped) return { kind: 'skipped', skip: error };
    return { kind: 'error', error };
  }
}

async function visitAllowed(services: RunnerServices, { task, identity }: TaskVisit): Promise<TaskResult> {
  const { robots, gate } = services;
  refuseKiller(services, task);
  const turns = turnsOfTask(services, task);
  const { allowed, crawlDelayMs } = await robots.check(task, identity, turns);
  gate.setCrawlDelay(task.host, crawlDelayMs);
  if (!allowed) return { kind: 'robots' };
  return task.kind === 'source'
    ? { kind: 'source', polled: await pollSource({ ...services, turns }, task, identity) }
    : { kind: 'page', visited: await visitPage(services, task, identity) };
}

async function conclude(services: RunnerServices, visit: TaskVisit, result: TaskResult): Promise<Ending> {
  if (result.kind === 'error') return await endingOfError(services, visit, result.error);
  try {
    if (result.kind === 'robots') return await refusedByRobots(services, visit);
    if (result.kind === 'skipped') return skippedPoll(services, visit, result.skip);
    return result.kind === 'page'
      ? await concludeVisit(services, result.visited)
      : await concludePoll(services, result.polled);
  } catch (error) {
    if (error instanceof StoreDown) throw error;
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
    const result = await withRecheck(services, await store.commit(ending));
    services.linkPatterns.note(ending.seen);
    return { ending, result };
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
    'process-died',
    `${config.maxAttempts + freeDeaths} times the process ended or fell silent while it had this page, all but the first time with no other page: it is not tried any more. \`newshawk failures retry\` or \`newshawk crawl <its address>\` tries it again.`,
  );
}

/** A forbidden source backs off too: else `watch` would open it again at every tick. */
const refusedByRobots = async (services: RunnerServices, visit: TaskVisit): Promise<Ending> =>
  makeEnding(endingFacts(services, visit, null), {
    visit: { outcome: 'dropped', reason: 'robots', detail: 'robots.txt forbids it' },
    source: await sourceAfterFailure(services, visit, 'unreachable'),
  });
