import { setTimeout as delay } from 'node:timers/promises';
import type { StorePorts } from '../../services.ts';
import type { Articles } from '../../storage/articles-port.ts';

/** Articles that one round makes found: about 200 ms in the embedded store, in steps of some milliseconds. A crawl writes fewer in a second. */
const atOnce = 200;

/** Returns a function to call once a second during a run: it makes articles found by searches, those that the run has just written. */
export function searchRounds({ store, log }: StorePorts): () => Promise<void> {
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

/** So few are left to the next search, which makes them found itself. */
const leftToSearches = 100;

/**
 * Returns a function for a process that only reads: it makes articles found that wait for it, unless another process is at it, since each round holds up answers for
 * some milliseconds. @returns whether the next round is due in a second
 */
export function searchRoundsOfReader(articles: Articles): () => Promise<boolean> {
  let left = 0;
  return async () => {
    const waiting = await articles.notIndexed();
    // fewer than the last round left: another process works
    const isOurs = waiting > leftToSearches && waiting >= left;
    const added = isOurs ? await articles.indexMore(atOnce) : 0;
    left = waiting - added;
    return added === atOnce;
  };
}

/** Makes the articles of an older store found, beside the answers of a server, until the signal. */
export async function keepSearch(
  articles: Articles,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): Promise<void> {
  const round = searchRoundsOfReader(articles);
  while (!signal.aborted) {
    let isDueSoon = false;
    try {
      isDueSoon = await round();
    } catch (error) {
      onError(error); // the store is away or full: the next look tries again
    }
    const pauseMs = isDueSoon ? betweenRoundsMs : betweenLooksMs;
    await delay(pauseMs, undefined, { signal, ref: false }).catch(() => undefined); // only the signal rejects it
  }
}
