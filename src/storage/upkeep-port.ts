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
}

/** Which failures a store keeps. */
export interface FailuresKept {
  /** Older failures are removed; null: none are. */
  readonly since: Date | null;
  /** At most this many failures stay, the newest; null: no limit. */
  readonly atMost: number | null;
}

export interface Upkeep {
  /** All records that name blobs. @param visitsSince visits that started earlier are left out; null: none are */
  references(visitsSince: Date | null): AsyncIterable<BlobReference>;
  /** @returns how many are removed, or would be in a dry run */
  forgetFailures(kept: FailuresKept, options: { readonly isDry: boolean }): Promise<number>;
  /**
   * Removes the parts of blobs that killed processes left incomplete, where they are at least this old. A complete blob without a record gets one, also in a dry run.
   * @returns how many parts are removed, or would be in a dry run
   */
  sweep(graceMs: number, options: { readonly isDry: boolean }): Promise<number>;
  /** Checks the records; other processes may write meanwhile. SQLite reads all of them at one moment. */
  defects(): AsyncIterable<StoreDefect>;
  /** Rebuilds the records that follow from others: tallies, records of blobs. Changes no other record. */
  repair(): Promise<void>;
}
