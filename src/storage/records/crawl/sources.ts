import { isActive, type Source } from '../../../model/crawl/source.ts';
import { dateOrNull, type Stored } from '../stored.ts';

export function sourceOf(stored: Stored<Source, 'render'>): Source {
  const { plannedAt, pausedAt, ...source } = stored;
  return {
    ...source,
    lastPolledAt: dateOrNull(source.lastPolledAt),
    nextPollAt: new Date(source.nextPollAt),
    ...(plannedAt !== undefined && { plannedAt: new Date(plannedAt) }),
    ...(pausedAt !== undefined && { pausedAt: dateOrNull(pausedAt) }),
    render: source.render ?? null,
  };
}

/** A source in three parts: its definition, a person's pause, and what polling has taught. A new definition replaces the first part only, a poll the last one only. */
export function splitSource(source: Source) {
  const { intervalMs, lastPolledAt, nextPollAt, plannedAt, contentHash, worker, pausedAt, ...defined } = source;
  const polled = { intervalMs, lastPolledAt, nextPollAt, contentHash, worker };
  return {
    defined,
    pause: pausedAt === undefined ? {} : { pausedAt },
    polled: plannedAt === undefined ? polled : { ...polled, plannedAt },
  };
}

/** When the poll of a source may be opened; null: never, it is switched off or paused. Both stores have an index of it. A claim sets it to the end of the claim. */
export const openAtOf = (source: Source): Date | null => (isActive(source) ? source.nextPollAt : null);
