import { kindOf, NewshawkError, policies } from '../errors.ts';
import type { Failure } from '../model/crawl/failure.ts';
import type { Source } from '../model/crawl/source.ts';
import type { Task } from '../model/crawl/task.ts';
import type { ErrorKind } from '../model/crawl/visit.ts';
import type { Identity } from '../model/page/page.ts';
import type { HostOutage, HostRoute, HostTrouble } from '../stages/schedule/host-health.ts';
import { scheduledAfterPoll } from '../stages/schedule/polling.ts';
import { countFreeTries, nextTry, visitsForFreeTries, waitForHost } from '../stages/schedule/retry.ts';
import { freeze, snapshotOf } from '../stages/snapshot/freeze.ts';
import type { VisitResult } from '../storage/port.ts';
import type { Crawl } from './crawl.ts';
import { failureBundle, ruleVersions } from './failure/failure-bundle.ts';
import { type TaskVisit, visitResult } from './visit-result.ts';

/** The result of a task that failed: it is tried again, waits for its host, or fails for good with the evidence. */
export async function resultOfError(crawl: Crawl, visit: TaskVisit, error: unknown): Promise<VisitResult> {
  const { log, clock, config, random, gate } = crawl;
  const { task, identity } = visit;
  const { kind, detail, retryAfterMs, fault } = describeError(error);
  const now = clock.now();
  if (kind === 'bug')
    log.error('task.bug', { url: task.url, error: error instanceof Error ? error.stack : String(error) });
  const outage = noteTrouble(crawl, visit, error, detail);
  const wait = outage === null ? null : waitForHost(outage.outage, outage.trouble, now);
  if (kind === 'throttled' && wait === null) gate.slowDown(task.host, clock.monotonicMs(), retryAfterMs);
  const before = { retryAfterMs, freeTries: await freeTriesSoFar(crawl, task, kind), fault };
  const next = wait ?? nextTry(kind, task.attempts, config.maxAttempts, now, random, before);
  const isLast = next.kind !== 'retry';
  const failure = isLast ? await bundleOf(crawl, visit, error, { kind, detail, at: now }) : null;
  return visitResult(
    crawl,
    { ...visit, page: null, sender: identity },
    {
      visit: { outcome: isLast ? 'failed' : 'deferred', reason: kind, detail, failureId: failure?.id ?? null },
      failure,
      source: await sourceAfterFailure(crawl, task, kind),
      next,
    },
  );
}

/** How the task reaches its host. */
export const wayOf = ({ host }: Task, { proxy }: Identity): HostRoute => ({ host, proxy });

interface OutageOf {
  readonly trouble: HostTrouble;
  readonly outage: HostOutage;
}

/** Notes what the error says of the host. @returns the outage that it belongs to; null: the host is not in trouble */
function noteTrouble(crawl: Crawl, visit: TaskVisit, error: unknown, detail: string): OutageOf | null {
  const { health, clock, log } = crawl;
  const { task, identity } = visit;
  const trouble = hostVerdict(error, task.host, task.attempts);
  if (trouble === 'answered') hostAnswered(crawl, visit);
  if (trouble === null || trouble === 'answered') return null;
  const way = wayOf(task, identity);
  const nowMs = clock.monotonicMs();
  if (health.failed(way, { of: trouble, page: task.url, detail }, nowMs)) log.warn('host.down', { ...way, detail });
  const outage = health.outageOf(way, nowMs);
  return outage === null ? null : { trouble, outage };
}

/** Notes that the host answers. */
export function hostAnswered({ health, clock, log }: Crawl, { task, identity }: TaskVisit): void {
  const way = wayOf(task, identity);
  const wasDownMs = health.answered(way, clock.monotonicMs());
  if (wasDownMs !== null) log.info('host.back', { ...way, ms: Math.round(wasDownMs) });
}

/** Tries of this kind that cost no attempt, by the visit log: the task itself counts only the others. */
export async function freeTriesSoFar({ store }: Crawl, { url }: Task, kind: ErrorKind): Promise<number> {
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
  { store, log, run }: Crawl,
  { task, site }: TaskVisit,
  error: unknown,
  { kind, detail, at }: FailedVisit,
): Promise<Failure> {
  const evidence = error instanceof NewshawkError ? error.evidence : null;
  const page = evidence?.page ?? null;
  const snapshot = page === null ? null : snapshotOf(page);
  const facts = {
    task,
    run: run.runId,
    at,
    reason: kind,
    detail,
    trace: [],
    extractor: 'none',
    versions: await ruleVersions(store, site, task.site),
    logs: {
      requests: evidence?.requests ?? page?.requests ?? [],
      console: evidence?.console ?? page?.console ?? [],
    },
    snapshot: snapshot === null ? null : await store.blobs.put(await freeze(snapshot)),
    screenshot: evidence === null ? null : async () => evidence.screenshot,
  };
  return failureBundle(facts, store.blobs, log);
}

/** A poll that failed backs its source off; its interval stays. */
export async function sourceAfterFailure(
  { store, clock, random }: Crawl,
  task: Task,
  kind: ErrorKind,
): Promise<Source | null> {
  if (task.kind !== 'source' || task.sourceId === null) return null;
  const source = await store.sources.get(task.sourceId);
  return source === null ? null : scheduledAfterPoll(source, { failed: kind }, clock.now(), random);
}

function describeError(error: unknown) {
  const message = error instanceof Error ? error.message : String(error);
  const { retryAfterMs, fault } = error instanceof NewshawkError ? error : { retryAfterMs: null, fault: null };
  return { kind: kindOf(error), detail: message.slice(0, 1_000), retryAfterMs, fault };
}

/** The result of a task for which there is no way out: nothing was sent, it costs no attempt, and the task is due when a proxy is there. */
export async function waitForProxy(crawl: Crawl, task: Task, { message }: NewshawkError): Promise<VisitResult> {
  const { clock, random, config } = crawl;
  const now = clock.now();
  const freeTries = await freeTriesSoFar(crawl, task, 'no-proxy');
  const startedMs = clock.monotonicMs();
  return visitResult(
    crawl,
    { task, startedAt: now, startedMs, endedMs: startedMs, page: null },
    {
      visit: { outcome: 'deferred', reason: 'no-proxy', detail: message },
      source: await sourceAfterFailure(crawl, task, 'no-proxy'),
      next: nextTry('no-proxy', task.attempts, config.maxAttempts, now, random, { freeTries }),
    },
  );
}

/** What an error shows about the task's host: trouble, an answer, or nothing (null). */
export type HostVerdict = HostTrouble | 'answered' | null;

/** Errors that follow an answer. */
const answerErrors = new Set(['blocked', 'throttled', 'too-large', 'layout-changed', 'low-confidence', 'too-short']);

/**
 * What a failed task shows about its host on the task's way (host and proxy). A failing proxy is trouble of that way. A redirect to another host is an answer,
 * even if that host does not answer. A page that failed before proves nothing against its host.
 */
export function hostVerdict(error: unknown, host: string, attempts: number): HostVerdict {
  if (!(error instanceof NewshawkError)) return null;
  const kind = kindOf(error);
  if (kind === 'proxy') return 'proxy';
  if (error.fault === 'page' || isElsewhere(error, host)) return 'answered';
  if (isUnavailable(error)) return 'answer';
  if (answerErrors.has(kind)) return 'answered';
  if (kind !== 'unreachable' && kind !== 'timed-out') return null;
  if (error.fault === 'host') return 'connection';
  return attempts === 0 ? 'answer' : null;
}

const isElsewhere = ({ at }: NewshawkError, host: string): boolean =>
  at !== null && URL.canParse(at) && new URL(at).host !== host;

/** A 503 without Retry-After counts like other 5xx, not as throttling. */
const isUnavailable = ({ evidence, retryAfterMs }: NewshawkError): boolean =>
  evidence?.page?.status === 503 && retryAfterMs === null;
