import type { NewshawkError } from '../../errors.ts';
import type { Task } from '../../model/crawl/task.ts';
import { nextTry } from '../../stages/schedule/retry.ts';
import type { Ending } from '../../storage/port.ts';
import type { Crawl } from '../crawl/crawl.ts';
import { makeEnding } from '../visit/ending.ts';
import { freeTriesSoFar, sourceAfterFailure } from './failed-task.ts';

/** The ending of a task for which there is no way out: nothing was sent, it costs no attempt, and the task is due when a proxy is there. */
export async function waitForProxy(io: Crawl, task: Task, { message }: NewshawkError): Promise<Ending> {
  const { clock, random, config, run } = io;
  const now = clock.now();
  const freeTries = await freeTriesSoFar(io, task, 'no-proxy');
  return makeEnding(
    { task, run, startedAt: now, elapsedMs: 0, page: null },
    {
      visit: { outcome: 'deferred', reason: 'no-proxy', detail: message },
      source: await sourceAfterFailure(io, { task }, 'no-proxy'),
      next: nextTry('no-proxy', task.attempts, config.maxAttempts, now, random, { freeTries }),
    },
  );
}
