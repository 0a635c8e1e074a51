import type { ContentHash } from '../model/page/snapshot.ts';

/** A blob that a record names. */
export interface BlobReference {
  readonly hash: ContentHash;
  readonly by: 'article' | 'correction' | 'failure' | 'model' | 'visit';
  /** Id of the record. */
  readonly id: string;
}

/** Records that contradict each other. */
export interface StoreDefect {
  readonly what: string;
  readonly id: string;
  /** Whether `repair` mends it. */
  readonly canRepair: boolean;
  /** True: `id` is a blob that can't be read. */
  readonly isUnreadable?: boolean;
}

/** Which failures a store keeps. */
export interface FailuresKept {
  /** Older failures are removed; null: none are. */
  readonly since: Date | null;
  /** At most this many failures stay, the newest; null: no limit. */
  readonly atMost: number | null;
}

/** A number of records, and their bytes. */
export interface Amount {
  readonly count: number;
  readonly bytes: number;
}

/** Which records stay: the newest ones within all bounds; null: no bound. */
export interface Bounds {
  /** Older ones go. */
  readonly since: Date | null;
  /** At most this many stay; of revisions: of each article. */
  readonly atMost: number | null;
  /** At most this many bytes stay. */
  readonly bytes: number | null;
  /** Newer ones stay in any case: an ending may still be written. */
  readonly before: Date;
}

/** What goes, by the bound that it exceeds, and what stays. */
export interface Removal {
  readonly byAge: Amount;
  readonly byCount: Amount;
  readonly byBytes: Amount;
  /** Beyond a bound, but a person labelled or corrected them: they stay. */
  readonly held: number;
  /** Beyond a bound, but newer than `before`: they stay for now. */
  readonly young: number;
  /** Null: no bound is set, so nothing was counted. */
  readonly left: Amount | null;
}

/** `articles`: by the time of their last change; with their media, revisions and look-up keys. `revisions`: earlier versions of articles. `visits`: the log of endings. */
export type BoundedKind = 'articles' | 'revisions' | 'visits';

export interface Maintenance {
  /** All records that name blobs. @param visitsSince visits that started earlier are left out; null: none are */
  references(visitsSince: Date | null): AsyncIterable<BlobReference>;
  /**
   * Removes the oldest records beyond the bounds. What refers to them goes too, or is mended: nothing is left that names a removed record, but for visits, which say what happened. The address of a removed article stays
   * known, and is not visited again by itself. Labels, corrections, and the articles that they judge, stay. After a kill -9 the next call does the rest.
   */
  forget(kind: BoundedKind, bounds: Bounds, options: { readonly isDry: boolean }): Promise<Removal>;
  /**
   * Removes the parts of blobs that killed processes left incomplete, where they are at least this old. A complete blob without a record gets one, also in a dry run.
   * @returns how many parts are removed, or would be in a dry run
   */
  sweep(graceMs: number, options: { readonly isDry: boolean }): Promise<number>;
  /** Checks the records; other processes may write meanwhile. SQLite reads all of them at one moment. */
  defects(): AsyncIterable<StoreDefect>;
  /** Counts again what is counted: tallies, records of blobs. Changes no other record. */
  recount(): Promise<void>;
  /** As `recount`; and rebuilds all else that follows from other records: clusters, counts of links, queues, look-up keys. Ends leases that nobody can end. What was read, and what people wrote, stays as it is. */
  repair(): Promise<void>;
  /** Takes damaged blobs out of use: `get` returns null, and the next `put` of the same bytes writes them anew. The damaged bytes are kept aside, under `damaged`. */
  setAside(hashes: readonly ContentHash[]): Promise<void>;
}
