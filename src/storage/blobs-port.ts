import type { ContentHash } from '../model/page/snapshot.ts';

export interface IdleBlob {
  readonly hash: ContentHash;
  readonly bytes: number;
  /** Time since its last `put`, by the clock of the store. */
  readonly idleMs: number;
}

/** Content-addressed: the same bytes are stored once. The caller compresses. */
export interface Blobs {
  /** A blob that exists counts as put now: its caller has time to store the record that names it. */
  put(bytes: Uint8Array): Promise<ContentHash>;
  get(hash: ContentHash): Promise<Uint8Array | null>;
  /** At most `limit` blobs after a hash, in the order of hashes; null: from the first one. Fewer: these were the last. */
  list(after: ContentHash | null, limit: number): Promise<readonly ContentHash[]>;
  /** Number and bytes of all blobs. */
  size(): Promise<{ readonly count: number; readonly bytes: number }>;
  /** Blobs whose last `put` is at least `graceMs` ago, the oldest first. */
  idle(graceMs: number): AsyncIterable<IdleBlob>;
  /** Removes those of the blobs whose last `put` is at least `graceMs` ago. Check and removal are one step: a blob that another process puts meanwhile stays. @returns how many were removed */
  remove(hashes: readonly ContentHash[], graceMs: number): Promise<number>;
}
