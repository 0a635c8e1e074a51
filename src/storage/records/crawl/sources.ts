import { type ActiveWindow, isActive, type Source, type SourceTuning } from '../../../model/crawl/source.ts';
import { dateOrNull, type Stored } from '../stored.ts';

export function sourceOf(stored: Stored<Source, 'render'>): Source {
  const { plannedAt, pausedAt, validators, silence, failing, ...source } = stored;
  return {
    ...source,
    lastPolledAt: dateOrNull(source.lastPolledAt),
    nextPollAt: new Date(source.nextPollAt),
    ...(plannedAt !== undefined && { plannedAt: new Date(plannedAt) }),
    ...(pausedAt !== undefined && { pausedAt: dateOrNull(pausedAt) }),
    ...(validators !== undefined && {
      validators: validators === null ? null : { ...validators, readAt: new Date(validators.readAt) },
    }),
    ...(silence !== undefined && {
      silence: silence === null ? null : { ...silence, newAt: dateOrNull(silence.newAt) },
    }),
    ...(failing !== undefined && {
      failing: failing === null ? null : { ...failing, since: new Date(failing.since) },
    }),
    render: source.render ?? null,
  };
}

/**
 * A source in four parts: its definition, a person's pause, what tuning has learned, and what polling has taught. Each writer replaces its part only: a new
 * definition the first, a poll the last.
 */
export function splitSource(source: Source) {
  const {
    intervalMs,
    lastPolledAt,
    nextPollAt,
    plannedAt,
    contentHash,
    validators,
    entries,
    arrivals,
    silence,
    failing,
    worker,
    pausedAt,
    tuning,
    ...defined
  } = source;
  return {
    defined,
    pause: pausedAt === undefined ? {} : { pausedAt },
    tuned: tuning === undefined ? {} : { tuning },
    polled: {
      intervalMs,
      lastPolledAt,
      nextPollAt,
      contentHash,
      worker,
      ...(plannedAt !== undefined && { plannedAt }),
      ...(validators !== undefined && { validators }),
      ...(entries !== undefined && { entries }),
      ...(arrivals !== undefined && { arrivals }),
      ...(silence !== undefined && { silence }),
      ...(failing !== undefined && { failing }),
    },
  };
}

/**
 * The stored source with a new definition. A list that is read in another way is read in full: its validators go. A new interval or new windows are a person's
 * word: what tuning learned of them goes.
 */
export function redefined(stored: Source, definition: Source): Source {
  const { pause, polled } = splitSource(stored);
  const isReadAlike = (['kind', 'render', 'linkSelector', 'maxDepth'] as const).every(
    (field) => stored[field] === definition[field],
  );
  const tuned = stored.tuning ? { tuning: tuningUnder(stored, stored.tuning, definition) } : {};
  // a definition without them says nothing of them
  const { title = null, folders = null } = stored;
  const named = { ...(title !== null && { title }), ...(folders !== null && { folders }) };
  const next = { ...named, ...splitSource(definition).defined, ...pause, ...tuned, ...polled };
  return isReadAlike || !next.validators ? next : { ...next, validators: null };
}

function tuningUnder(stored: Source, tuning: SourceTuning, definition: Source): SourceTuning {
  const { intervalMs, hours, day } = tuning;
  return {
    intervalMs: stored.baseIntervalMs === definition.baseIntervalMs ? intervalMs : null,
    hours: hasWindows(stored, definition.activeWindows) ? hours : null,
    day,
  };
}

const hasWindows = ({ activeWindows }: Source, windows: readonly ActiveWindow[]): boolean =>
  JSON.stringify(activeWindows.map(windowKey)) === JSON.stringify(windows.map(windowKey));
const windowKey = ({ timeZone, days, fromHour, toHour }: ActiveWindow) => [timeZone, days, fromHour, toHour];

/** Whether the source still has the definition of another that was read before: a tuning was made for that. */
export const isDefinedAs = (stored: Source, { baseIntervalMs, activeWindows }: Source): boolean =>
  stored.baseIntervalMs === baseIntervalMs && hasWindows(stored, activeWindows);

/** When the poll of a source may be opened; null: never, it is switched off or paused. Both stores have an index of it. A claim sets it to the end of the claim. */
export const openAtOf = (source: Source): Date | null => (isActive(source) ? source.nextPollAt : null);
