import type { Clock, Log } from '../../ports.ts';
import type { Config } from '../../settings/config.ts';
import { tuningPolicy } from '../../stages/schedule/tuning/base-interval.ts';
import type { Store } from '../../storage/port.ts';
import { tuningDays } from './poll-evidence.ts';
import { isTuningChanged, tuneSources } from './tune-sources.ts';

/** Between two looks for sources that are due, ms; and after a failure. */
const [lookEveryMs, retryAfterMs] = [5 * 60_000, 60 * 60_000];

interface RoundPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly config: Pick<Config, 'tune' | 'pollPolicy'>;
}

/**
 * Returns a function to call often: it tunes each source once a UTC day, in the background. The store has the last day that counted, by source, so a restart
 * neither tunes again nor leaves a source out. A failure is logged and comes again.
 */
export function tuningRounds(io: RoundPorts): () => void {
  const { store, clock, log, config } = io;
  let nextMs = clock.monotonicMs();
  let isRunning = false;
  const round = async () => {
    try {
      const request = { policy: tuningPolicy(config), days: tuningDays, isDry: false, onlyDue: true, signal: null };
      const tuned = await tuneSources(store, clock, request);
      const changed = tuned.filter((each) => each.isWritten && isTuningChanged(each));
      if (tuned.length > 0) log.info('sources.tuned', { sources: tuned.length, changed: changed.length });
      for (const { source, interval, hours, tuning } of changed)
        log.debug('source.tuned', {
          source: source.url,
          intervalMs: interval.intervalMs,
          rounds: interval.why,
          hours: tuning.hours?.length ?? 168,
          updates: hours.why,
        });
    } catch (error) {
      nextMs = clock.monotonicMs() + retryAfterMs;
      log.warn('tuning.failed', { message: error instanceof Error ? error.message : String(error) });
    }
    isRunning = false;
  };
  return () => {
    if (config.tune === 'off' || isRunning || clock.monotonicMs() < nextMs) return;
    nextMs = clock.monotonicMs() + lookEveryMs;
    isRunning = true;
    void round();
  };
}
