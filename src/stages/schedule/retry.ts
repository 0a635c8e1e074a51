import { policies } from '../../errors.ts';
import type { ErrorKind } from '../../model/visit.ts';
import type { Random } from '../../ports.ts';
import type { Ending } from '../../storage/port.ts';

/** The wait before the second try, ms: long where the other side must change, short where only we must. */
const firstDelayMs: Readonly<Record<ErrorKind, number>> = {
  unreachable: 5_000,
  blocked: 15_000,
  throttled: 10_000,
  'timed-out': 5_000,
  'too-large': 5_000,
  proxy: 1_000,
  'browser-crashed': 1_000,
  'layout-changed': 5_000,
  misconfigured: 5_000,
  store: 5_000,
  bug: 5_000,
};
const longestDelayMs = 10 * 60_000;
/** A server may not put a page off for longer than this. */
const longestRetryAfterMs = 24 * 3_600_000;
/** How long tries may be free: a page that is throttled for longer uses up its attempts. */
const freeForMs = 2 * 3_600_000;
/** A task doesn't remember its free tries; by lot one of so many costs an attempt, so that no page is tried for ever. */
const freeTries = 8;

export interface TriedBefore {
  /** When the page was tried first; undefined: only the lot bounds the free tries. */
  readonly firstTryAt?: Date;
  /** What the server asked for (Retry-After), ms. */
  readonly retryAfterMs?: number | null;
}

/**
 * What becomes of a task that ended with an error of this kind, by the table `policies` in errors.ts: failed for good, or tried again after a wait that doubles
 * with every counted attempt, up to ten minutes, with "equal jitter" (half fixed, half by chance; M. Brooker, AWS, 2015) so that a site's pages don't come back at once.
 * @param attempts attempts that counted, before this one
 */
export function nextTry(
  kind: ErrorKind,
  attempts: number,
  maxAttempts: number,
  now: Date,
  random: Random,
  { firstTryAt, retryAfterMs }: TriedBefore = {},
): Ending['next'] {
  const policy = policies[kind];
  if (!policy.retry) return { kind: 'failed' };
  const triedForMs = firstTryAt === undefined ? 0 : now.getTime() - firstTryAt.getTime();
  const costsAttempt = policy.costsAttempt || triedForMs > freeForMs || random() < 1 / freeTries;
  if (costsAttempt && attempts + 1 >= maxAttempts) return { kind: 'failed' };
  // A free try leaves `attempts` as it was: there the time spent so far makes the waits double.
  const doubledMs = Math.max(firstDelayMs[kind] * 2 ** attempts, policy.costsAttempt ? 0 : triedForMs);
  const askedMs = Math.min(retryAfterMs ?? 0, longestRetryAfterMs);
  const delayMs = Math.max(askedMs, jittered(Math.min(doubledMs, longestDelayMs), random));
  return { kind: 'retry', at: new Date(now.getTime() + delayMs), costsAttempt };
}

/** Between half of `delayMs` and all of it. */
export const jittered = (delayMs: number, random: Random): number => Math.round(delayMs * (0.5 + random() / 2));
