import type { Source } from '../../../model/crawl/source.ts';
import { dateOrNull, type Stored } from '../stored.ts';

export function sourceOf(stored: Stored<Source, 'render'>): Source {
  const { plannedAt, ...source } = stored;
  return {
    ...source,
    lastPolledAt: dateOrNull(source.lastPolledAt),
    nextPollAt: new Date(source.nextPollAt),
    ...(plannedAt !== undefined && { plannedAt: new Date(plannedAt) }),
    render: source.render ?? null,
  };
}

/** A source in two parts: what its definition says, and what polling has taught. A new definition replaces the first part only. */
export function splitSource(source: Source) {
  const { intervalMs, lastPolledAt, nextPollAt, plannedAt, contentHash, worker, ...defined } = source;
  return { defined, learned: { intervalMs, lastPolledAt, nextPollAt, plannedAt, contentHash, worker } };
}
