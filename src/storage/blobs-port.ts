import type { ContentHash } from '../model/page/snapshot.ts';

export interface IdleBlob {
  readonly hash: ContentHash;
  readonly bytes: number;
  /** Since it was put last, by the clock of the store. */
  readonly idleMs: number;
}

/** Content-addressed: the same bytes are stored once. The caller compresses. */
export interface Blobs {
  /** What is there already counts as put now: who names it next has time to do so. */
  put(bytes: Uint8Array): Promise<ContentHash>;
  get(hash: ContentHash): Promise<Uint8Array | null>;
  /** Number and bytes of all, kept by the writes. */
  size(): Promise<{ readonly count: number; readonly bytes: number }>;
  /** Those that nobody has put for so long, the longest first. */
  idle(graceMs: number): AsyncIterable<IdleBlob>;
  /** Takes those away that nobody has put for so long, in one step with the look at it: what another process puts meanwhile stays. @returns how many */
  remove(hashes: readonly ContentHash[], graceMs: number): Promise<number>;
}
