import type { Clock, Log } from '../../ports.ts';
import type { Config } from '../../settings/config.ts';
import type { Store } from '../../storage/port.ts';
import { collectGarbage, removedOf, retentionOf } from './collect-garbage.ts';

/** Time of the first round, ms; short, so that a process which restarts often reaches it. */
const firstAfterMs = 10 * 60_000;

interface Needs {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly config: Config;
}

/** Returns a function to call often: it starts a garbage collection in the background when one is due. A failed one is logged and comes again at the next interval. */
export function garbageRounds(io: Needs): () => void {
  const { clock, log, config } = io;
  let nextMs = clock.monotonicMs() + Math.min(firstAfterMs, config.gcEveryMs);
  let isRunning = false;
  const round = async () => {
    const begun = clock.monotonicMs();
    try {
      const { articles, revisions, visits, unnamed, excess, failures } = await collectGarbage(
        { ...io, retention: retentionOf(config) },
        { isDry: false },
      );
      const ms = Math.round(clock.monotonicMs() - begun);
      const blobs = unnamed.count + excess.count;
      log.info('garbage.collected', {
        articles: removedOf(articles).count,
        revisions: removedOf(revisions).count,
        visits: removedOf(visits).count,
        blobs,
        bytes: unnamed.bytes + excess.bytes,
        failures,
        ms,
      });
    } catch (error) {
      log.warn('garbage.failed', { message: error instanceof Error ? error.message : String(error) });
    }
    isRunning = false;
  };
  return () => {
    if (config.gcEveryMs === 0 || isRunning || clock.monotonicMs() < nextMs) return;
    nextMs = clock.monotonicMs() + config.gcEveryMs;
    isRunning = true;
    void round();
  };
}
