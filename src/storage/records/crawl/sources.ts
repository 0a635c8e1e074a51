import { isActive, type Source } from '../../../model/crawl/source.ts';
import { dateOrNull, type Stored } from '../stored.ts';

export function sourceOf(stored: Stored<Source, 'render'>): Source {
  const { plannedAt, pausedAt, validators, ...source } = stored;
  return {
    ...source,
    lastPolledAt: dateOrNull(source.lastPolledAt),
    nextPollAt: new Date(source.nextPollAt),
    ...(plannedAt !== undefined && { plannedAt: new Date(plannedAt) }),
    ...(pausedAt !== undefined && { pausedAt: dateOrNull(pausedAt) }),
    ...(validators !== undefined && {
      validators: validators === null ? null : { ...validators, readAt: new Date(validators.readAt) },
    }),
    render: source.render ?? null,
  };
}

/** A source in three parts: its definition, a person's pause, and what polling has taught. A new definition replaces the first part only, a poll the last one only. */
export function splitSource(source: Source) {
  const {
    intervalMs,
    lastPolledAt,
    nextPollAt,
    plannedAt,
    contentHash,
    validators,
    arrivals,
    worker,
    pausedAt,
    ...defined
  } = source;
  return {
    defined,
    pause: pausedAt === undefined ? {} : { pausedAt },
    polled: {
      intervalMs,
      lastPolledAt,
      nextPollAt,
      contentHash,
      worker,
      ...(plannedAt !== undefined && { plannedAt }),
      ...(validators !== undefined && { validators }),
      ...(arrivals !== undefined && { arrivals }),
    },
  };
}

/** The stored source with a new definition. A list that is read in another way is read in full: its validators go. */
export function redefined(stored: Source, definition: Source): Source {
  const { pause, polled } = splitSource(stored);
  const isReadAlike = (['kind', 'render', 'linkSelector', 'maxDepth'] as const).every(
    (field) => stored[field] === definition[field],
  );
  const next = { ...splitSource(definition).defined, ...pause, ...polled };
  return isReadAlike || !next.validators ? next : { ...next, validators: null };
}

/** When the poll of a source may be opened; null: never, it is switched off or paused. Both stores have an index of it. A claim sets it to the end of the claim. */
export const openAtOf = (source: Source): Date | null => (isActive(source) ? source.nextPollAt : null);
