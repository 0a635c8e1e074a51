import { z } from 'zod';
import { type ActiveWindow, isActive, type Source, type SourceTuning, source } from '../../../model/crawl/source.ts';
import { record } from '../../../model/schema.ts';
import { collection } from '../../collection.ts';
import type { OpenRecords, RecordsOf } from '../../engine/records.ts';

/** `openAt`: when its poll may be opened; null: never, it is switched off or paused. `isClaimed`: then it is the end of the claim. */
export const sources = collection({
  name: 'sources',
  schema: record({ ...source, openAt: z.date().nullable(), isClaimed: z.boolean() }),
  key: ['id'],
  columns: ['site', 'worker', 'openAt', 'isClaimed'],
  indexes: [
    { by: ['openAt', 'id'] },
    { by: ['isClaimed', 'openAt'], where: { isClaimed: true } },
    { by: ['site', 'worker', 'openAt'], where: { openAt: 'notNull' } },
  ],
  isLarge: true,
});

type StoredSource = Source & { readonly openAt: Date | null; readonly isClaimed: boolean };

export interface DueSources {
  readonly now: Date;
  readonly limit: number;
  /** Only sources of these sites; null: of all. */
  readonly sites: readonly string[] | null;
}

export interface SourceClaim {
  readonly now: Date;
  readonly claimUntil: Date;
  /** Who polls them. */
  readonly worker: string;
}

/** How many active sources of a site a worker holds. */
export interface SourceHolding {
  readonly site: string;
  /** Null: nobody has polled them. */
  readonly worker: string | null;
  readonly count: number;
}

/** Of a definition. */
export type SourceFields = Partial<
  Pick<
    Source,
    | 'kind'
    | 'weight'
    | 'baseIntervalMs'
    | 'minFactor'
    | 'maxFactor'
    | 'activeWindows'
    | 'maxDepth'
    | 'linkSelector'
    | 'render'
    | 'steps'
    | 'namedBy'
    | 'enabled'
  >
>;

export class Sources {
  readonly #sources: RecordsOf<typeof sources>;

  constructor(open: OpenRecords) {
    this.#sources = open(sources);
  }

  /** Adds a source, or replaces its definition; what polling has taught (interval, times, hash) and a pause stay. A claim stays too. */
  async define(defined: Source): Promise<void> {
    await this.#sources.change([defined.id], (stored) => {
      const next = stored === null ? defined : redefined(sourceOf(stored), defined);
      return withClaimOf(stored, next);
    });
  }

  /**
   * Changes some fields of a definition in one step: others that are changed at the same time, and what polls teach meanwhile, stay. A claim stays too.
   * @returns the source as it is now; null: there is none, and none is added
   */
  async redefine(id: string, fields: SourceFields): Promise<Source | null> {
    return await this.#change(id, (stored) =>
      withClaimOf(stored, redefined(sourceOf(stored), { ...sourceOf(stored), ...fields })),
    );
  }

  /**
   * Plans the next poll for a time, and ends a claim. Nothing else changes.
   * @returns the source as it is now; null: there is none, and none is added
   */
  async pollAt(id: string, at: Date): Promise<Source | null> {
    return await this.#change(id, (stored) => unclaimed({ ...sourceOf(stored), nextPollAt: at, plannedAt: at }));
  }

  /** Replaces a source, and ends its claim. */
  async save(saved: Source): Promise<void> {
    await this.#sources.put(unclaimed(saved));
  }

  /**
   * Writes what tuning has learned of a source, and nothing else: a claim, a pause, and what polls teach meanwhile stay.
   * @returns false, with nothing written, where the source was removed or has another interval or other windows by now
   */
  async tune(read: Source, tuning: SourceTuning): Promise<boolean> {
    const tuned = await this.#change(read.id, (stored) => (isDefinedAs(stored, read) ? { ...stored, tuning } : null));
    return tuned !== null;
  }

  /**
   * Pauses a source; null: ends the pause, and switches it on. Nothing else changes: what polls and tuning teach meanwhile stays.
   * @returns the source as it is now; null: there is none
   */
  async pause(id: string, pausedAt: Date | null): Promise<Source | null> {
    return await this.#change(id, (stored) =>
      unclaimed({ ...sourceOf(stored), pausedAt, enabled: stored.enabled || pausedAt === null }),
    );
  }

  async get(id: string): Promise<Source | null> {
    const stored = await this.#sources.get(id);
    return stored === null ? null : sourceOf(stored);
  }

  /** By id. */
  async list(): Promise<Source[]> {
    return (await this.#sources.find({ order: ['id'] })).map(sourceOf);
  }

  /** @returns whether there was one */
  async remove(id: string): Promise<boolean> {
    return (await this.#sources.remove({ id })) === 1;
  }

  /** Active sources whose next poll is due and that nobody has claimed, most overdue first, then by id. Reads an index. */
  async due({ now, limit, sites }: DueSources): Promise<Source[]> {
    const where = { openAt: { lte: now }, site: sites === null ? undefined : { in: sites } };
    return (await this.#sources.find({ where, order: ['openAt', 'id'], limit })).map(sourceOf);
  }

  /**
   * Claims those of the sources that are still due: they are not due again before `claimUntil`, which is a lease that expires by itself, or before they are
   * saved after their poll. @returns the ids of the claimed ones
   */
  async claim(ids: readonly string[], { now, claimUntil, worker }: SourceClaim): Promise<Set<string>> {
    const where = { id: { in: ids }, openAt: { lte: now } };
    const claimed = await this.#sources.take({ where }, { openAt: claimUntil, isClaimed: true, worker });
    return new Set(claimed.map(({ id }) => id));
  }

  /** Number of claims whose polls have not ended. Reads an index. */
  async claimed(now: Date): Promise<number> {
    return await this.#sources.count({ isClaimed: true, openAt: { gt: now } });
  }

  /** All active sources, counted by site and worker. Reads an index. */
  async holdings(): Promise<SourceHolding[]> {
    return await this.#sources.groups({ by: ['site', 'worker'], where: { openAt: { gt: new Date(0) } } });
  }

  async #change(id: string, make: (stored: StoredSource) => StoredSource | null): Promise<Source | null> {
    const changed = await this.#sources.change([id], (stored) => (stored === null ? null : make(stored)));
    return changed === null ? null : sourceOf(changed);
  }
}

const sourceOf = ({ openAt: _openAt, isClaimed: _isClaimed, ...rest }: StoredSource): Source => rest;

const openAtOf = (of: Source): Date | null => (isActive(of) ? of.nextPollAt : null);

const unclaimed = (of: Source): StoredSource => ({ ...of, openAt: openAtOf(of), isClaimed: false });

/** A claim stays, unless the definition switches the source off. */
const withClaimOf = (stored: StoredSource | null, next: Source): StoredSource =>
  stored?.isClaimed && stored.openAt !== null && openAtOf(next) !== null
    ? { ...next, openAt: stored.openAt, isClaimed: true }
    : unclaimed(next);

/**
 * For `commit`: what a poll has taught. A definition, a pause or a tuning that came meanwhile stays, and a source that was removed stays removed; where a later poll is
 * stored, nothing changes: null.
 */
export function sourceAfterPoll(stored: StoredSource | null, polled: Source): StoredSource | null {
  if (stored === null) return null;
  if (stored.lastPolledAt !== null && polled.lastPolledAt !== null && stored.lastPolledAt > polled.lastPolledAt)
    return null;
  const { defined, pause, tuned } = splitSource(sourceOf(stored));
  return unclaimed({ ...defined, ...pause, ...tuned, ...splitSource(polled).polled });
}

/**
 * A source in four parts: its definition, a person's pause, what tuning has learned, and what polling has taught. Each writer replaces its part only: a new
 * definition the first, a poll the last.
 */
function splitSource(of: Source) {
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
  } = of;
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
function redefined(stored: Source, definition: Source): Source {
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
const isDefinedAs = (stored: Source, { baseIntervalMs, activeWindows }: Source): boolean =>
  stored.baseIntervalMs === baseIntervalMs && hasWindows(stored, activeWindows);
