import type { ContentHash, Snapshot } from '../model/page/snapshot.ts';
import type { SiteLearning } from '../model/wrapper/site-learning.ts';
import type { WrapperText } from '../ports.ts';
import type { StorePorts } from '../services.ts';
import { thaw } from '../stages/snapshot/freeze.ts';
import type { Store } from '../storage/port.ts';

/** The wrapper that the store has in use for a site; null: none. */
export async function liveWrapper(store: Store, site: string): Promise<WrapperText | null> {
  const learning = await store.wrappers.get(site);
  return learning === null ? null : await liveText(store, learning);
}

/** The contents of a site's live version; null: it has none. */
export async function liveText({ wrappers }: Store, { site, live }: SiteLearning): Promise<WrapperText | null> {
  const wrapper = live === null ? null : await wrappers.content(site, live);
  return wrapper === null ? null : { key: `${site} ${live}`, json: JSON.stringify(wrapper) };
}

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
