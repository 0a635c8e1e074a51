import { kindOf, NewshawkError } from '../../errors.ts';
import type { Task } from '../../model/crawl/task.ts';
import type { HostTrouble } from '../../stages/schedule/host-health.ts';

/** What an error says of the task's host: it has trouble, it answered, or nothing. */
export type HostVerdict = HostTrouble | 'answered' | null;

/** Errors that come of an answer. */
const answers = new Set(['blocked', 'throttled', 'too-large', 'layout-changed']);

/**
 * What a failed task says of its host on the way that it took. A proxy that fails is trouble of that way. A redirect that led on to a host without an answer is
 * an answer. A page that failed before, while its host was well, is no witness against the host.
 */
export function hostVerdict(error: unknown, task: Pick<Task, 'host' | 'attempts'>): HostVerdict {
  if (!(error instanceof NewshawkError)) return null;
  const kind = kindOf(error);
  if (kind === 'proxy') return 'connection';
  if (error.fault === 'page' || isElsewhere(error, task)) return 'answered';
  if (isUnavailable(error)) return 'answer';
  if (answers.has(kind)) return 'answered';
  if (kind !== 'unreachable' && kind !== 'timed-out') return null;
  if (error.fault === 'host') return 'connection';
  return task.attempts === 0 ? 'answer' : null;
}

const isElsewhere = ({ at }: NewshawkError, { host }: Pick<Task, 'host'>): boolean =>
  at !== null && URL.canParse(at) && new URL(at).host !== host;

/** 503 without a time at which to come again: as other 5xx, not as a wish for a slower pace. */
const isUnavailable = ({ evidence, retryAfterMs }: NewshawkError): boolean =>
  evidence?.page.status === 503 && retryAfterMs === null;
