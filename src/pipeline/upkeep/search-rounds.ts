import { setTimeout as delay } from 'node:timers/promises';
import type { Store } from '../../storage/port.ts';
import type { CrawlPorts } from '../ports.ts';

/** Articles that one round makes found: about 200 ms in the embedded store, in steps of some milliseconds. A crawl writes fewer in a second. */
const atOnce = 200;

/** Returns a function to call once a second during a run: it makes articles found by searches, those that the run has just written and those that an older version stored. */
export function searchRounds({ store, log }: Pick<CrawlPorts, 'store' | 'log'>): () => Promise<void> {
  const state = { left: 0 };
  return async () => {
    const added = await store.articles.indexMore(atOnce);
    if (added < atOnce) {
      if (state.left > 0) log.info('search.indexed', { articles: state.left });
      state.left = 0;
    } else state.left += added;
  };
}

/** How long a process that only reads waits between looks for articles that no search finds yet, ms. */
const [betweenRoundsMs, betweenLooksMs] = [1_000, 30_000];

/** Makes the articles of an older store found, beside the answers of a server, until the signal. */
export async function keepSearch(
  store: Pick<Store, 'articles'>,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): Promise<void> {
  while (!signal.aborted) {
    let added = 0;
    try {
      added = await store.articles.indexMore(atOnce);
    } catch (error) {
      onError(error); // the store is away or full: the next look tries again
    }
    const pauseMs = added === atOnce ? betweenRoundsMs : betweenLooksMs;
    await delay(pauseMs, undefined, { signal, ref: false }).catch(() => undefined); // only the signal rejects it
  }
}
