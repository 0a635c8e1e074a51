import { setImmediate as nextTurn } from 'node:timers/promises';
import { isActive, type PollPolicy, type Source } from '../../model/crawl/source.ts';
import type { Clock } from '../../ports.ts';
import { isTuningDue, type TuningResult, tuneSource } from '../../stages/schedule/tuning/tune-source.ts';
import type { Store } from '../../storage/port.ts';
import { pollEvidence } from './poll-evidence.ts';

interface TuningRequest {
  readonly policy: PollPolicy;
  /** Over how many days the hours of updates are counted. */
  readonly days: number;
  /** Nothing is written. */
  readonly isDry: boolean;
  /** Only sources whose last full day has not counted yet. */
  readonly onlyDue: boolean;
  /** When it aborts, the sources that are left stay as they are. */
  readonly signal: AbortSignal | null;
}

/** A source as it was, and what tuning makes of it. */
export interface TunedSource extends TuningResult {
  readonly source: Source;
  /** Whether it was written. A dry run writes nothing; a source that was removed or defined anew meanwhile waits for the next tuning. */
  readonly isWritten: boolean;
}

/**
 * Tunes all active sources, by id. Each is written by itself, and only its tuning: a process that polls the sources meanwhile loses nothing. The event loop runs
 * between two sources.
 */
export async function tuneSources(
  store: Store,
  clock: Clock,
  { policy, days, isDry, onlyDue, signal }: TuningRequest,
): Promise<TunedSource[]> {
  const now = clock.now();
  const sources = (await store.sources.list()).filter(
    (source) => isActive(source) && (!onlyDue || isTuningDue(source, now)),
  );
  const tuned: TunedSource[] = [];
  for (const source of sources) {
    if (signal?.aborted) break;
    const result = tuneSource(source, await pollEvidence(store, source, { now, days }), policy);
    const isWritten = !isDry && (await store.sources.tune(source, result.tuning));
    tuned.push({ ...result, source, isWritten });
    await nextTurn();
  }
  return tuned;
}

/** Whether a tuning changes when the source is polled. */
export function isTuningChanged({ source, tuning }: TunedSource): boolean {
  const before = source.tuning ?? { intervalMs: null, hours: null };
  return before.intervalMs !== tuning.intervalMs || String(before.hours) !== String(tuning.hours);
}
