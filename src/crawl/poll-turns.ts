import { TurnRefused } from '../errors.ts';
import type { SkipReason } from '../model/crawl/outcome.ts';
import { isActive, type Source } from '../model/crawl/source.ts';
import type { Task } from '../model/crawl/task.ts';
import type { Turns } from '../ports.ts';
import { inWindow } from '../stages/schedule/active-windows.ts';
import { skipToWindow } from '../stages/schedule/polling.ts';
import type { VisitResult } from '../storage/port.ts';
import type { Crawl } from './crawl.ts';
import { visitResult } from './visit-result.ts';

/** A poll is not sent although its turn came: an expected end. */
export class PollSkipped extends TurnRefused {
  override readonly name = 'PollSkipped';
  readonly reason: SkipReason;
  /** Null: it was removed. */
  readonly source: Source | null;

  constructor(reason: SkipReason, source: Source | null) {
    super(reason);
    this.reason = reason;
    this.source = source;
  }
}

/** The result of a poll that must not start; null: it may. Polls wait for their hosts and for retries: meanwhile a window may have ended, or a person have paused or removed the source. */
export async function skippedBeforeStart(crawl: Crawl, task: Task): Promise<VisitResult | null> {
  const skip = await skipOf(crawl, task);
  if (skip === null) return null;
  const { clock } = crawl;
  return skippedPoll(crawl, { task, startedAt: clock.now(), startedMs: clock.monotonicMs() }, skip);
}

/**
 * The turns of a task's requests. Those of a poll check the window again when their turn comes, up to the first request for the source itself: a Crawl-delay
 * can be a minute. A poll that has begun in its window goes on.
 */
export function turnsOfTask(crawl: Crawl, task: Task): Turns | undefined {
  const { turns } = crawl;
  if (turns === undefined || task.kind !== 'source' || !crawl.run.keepsWindows) return turns;
  let hasBegun = false;
  return {
    free: (url) => turns.free(url),
    note: (url) => turns.note(url),
    answered: (url) => turns.answered(url),
    take: async (url) => {
      await turns.take(url);
      if (hasBegun) return;
      const skip = await skipOf(crawl, task);
      if (skip !== null) throw skip;
      hasBegun = new URL(url).pathname !== '/robots.txt';
    },
  };
}

/** Of a poll for which nothing was sent. */
interface SkippedVisit {
  readonly task: Task;
  readonly startedAt: Date;
  readonly startedMs: number;
}

/** The next poll is at the start of the next window. */
export function skippedPoll(crawl: Crawl, visit: SkippedVisit, { reason, source }: PollSkipped): VisitResult {
  const { clock, log } = crawl;
  const next = source === null || reason !== 'outside-window' ? source : skipToWindow(source, clock.now());
  log.info('source.skipped', { source: visit.task.url, reason, nextPollAt: next?.nextPollAt ?? null });
  const detail = reason === 'outside-window' ? `next poll at ${next?.nextPollAt.toISOString()}` : '';
  return visitResult(crawl, { ...visit, page: null }, { visit: { outcome: 'skipped', reason, detail }, source: next });
}

async function skipOf({ store, clock, run }: Crawl, { kind, sourceId }: Task): Promise<PollSkipped | null> {
  if (kind !== 'source' || sourceId === null) return null;
  const source = await store.sources.get(sourceId);
  if (source === null) return new PollSkipped('removed', source);
  if (!run.keepsWindows) return null;
  if (!isActive(source)) return new PollSkipped('paused', source);
  return inWindow(source.activeWindows, clock.now()) ? null : new PollSkipped('outside-window', source);
}
