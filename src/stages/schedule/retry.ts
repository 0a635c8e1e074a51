import { type Fault, policies } from '../../errors.ts';
import type { ErrorKind, Visit } from '../../model/crawl/visit.ts';
import type { Random } from '../../ports.ts';
import type { Need } from '../../storage/crawl/frontier-port.ts';
import type { VisitResult } from '../../storage/port.ts';
import type { HostOutage, HostTrouble } from './host-health.ts';

/** The wait before the second try, ms: long where the server must recover, short where only our side must. */
const firstDelayMs: Readonly<Record<ErrorKind, number>> = {
  unreachable: 5_000,
  blocked: 15_000,
  throttled: 10_000,
  'timed-out': 5_000,
  'too-large': 5_000,
  proxy: 1_000,
  'browser-crashed': 1_000,
  'no-browser': 2_000,
  'no-proxy': 30_000,
  'layout-changed': 5_000,
  'low-confidence': 5_000,
  'too-short': 5_000,
  misconfigured: 5_000,
  store: 5_000,
  'process-died': 5_000,
  bug: 5_000,
};
/** Longest wait between free tries, ms. */
const maxFreeDelayMs = 10 * 60_000;
/**
 * Growth of the wait per attempt. Attempts are few, so they are spread: 5 s, two minutes, an hour, six hours. The second wait is longer than the minute that a
 * `crawl` waits at most: one broken page does not delay its end.
 */
const growthPerAttempt = 30;
const maxDelayMs = 6 * 3_600_000;
/** How long a page waits at no cost for a host that is down. Without a connection the page is never at fault; where the host answers, it might be. */
const maxFreeOutageMs: Readonly<Record<HostTrouble, number>> = {
  connection: 7 * 24 * 3_600_000,
  proxy: 7 * 24 * 3_600_000,
  answer: 3_600_000,
};
/** Longest Retry-After that is kept, ms. */
const maxRetryAfterMs = 24 * 3_600_000;
/**
 * Free tries in a row, for the kinds that cost no attempt; each further try costs one, so no page is tried forever. `throttled`: about two hours of waits.
 * A proxy or browser that fails repeatedly for the same page does so because of the page, or for longer than a crawl lasts. `no-browser` and
 * `no-proxy` are never the page's fault: the page waits until there is one.
 */
const freeTriesOf: Readonly<Partial<Record<ErrorKind, number>>> = {
  throttled: 20,
  store: 20,
  proxy: 4,
  'browser-crashed': 3,
  'no-browser': Number.POSITIVE_INFINITY,
  'no-proxy': Number.POSITIVE_INFINITY,
};
/** What the page waits for, beside its time: all such pages are due at once when it is there. */
const needOf: Readonly<Partial<Record<ErrorKind, Need>>> = { 'no-browser': 'browser', 'no-proxy': 'proxy' };
/** Shortest wait for a host that is down, ms: another route may work. */
const minDelayMs = 1_000;
/** Number of a page's newest visits that suffice to count its free tries. */
export const visitsForFreeTries = 40;

interface RetryContext {
  /** Free tries in a row of this kind, before this one. */
  readonly freeTries?: number;
  /** Retry-After of the server, ms. */
  readonly retryAfterMs?: number | null;
  /** `page`: there is no automatic retry. */
  readonly fault?: Fault | null;
}

/** Counts the deferred visits with an error of this kind since the last final ending. @param visits newest first */
export function countFreeTries(kind: ErrorKind, visits: readonly Visit[]): number {
  const end = visits.findIndex(({ outcome }) => outcome !== 'deferred');
  const since = end === -1 ? visits : visits.slice(0, end);
  return since.filter(({ reason }) => reason === kind).length;
}

/**
 * What happens to a task after an error, by the table `policies` in errors.ts: it fails for good, or is retried with exponential backoff. The wait grows
 * thirtyfold per attempt, up to six hours, and doubles per free try, up to ten minutes. "Equal jitter" (half fixed, half random; M. Brooker, AWS, 2015) keeps a
 * site's pages from coming back at the same time.
 * @param attempts attempts that counted, before this one
 */
export function nextTry(
  kind: ErrorKind,
  attempts: number,
  maxAttempts: number,
  now: Date,
  random: Random,
  { freeTries = 0, retryAfterMs, fault = null }: RetryContext = {},
): VisitResult['next'] {
  const policy = policies[kind];
  if (!policy.retry || fault === 'page') return { kind: 'failed' };
  const costsAttempt = policy.costsAttempt || freeTries >= (freeTriesOf[kind] ?? 0);
  if (costsAttempt && attempts + 1 >= maxAttempts) return { kind: 'failed' };
  const grownMs = policy.costsAttempt
    ? Math.min(firstDelayMs[kind] * growthPerAttempt ** attempts, maxDelayMs)
    : Math.min(firstDelayMs[kind] * 2 ** (attempts + freeTries), maxFreeDelayMs);
  const askedMs = Math.min(retryAfterMs ?? 0, maxRetryAfterMs);
  const delayMs = Math.max(askedMs, jittered(grownMs, random));
  const at = new Date(now.getTime() + delayMs);
  return { kind: 'retry', at, costsAttempt, waitsFor: needOf[kind] ?? null };
}

/** A page that failed for good and is still linked is reopened an hour after its first failure, four times later after each further one, at most a day. */
const firstReopenMs = 3_600_000;
const reopenGrowth = 4;
const maxReopenMs = 24 * 3_600_000;
/** After this many failures, a link no longer reopens the page; a new crawl or `failures retry` does. */
const maxReopens = 7;

/** When a new link may reopen a page that failed for good; null: it may not. @param visits of the page, newest first */
export function reopensAt(visits: readonly Visit[]): Date | null {
  const [last] = visits;
  if (last?.outcome !== 'failed' || !isTransient(last.reason)) return null;
  const failures = visits.filter(({ outcome }) => outcome === 'failed').length;
  if (failures > maxReopens) return null;
  const waitMs = Math.min(firstReopenMs * reopenGrowth ** (failures - 1), maxReopenMs);
  return new Date(last.startedAt.getTime() + waitMs);
}

/** Whether an error may pass by itself: a retry can help. */
const isTransient = (reason: Visit['reason']): boolean =>
  reason !== null && reason in policies && policies[reason as ErrorKind].retry;

/** What happens to a page whose host is down: it waits for the next probe at no cost; null: the outage lasts too long, `nextTry` decides. */
export const waitForHost = (outage: HostOutage, trouble: HostTrouble, now: Date): VisitResult['next'] | null =>
  outage.lastsMs > maxFreeOutageMs[trouble]
    ? null
    : { kind: 'retry', at: new Date(now.getTime() + Math.max(minDelayMs, outage.probeInMs)), costsAttempt: false };

/** Between half of `delayMs` and all of it. */
export const jittered = (delayMs: number, random: Random): number => Math.round(delayMs * (0.5 + random() / 2));
