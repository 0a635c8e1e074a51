import { CommandError, kindOf, NewshawkError, StoreDown, TurnsEnded } from '../errors.ts';
import type { Task } from '../model/crawl/task.ts';
import { freeDeaths } from '../storage/crawl/frontier-port.ts';
import type { VisitResult } from '../storage/port.ts';
import type { Crawl } from './crawl.ts';
import { hostAnswered, resultOfError, sourceAfterFailure, waitForProxy, wayOf } from './failed-task.ts';
import { concludePoll, pollSource } from './poll-source.ts';
import { PollSkipped, skippedBeforeStart, skippedPoll, turnsOfTask } from './poll-turns.ts';
import { withRecheck } from './recheck-copies.ts';
import { visitLog, withLoggedVisit } from './visit-log.ts';
import { concludeVisit, visitPage } from './visit-page.ts';
import { type CommittedVisit, startVisit, type TaskVisit, visitResult } from './visit-result.ts';

/**
 * Runs tasks to their end: policy first, then the visit, then one commit. An error is a result too, with its kind. It throws only if the store does not
 * answer or takes nothing more; then the task comes again when its lease ends.
 * @throws TurnsEnded if the run ends before the task had its turn: the task is given back
 */
export const taskRunner =
  (crawl: Crawl): ((task: Task) => Promise<CommittedVisit>) =>
  (task) => {
    const log = visitLog(crawl.log, crawl.run, task);
    return withLoggedVisit(log, task, () => runTask(crawl.forTask({ log }), task)).finally(() =>
      crawl.modeChooser.release(task),
    );
  };

async function runTask(crawl: Crawl, task: Task): Promise<CommittedVisit> {
  const { store, health, identities, clock, commitQueue } = crawl;
  const skipped = await skippedBeforeStart(crawl, task);
  if (skipped !== null) return { ...skipped, stored: await store.commit(skipped) };
  const nowMs = clock.monotonicMs();
  const identity = await identities
    .pick(task.site, (other) => health.isResting(wayOf(task, other), nowMs))
    .catch(noProxyError);
  if (identity instanceof NewshawkError) {
    const waits = await waitForProxy(crawl, task, identity);
    return { ...waits, stored: await store.commit(waits) };
  }
  health.begin(wayOf(task, identity), nowMs);
  // for results without a page; visitPage and pollSource start anew, after robots.txt
  const visit = startVisit(crawl, task, identity);
  const conclude = await visitTask(crawl, visit);
  return await commitQueue.add(async () => {
    const result = dated(await concluded(crawl, visit, conclude), clock.now());
    identities.countBytes(identity, task.site, result.visit.bytes);
    if (result.visit.status !== null) hostAnswered(crawl, visit);
    return await commit(crawl, visit, result);
  });
}

/** The error that there is no way out, as a value. @throws every other error */
function noProxyError(error: unknown): NewshawkError {
  if (error instanceof NewshawkError && error.kind === 'no-proxy') return error;
  throw error;
}

/** What is left of a visit for its turn, when all that needs the network is done. */
type Conclude = () => Promise<VisitResult> | VisitResult;

async function visitTask(crawl: Crawl, visit: TaskVisit): Promise<Conclude> {
  const { identities, store, clock } = crawl;
  const { task, identity } = visit;
  try {
    return await visitAllowed(crawl, visit);
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
    if (error instanceof PollSkipped) return () => skippedPoll(crawl, visit, error);
    return () => resultOfError(crawl, visit, error);
  }
}

async function visitAllowed(crawl: Crawl, visit: TaskVisit): Promise<Conclude> {
  const { robots, gate, identities } = crawl;
  const { task, identity } = visit;
  refuseKiller(crawl, task);
  const turns = turnsOfTask(crawl, task);
  const { allowed, crawlDelayMs } = await robots.check(task, identity, turns);
  gate.setCrawlDelay(task.host, crawlDelayMs);
  if (!allowed) return () => refusedByRobots(crawl, visit);
  if (task.kind === 'source') {
    const polled = await pollSource(crawl.forTask({ turns }), task, identity);
    identities.report(identity, task.site, 'ok');
    return () => concludePoll(crawl, polled);
  }
  const visited = await visitPage(crawl, task, identity);
  identities.report(identity, task.site, 'ok');
  return () => concludeVisit(crawl, visited);
}

async function concluded(crawl: Crawl, visit: TaskVisit, conclude: Conclude): Promise<VisitResult> {
  try {
    return await conclude();
  } catch (error) {
    if (error instanceof StoreDown) throw error;
    return await resultOfError(crawl, visit, error);
  }
}

/** A calendar and a stopwatch differ by up to this without anybody setting a clock, ms. */
const smallestStepMs = 1_000;

/** If the clock was set back while the task ran, the visit's start is its end less its duration: else what is due after the end would wait. */
function dated(result: VisitResult, now: Date): VisitResult {
  const { visit } = result;
  const startedAt = new Date(now.getTime() - visit.elapsedMs);
  const aheadMs = visit.startedAt.getTime() - startedAt.getTime();
  return aheadMs < smallestStepMs ? result : { ...result, visit: { ...visit, startedAt } };
}

/** Content that is too large for the store fails its page; other errors of the store end the run. */
async function commit(crawl: Crawl, visit: TaskVisit, result: VisitResult): Promise<CommittedVisit> {
  const { store, clock } = crawl;
  try {
    const stored = await withRecheck(crawl, await store.commit(result));
    crawl.linkPatterns.note(result.seen);
    return { ...result, stored };
  } catch (error) {
    if (kindOf(error) !== 'too-large') throw error;
    const failed = dated(await resultOfError(crawl, visit, error), clock.now());
    return { ...failed, stored: await store.commit(failed) };
  }
}

/** A task's own attempts end it before this: the attempts here were taken by processes that died while they had it (storage/port.ts). */
function refuseKiller({ config }: Crawl, { attempts }: Task): void {
  if (attempts < config.maxAttempts) return;
  throw new NewshawkError(
    'process-died',
    `${config.maxAttempts + freeDeaths} times the process ended or fell silent while it had this page, all but the first time with no other page: it is not tried any more. \`newshawk failures retry\` or \`newshawk crawl <its address>\` tries it again.`,
  );
}

/** A forbidden source backs off too: else `watch` would open it again at every tick. */
const refusedByRobots = async (crawl: Crawl, visit: TaskVisit): Promise<VisitResult> =>
  visitResult(
    crawl,
    { ...visit, page: null },
    {
      visit: { outcome: 'dropped', reason: 'robots', detail: 'robots.txt forbids it' },
      source: await sourceAfterFailure(crawl, visit.task, 'unreachable'),
    },
  );
