import type { ContentHash, Snapshot } from '../../model/page/snapshot.ts';
import { thaw } from '../../stages/snapshot/freeze.ts';
import type { StorePorts } from '../ports.ts';

/**
 * What a stored page gives. @param use is called with the page's snapshot
 * @returns null where the snapshot is deleted since, as the settings say, and where it can't be read or used: that is logged
 */
export async function readStored<T>(
  { store, log }: StorePorts,
  { url, snapshot: hash }: { readonly url: string; readonly snapshot: ContentHash },
  use: (snapshot: Snapshot) => Promise<T | null>,
): Promise<T | null> {
  try {
    const bytes = await store.blobs.get(hash);
    return bytes === null ? null : await use(await thaw(bytes));
  } catch (error) {
    log.warn('wrapper.page-left-out', { url, error: String(error) });
    return null;
  }
}
