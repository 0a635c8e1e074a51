import type { Clock } from '../../ports.ts';

/** Reading takes a fiftieth of the time at most. */
const pauses = 50;

/**
 * Reads anew only when the last reading has paid off, and gives what was read then: what costs nothing is always new, and a count that takes a second is asked
 * for once a minute. Several who ask meanwhile share one reading. A reading that fails is not kept.
 */
export function seldom<T>(read: () => Promise<T>, clock: Pick<Clock, 'monotonicMs'>): () => Promise<T> {
  let reading: Promise<T> | null = null;
  let until = Number.NEGATIVE_INFINITY;
  return () => {
    const begun = clock.monotonicMs();
    if (reading !== null && begun < until) return reading;
    until = Number.POSITIVE_INFINITY;
    const now = read().then(
      (value) => {
        const ended = clock.monotonicMs();
        until = ended + pauses * (ended - begun);
        return value;
      },
      (error: unknown) => {
        reading = null;
        throw error;
      },
    );
    reading = now;
    return now;
  };
}
