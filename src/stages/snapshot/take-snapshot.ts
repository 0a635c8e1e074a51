import type { ResolvedPage } from '../../model/page/page.ts';
import type { ContentHash, StoredSnapshot } from '../../model/page/snapshot.ts';
import { freeze, snapshotOf } from './freeze.ts';

/** Where snapshots are kept. */
export interface SnapshotStore {
  put(bytes: Uint8Array): Promise<ContentHash>;
}

/** Freezes the page and puts it into the store before anything is concluded from it. */
export const takeSnapshot =
  (blobs: SnapshotStore) =>
  async (resolved: ResolvedPage): Promise<StoredSnapshot> => {
    const snapshot = snapshotOf(resolved);
    return { ...snapshot, hash: await blobs.put(await freeze(snapshot)) };
  };
