import type { ResolvedPage } from '../../model/page/page.ts';
import type { ContentHash, StoredSnapshot } from '../../model/page/snapshot.ts';
import { freeze, snapshotOf } from './freeze.ts';

/** The store of snapshots. */
export interface SnapshotStore {
  put(bytes: Uint8Array): Promise<ContentHash>;
}

/** Freezes the page and stores it, before extraction reads it. */
export const takeSnapshot =
  (blobs: SnapshotStore) =>
  async (resolved: ResolvedPage): Promise<StoredSnapshot> => {
    const { page, media, noMedia } = resolved;
    const snapshot = snapshotOf(page, media, noMedia);
    return { ...snapshot, hash: await blobs.put(await freeze(snapshot)) };
  };
