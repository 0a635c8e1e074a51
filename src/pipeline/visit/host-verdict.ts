import { kindOf, NewshawkError } from '../../errors.ts';
import type { Task } from '../../model/crawl/task.ts';
import type { HostTrouble } from '../../stages/schedule/host-health.ts';

/** What an error shows about the task's host: trouble, an answer, or nothing (null). */
export type HostVerdict = HostTrouble | 'answered' | null;

/** Errors that follow an answer. */
const answerErrors = new Set(['blocked', 'throttled', 'too-large', 'layout-changed', 'low-confidence', 'too-short']);

/**
 * What a failed task shows about its host on the task's way (host and proxy). A failing proxy is trouble of that way. A redirect to another host is an answer,
 * even if that host does not answer. A page that failed before proves nothing against its host.
 */
export function hostVerdict(error: unknown, task: Pick<Task, 'host' | 'attempts'>): HostVerdict {
  if (!(error instanceof NewshawkError)) return null;
  const kind = kindOf(error);
  if (kind === 'proxy') return 'proxy';
  if (error.fault === 'page' || isElsewhere(error, task)) return 'answered';
  if (isUnavailable(error)) return 'answer';
  if (answerErrors.has(kind)) return 'answered';
  if (kind !== 'unreachable' && kind !== 'timed-out') return null;
  if (error.fault === 'host') return 'connection';
  return task.attempts === 0 ? 'answer' : null;
}

const isElsewhere = ({ at }: NewshawkError, { host }: Pick<Task, 'host'>): boolean =>
  at !== null && URL.canParse(at) && new URL(at).host !== host;

/** A 503 without Retry-After counts like other 5xx, not as throttling. */
const isUnavailable = ({ evidence, retryAfterMs }: NewshawkError): boolean =>
  evidence?.page?.status === 503 && retryAfterMs === null;
