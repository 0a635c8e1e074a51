import type { SiteLearning } from '../../model/wrapper/site-learning.ts';
import type { WrapperText } from '../../ports.ts';
import type { Store } from '../../storage/port.ts';

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
