import PQueue from 'p-queue';
import { CommandError, kindOf, NewshawkError, policies, TurnsEnded } from '../../errors.ts';
import type { Failure } from '../../model/crawl/failure.ts';
import type { Source } from '../../model/crawl/source.ts';
import type { Task } from '../../model/crawl/task.ts';
import type { ErrorKind } from '../../model/crawl/visit.ts';
import type { Identity } from '../../model/page/page.ts';
import type { IdentityRoute } from '../../ports.ts';
import { HostHealth, type HostOutage, type HostTrouble, type Way } from '../../stages/schedule/host-health.ts';
import type { HostGate } from '../../stages/schedule/politeness.ts';
import { adapt } from '../../stages/schedule/polling.ts';
import { countFreeTries, nextTry, visitsThatTell, waitForHost } from '../../stages/schedule/retry.ts';
import { freeze, snapshotOf } from '../../stages/snapshot/freeze.ts';
import { freeDeaths } from '../../storage/frontier-port.ts';
import type { CommitResult, Ending } from '../../storage/port.ts';
import { toArticle, toReading } from '../crawl.ts';
import { Autodiscovery } from '../lists/autodiscovery.ts';
import { HostRoom } from '../lists/link-budgets.ts';
import { linkJudge } from '../lists/links.ts';
import { pollSource } from '../lists/poll-source.ts';
import type { CrawlPorts, RunContext } from '../ports.ts';
import { endingOf } from '../visit/ending.ts';
import { failureBundle } from '../visit/failure-bundle.ts';
import { hostVerdict } from '../visit/host-verdict.ts';
import { StepNotes } from '../visit/site-steps.ts';
import { visitPage } from '../visit/visit-page.ts';
import type { Finish, Visiting } from '../visit/visiting.ts';
import { openWayChooser } from '../visit/way-chooser.ts';

/** How a task ended, and what the store made of it. */
export interface Ended {
  readonly ending: Ending;
  readonly result: CommitResult;
}

interface Running extends Visiting {
  readonly task: Task;
  readonly health: HostHealth;
  /** Who asks, for all of the task: robots.txt, pages, media. */
  readonly identity: IdentityRoute;
  readonly startedAt: Date;
  readonly begun: number;
}

/**
 * Runs tasks to their ending: policy first, then the visit, then one commit. Whatever goes wrong is an ending too, with its kind. Only a store that does not
 * answer makes it throw; then the lease sees to it that the task comes again.
 * @throws TurnsEnded where the run ended before the task had its turn: it was given back
 */
export function taskRunner(
  io: CrawlPorts,
  run: RunContext,
  gate: HostGate,
  health = new HostHealth({ proxies: io.identities.proxies, random: io.random }),
): (task: Task) => Promise<Ended> {
  // Copies that arrive at the same moment must see each other: judging and storing happen one page at a time. Both take milliseconds.
  const read = toReading(io);
  const judge = toArticle(io);
  const judgeLinks = linkJudge(io);
  const room = new HostRoom(io.store.frontier, io.clock, io.config.tasksPerHost);
  const chooser = openWayChooser(io);
  const stepNotes = new StepNotes(io.log);
  const autodiscovery = new Autodiscovery(io);
  const turn = new PQueue({ concurrency: 1 });
  const runTask = async (task: Task): Promise<Ended> => {
    const nowMs = io.clock.monotonicMs();
    const wayOf = ({ proxy }: Identity): Way => ({ host: task.host, proxy });
    const identity = await io.identities.pick(task.site, (other) => health.rests(wayOf(other), nowMs));
    health.begin(wayOf(identity), nowMs);
    const shared = { io, run, toReading: read, judge, judgeLinks, room, chooser, stepNotes, autodiscovery, gate };
    const running = { ...shared, health, task, identity, startedAt: io.clock.now(), begun: performance.now() };
    const finish = await begin(running).catch(async (error: unknown) => {
      // The surroundings are wrong (no browser starts): that is for a person, and no page's fault.
      if (error instanceof CommandError) throw error;
      if (error instanceof TurnsEnded) {
        await io.store.frontier.release(task, io.clock.now());
        throw error;
      }
      return () => endingOfError(running, error);
    });
    return turn.add(async () => {
      const ending = dated(await finish().catch((error: unknown) => endingOfError(running, error)), io.clock.now());
      if (ending.visit.status !== null) hostAnswered(running);
      return await commit(running, ending);
    });
  };
  return (task) => runTask(task).finally(() => chooser.ended(task));
}

/** A calendar and a stopwatch differ by this much without anybody setting a clock, ms. */
const smallestStepMs = 1_000;

/** Where the clock was set back while the task ran, the visit began when it ended, less what it took: what is due later than its end has to wait. */
function dated(ending: Ending, now: Date): Ending {
  const { visit } = ending;
  const beganAt = new Date(now.getTime() - visit.elapsedMs);
  const aheadMs = visit.startedAt.getTime() - beganAt.getTime();
  return aheadMs < smallestStepMs ? ending : { ...ending, visit: { ...visit, startedAt: beganAt } };
}

/** What no store takes is the page's own fault, and ends it; the store's own troubles end the run. */
async function commit(running: Running, ending: Ending): Promise<Ended> {
  const { store, clock } = running.io;
  try {
    return { ending, result: await store.commit(ending) };
  } catch (error) {
    if (kindOf(error) !== 'too-large') throw error;
    const failed = dated(await endingOfError(running, error), clock.now());
    return { ending: failed, result: await store.commit(failed) };
  }
}

async function begin(running: Running): Promise<Finish> {
  const { io, gate, task, identity } = running;
  try {
    refuseKiller(io, task);
    const robots = await io.robots.check(task, identity, io.turns);
    gate.crawlDelay(task.host, robots.crawlDelayMs);
    if (!robots.allowed) return () => refusedByRobots(running);
    const finish = await (task.kind === 'source' ? pollSource : visitPage)(running, task, identity);
    io.identities.report(identity, task.site, 'ok');
    return finish;
  } catch (error) {
    const kind = kindOf(error);
    if (kind === 'blocked') io.identities.report(identity, task.site, 'blocked');
    if (kind === 'proxy') io.identities.report(identity, task.site, 'proxy-failed');
    if (kind === 'timed-out') io.identities.report(identity, task.site, 'timed-out');
    throw error;
  }
}

/** Attempts that a task itself used up have ended it already: these were taken by processes that died while they had it (storage/port.ts). */
function refuseKiller({ config }: CrawlPorts, { attempts }: Task): void {
  if (attempts < config.maxAttempts) return;
  throw new NewshawkError(
    'bug',
    `again and again (${config.maxAttempts + freeDeaths} times) the whole process ended or fell silent while it had this page: it is not tried any more. \`newshawk crawl <its address>\` tries it alone.`,
  );
}

/** A source that may not be polled backs off too: else `watch` would open it again at every tick. */
const refusedByRobots = async (running: Running): Promise<Ending> =>
  endingOf(
    {
      task: running.task,
      run: running.run,
      startedAt: running.startedAt,
      elapsedMs: performance.now() - running.begun,
      page: null,
    },
    {
      visit: { outcome: 'dropped', reason: 'robots', detail: 'robots.txt forbids it' },
      source: await sourceAfterFailure(running, 'unreachable'),
    },
  );

async function endingOfError(running: Running, error: unknown): Promise<Ending> {
  const { io, gate, task, run, begun } = running;
  const { kind, detail, retryAfterMs } = wordsOf(error);
  const now = io.clock.now();
  if (kind === 'bug')
    io.log.error('task.bug', { url: task.url, error: error instanceof Error ? error.stack : String(error) });
  const trouble = hostTrouble(running, error, detail);
  const wait = trouble === null ? null : waitForHost(trouble.outage, trouble.of, now);
  if (kind === 'throttled' && wait === null) gate.slowDown(task.host, io.clock.monotonicMs(), retryAfterMs);
  const freeTries = await freeTriesSoFar(running, kind);
  const { fault } = error instanceof NewshawkError ? error : { fault: null };
  const before = { retryAfterMs, freeTries, fault };
  const next = wait ?? nextTry(kind, task.attempts, io.config.maxAttempts, now, io.random, before);
  const isLast = next.kind !== 'retry';
  const failure = isLast ? await bundleOf(running, error, { kind, detail, at: now }) : null;
  return endingOf(
    {
      task,
      run,
      startedAt: running.startedAt,
      elapsedMs: performance.now() - begun,
      page: null,
      identity: running.identity,
    },
    {
      visit: { outcome: isLast ? 'failed' : 'deferred', reason: kind, detail, failureId: failure?.id ?? null },
      failure,
      source: await sourceAfterFailure(running, kind),
      next,
    },
  );
}

interface TroubleOf {
  readonly of: HostTrouble;
  readonly outage: HostOutage;
}

/** Notes what the error says of the host. @returns the outage that it is a part of; null: it is none of the host's */
function hostTrouble(running: Running, error: unknown, detail: string): TroubleOf | null {
  const { io, health, task, identity } = running;
  const of = hostVerdict(error, task);
  if (of === 'answered') hostAnswered(running);
  if (of === null || of === 'answered') return null;
  const way = { host: task.host, proxy: identity.proxy };
  const nowMs = io.clock.monotonicMs();
  if (health.failed(way, { of, page: task.url, detail }, nowMs)) io.log.warn('host.down', { ...way, detail });
  const outage = health.outageOf(way, nowMs);
  return outage === null ? null : { of, outage };
}

function hostAnswered({ io, health, task, identity }: Running): void {
  const way = { host: task.host, proxy: identity.proxy };
  const wasDownMs = health.answered(way, io.clock.monotonicMs());
  if (wasDownMs !== null) io.log.info('host.back', { ...way, ms: Math.round(wasDownMs) });
}

/** The task counts the tries that cost an attempt; the others are in the visit log. */
async function freeTriesSoFar({ io, task }: Running, kind: ErrorKind): Promise<number> {
  if (policies[kind].costsAttempt) return 0;
  return countFreeTries(kind, await io.store.visits.find({ url: task.url, limit: visitsThatTell }));
}

interface Failing {
  readonly kind: ErrorKind;
  readonly detail: string;
  readonly at: Date;
}

/** The bundle of an error: with the page and its picture where one came. */
async function bundleOf({ io, task, run }: Running, error: unknown, { kind, detail, at }: Failing): Promise<Failure> {
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
    snapshot: snapshot === null ? null : await io.store.blobs.put(await freeze(snapshot)),
    live: evidence === null ? null : { screenshot: async () => evidence.screenshot },
  };
  return failureBundle(facts, io.store.blobs, io.log);
}

/** A poll that failed backs its source off; its interval stays. */
async function sourceAfterFailure({ io, task }: Running, kind: ErrorKind): Promise<Source | null> {
  if (task.kind !== 'source' || task.sourceId === null) return null;
  const source = await io.store.sources.get(task.sourceId);
  return source === null ? null : adapt(source, { failed: kind }, io.clock.now(), io.random);
}

function wordsOf(error: unknown): { kind: ErrorKind; detail: string; retryAfterMs: number | null } {
  const kind = kindOf(error);
  const detail = error instanceof Error ? error.message : String(error);
  return {
    kind,
    detail: detail.slice(0, 1_000),
    retryAfterMs: error instanceof NewshawkError ? error.retryAfterMs : null,
  };
}
