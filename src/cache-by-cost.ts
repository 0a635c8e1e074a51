import type { Clock } from './ports.ts';

/** The pause after a reading, as a multiple of its duration: reading takes a fiftieth of the time at most. */
const pauseFactor = 50;

/**
 * Caches a reading for a time in proportion to its cost: a cheap value is always fresh, a count that takes a second is read about once a minute. Concurrent callers
 * share one reading. A failed reading is not cached.
 */
export function cacheByCost<T>(read: () => Promise<T>, clock: Clock): () => Promise<T> {
  let reading: Promise<T> | null = null;
  let until = Number.NEGATIVE_INFINITY;
  return () => {
    const startedAt = clock.monotonicMs();
    if (reading !== null && startedAt < until) return reading;
    until = Number.POSITIVE_INFINITY;
    const current = read().then(
      (value) => {
        const ended = clock.monotonicMs();
        until = ended + pauseFactor * (ended - startedAt);
        return value;
      },
      (error: unknown) => {
        reading = null;
        throw error;
      },
    );
    reading = current;
    return current;
  };
}
