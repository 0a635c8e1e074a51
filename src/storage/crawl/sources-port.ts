import type { Source, SourceTuning } from '../../model/crawl/source.ts';

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

export interface Sources {
  /** Adds a source, or replaces its definition; what polling has taught (interval, times, hash) and a pause stay. A claim stays too. */
  define(source: Source): Promise<void>;
  /**
   * Changes some fields of a definition in one step: others that are changed at the same time, and what polls teach meanwhile, stay. A claim stays too.
   * @returns the source as it is now; null: there is none, and none is added
   */
  redefine(id: string, fields: SourceFields): Promise<Source | null>;
  /**
   * Plans the next poll for a time, and ends a claim. Nothing else changes.
   * @returns the source as it is now; null: there is none, and none is added
   */
  pollAt(id: string, at: Date): Promise<Source | null>;
  /** Replaces a source, and ends its claim. */
  save(source: Source): Promise<void>;
  /**
   * Writes what tuning has learned of a source, and nothing else: a claim, a pause, and what polls teach meanwhile stay.
   * @returns false, with nothing written, where the source was removed or has another interval or other windows by now
   */
  tune(source: Source, tuning: SourceTuning): Promise<boolean>;
  /**
   * Pauses a source; null: ends the pause, and switches it on. Nothing else changes: what polls and tuning teach meanwhile stays.
   * @returns the source as it is now; null: there is none
   */
  pause(id: string, pausedAt: Date | null): Promise<Source | null>;
  get(id: string): Promise<Source | null>;
  /** By id. */
  list(): Promise<Source[]>;
  /** @returns whether there was one */
  remove(id: string): Promise<boolean>;
  /** Active sources whose next poll is due and that nobody has claimed, most overdue first, then by id. Reads an index. */
  due(request: DueSources): Promise<Source[]>;
  /**
   * Claims those of the sources that are still due: they are not due again before `claimUntil`, which is a lease that expires by itself, or before they are
   * saved after their poll. @returns the ids of the claimed ones
   */
  claim(ids: readonly string[], claim: SourceClaim): Promise<Set<string>>;
  /** Number of claims whose polls have not ended. Reads an index. */
  claimed(now: Date): Promise<number>;
  /** All active sources, counted by site and worker. Reads an index. */
  holdings(): Promise<SourceHolding[]>;
}
