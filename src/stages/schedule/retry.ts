import type { Fault } from '../../errors.ts';
import { policies } from '../../errors.ts';
import type { ErrorKind, Visit } from '../../model/crawl/visit.ts';
import type { Random } from '../../ports.ts';
import type { Ending } from '../../storage/port.ts';
import type { HostOutage, HostTrouble } from './host-health.ts';

/** The wait before the second try, ms: long where the other side must change, short where only we must. */
const firstDelayMs: Readonly<Record<ErrorKind, number>> = {
  unreachable: 5_000,
  blocked: 15_000,
  throttled: 10_000,
  'timed-out': 5_000,
  'too-large': 5_000,
  proxy: 1_000,
  'browser-crashed': 1_000,
  'no-browser': 2_000,
  'layout-changed': 5_000,
  misconfigured: 5_000,
  store: 5_000,
  bug: 5_000,
};
/** Of tries that cost nothing. */
const maxFreeDelayMs = 10 * 60_000;
/**
 * Tries that cost an attempt are few, so they are spread: 5 s, some two minutes, an hour, six hours. A page that is broken is mended by people. The second wait
 * is longer than the minute that a `crawl` waits for anything: one broken page does not hold it up.
 */
const growthPerAttempt = 30;
const maxDelayMs = 6 * 3_600_000;
/** How long a page waits for its host at no cost: without any connection it can not be its fault; where the host answers, it might be. */
const maxFreeOutageMs: Readonly<Record<HostTrouble, number>> = { connection: 7 * 24 * 3_600_000, answer: 3_600_000 };
/** A server may not put a page off for longer than this. */
const maxRetryAfterMs = 24 * 3_600_000;
/**
 * So many tries in a row are free, by kinds that cost no attempt; from then on each costs one, so that no page is tried for ever. Throttled: some two hours of
 * waits. A proxy or a browser that fails for the same page again and again does so because of the page, or for longer than a crawl lasts. That no browser
 * can be started says nothing of the page: it waits until one is there.
 */
const freeTriesOf: Readonly<Partial<Record<ErrorKind, number>>> = {
  throttled: 20,
  store: 20,
  proxy: 4,
  'browser-crashed': 3,
  'no-browser': Number.POSITIVE_INFINITY,
};
/** Where another way to the host is open. */
const minDelayMs = 1_000;
/** So many of a page's newest visits are enough to count its free tries. */
export const visitsForFreeTries = 40;

export interface RetryContext {
  /** Tries in a row of this kind, before this one, that cost nothing. */
  readonly freeTries?: number;
  /** What the server asked for (Retry-After), ms. */
  readonly retryAfterMs?: number | null;
  /** `page`: it is not tried again by itself. */
  readonly fault?: Fault | null;
}

/** How often the page was put off with an error of this kind since it last came to an ending. @param visits newest first */
export function countFreeTries(kind: ErrorKind, visits: readonly Pick<Visit, 'outcome' | 'reason'>[]): number {
  const end = visits.findIndex(({ outcome }) => outcome !== 'deferred');
  const since = end === -1 ? visits : visits.slice(0, end);
  return since.filter(({ reason }) => reason === kind).length;
}

/**
 * What becomes of a task that ended with an error of this kind, by the table `policies` in errors.ts: failed for good, or tried again after a wait that grows
 * thirtyfold with every attempt, up to six hours, and doubles with every free try, up to ten minutes, with "equal jitter" (half fixed, half by chance; M. Brooker, AWS, 2015) so that a site's pages don't come back at once.
 * @param attempts attempts that counted, before this one
 */
export function nextTry(
  kind: ErrorKind,
  attempts: number,
  maxAttempts: number,
  now: Date,
  random: Random,
  { freeTries = 0, retryAfterMs, fault = null }: RetryContext = {},
): Ending['next'] {
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
  return { kind: 'retry', at, costsAttempt, waitsFor: kind === 'no-browser' ? 'browser' : null };
}

/** A page that failed for good and is still linked waits an hour after its first failure, four times as long after each further one, at most a day. */
const firstReopenMs = 3_600_000;
const reopenGrowth = 4;
const maxReopenMs = 24 * 3_600_000;
/** After this number of failures a link alone brings it back no more: a new crawl does, and `failures retry`. */
const maxReopens = 7;

/** When a page that failed for good may be tried again because a listing names it again; null: not for that. @param visits its own, newest first */
export function reopensAt(visits: readonly Pick<Visit, 'outcome' | 'reason' | 'startedAt'>[]): Date | null {
  const [last] = visits;
  if (last?.outcome !== 'failed' || !isTransient(last.reason)) return null;
  const failures = visits.filter(({ outcome }) => outcome === 'failed').length;
  if (failures > maxReopens) return null;
  const waitMs = Math.min(firstReopenMs * reopenGrowth ** (failures - 1), maxReopenMs);
  return new Date(last.startedAt.getTime() + waitMs);
}

/** Whether what failed by this may come through without anybody's work. */
export const isTransient = (reason: Visit['reason']): boolean =>
  reason !== null && reason in policies && policies[reason as ErrorKind].retry;

/** What becomes of a page whose host is down: it waits for the next probe, at no cost; null: for too long already, `nextTry` has the word. */
export const waitForHost = (outage: HostOutage, trouble: HostTrouble, now: Date): Ending['next'] | null =>
  outage.lastsMs > maxFreeOutageMs[trouble]
    ? null
    : { kind: 'retry', at: new Date(now.getTime() + Math.max(minDelayMs, outage.probeInMs)), costsAttempt: false };

/** Between half of `delayMs` and all of it. */
export const jittered = (delayMs: number, random: Random): number => Math.round(delayMs * (0.5 + random() / 2));
