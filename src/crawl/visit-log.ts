import type { Task } from '../model/crawl/task.ts';
import type { Log, LogFields } from '../ports.ts';
import type { RunContext } from '../services.ts';
import type { VisitResult } from '../storage/port.ts';
import { visitId } from './visit-result.ts';

/** A log that adds these fields to each line. A line's own fields come after them, and replace those of the same name. */
export function childLog(log: Log, fields: LogFields): Log {
  return {
    debug: (event, own) => log.debug(event, { ...fields, ...own }),
    info: (event, own) => log.info(event, { ...fields, ...own }),
    warn: (event, own) => log.warn(event, { ...fields, ...own }),
    error: (event, own) => log.error(event, { ...fields, ...own }),
  };
}

/** The log of one visit: each line has the run, the visit's id in the store, and the host. */
export const visitLog = (log: Log, { runId }: RunContext, { url, lease, host }: Task): Log =>
  childLog(log, { run: runId, visit: visitId(url, lease), host });

/** The first and the last line of a visit, around its work. A visit whose result is not committed says so, and throws its error. */
export async function withLoggedVisit(
  log: Log,
  { url, kind, attempts }: Task,
  work: () => Promise<VisitResult>,
): Promise<VisitResult> {
  log.debug('visit.began', { url, kind, attempts });
  try {
    const committed = await work();
    logResult(log, committed);
    return committed;
  } catch (error) {
    log.debug('visit.given-back', { url, error });
    throw error;
  }
}

function logResult(log: Log, { visit, stored }: VisitResult): void {
  const { url, outcome, reason, detail, via, status, bytes, elapsedMs, articleId, newLinks, failureId } = visit;
  log.debug('visit.ended', {
    url,
    outcome,
    reason,
    detail: detail === '' ? null : detail,
    via,
    status,
    bytes,
    ms: elapsedMs,
    article: articleId,
    newLinks,
    failure: failureId,
    // the lease was lost meanwhile: another process has the task
    isStored: stored?.accepted === true ? null : false,
  });
}
