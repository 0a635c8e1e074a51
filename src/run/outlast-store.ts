import { StoreDown } from '../errors.ts';
import type { Clock, Log } from '../ports.ts';
import type { Store } from '../storage/port.ts';
import { releaseOwners } from '../watch/assignment/other-owners.ts';
import { processTimers } from './host-turns.ts';

/** Pause between two questions whether the store is back, ms. */
const askEveryMs = 1_000;

interface OutlastOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly owner: string;
  /** Aborted: the wait ends. */
  readonly signal: AbortSignal;
  /** Default: a timer of the process. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/**
 * Runs until the end, also when the store is away meanwhile: the run ends as if its process had been killed, and begins again when the store answers. What it
 * held is given back first. A wait has no limit: a supervisor could only start the process again.
 * @param run `isAgain`: after a wait
 * @throws StoreDown where the signal aborts while the store is away, or a person has to act
 */
export async function outlastStore<T>(options: OutlastOptions, run: (isAgain: boolean) => Promise<T>): Promise<T> {
  const { log, clock, store, owner, signal } = options;
  for (const detail of store.lacks) log.warn('store.lacks', { store: store.location, detail });
  for (let isAgain = false; ; isAgain = true) {
    try {
      if (isAgain) await releaseOwners(store, [owner], clock.now());
      return await run(isAgain);
    } catch (error) {
      if (!(error instanceof StoreDown) || !error.isAway || signal.aborted) throw error;
      log.warn('store.away', { store: store.location, detail: error.message });
      const awayAtMs = clock.monotonicMs();
      await untilItAnswers(options, error);
      log.info('store.back', { store: store.location, ms: Math.round(clock.monotonicMs() - awayAtMs) });
    }
  }
}

async function untilItAnswers({ store, signal, sleep = processTimers.sleep }: OutlastOptions, away: StoreDown) {
  for (;;) {
    const isBack = await store.ping().then(
      () => true,
      (error: unknown) => {
        if (error instanceof StoreDown && error.isAway) return false;
        throw error;
      },
    );
    if (isBack) return;
    if (!signal.aborted) await sleep(askEveryMs, signal).catch(() => undefined); // it ends with the signal
    if (signal.aborted) throw away;
  }
}
