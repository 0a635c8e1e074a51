import type { ContentHash } from '../model/page/snapshot.ts';

/** A blob that a record names. */
export interface BlobReference {
  readonly hash: ContentHash;
  readonly by: 'article' | 'failure' | 'model' | 'visit';
  /** Of the record. */
  readonly id: string;
}

/** Where records don't agree with each other. */
export interface StoreDefect {
  readonly what: string;
  readonly id: string;
  /** `repair` puts it right. */
  readonly canRepair: boolean;
}

/** Which failures a store keeps. */
export interface FailuresKept {
  /** Older ones go; null: none. */
  readonly since: Date | null;
  /** This many of the newest stay; null: all. */
  readonly atMost: number | null;
}

export interface Upkeep {
  /** All that names blobs; of visits those since then (null: all). */
  references(visitsSince: Date | null): AsyncIterable<BlobReference>;
  /** @returns how many go, or would go */
  forgetFailures(kept: FailuresKept, options: { readonly isDry: boolean }): Promise<number>;
  /**
   * Takes away what killed writers left of blobs that were never whole, where it is at least this old. Whole blobs without a record get one, also in a dry run.
   * @returns how many pieces go, or would go
   */
  sweep(graceMs: number, options: { readonly isDry: boolean }): Promise<number>;
  /** Read at one moment, where the store can do that; also while others write. */
  defects(): AsyncIterable<StoreDefect>;
  /** What follows from other records is made from them anew: tallies, records of blobs. Nothing else is touched. */
  repair(): Promise<void>;
}
