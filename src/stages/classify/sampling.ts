import type { Stratum } from '../../model/topic/label.ts';

/** The score range of a stratum, before its pages are counted. */
export type Range = Omit<Stratum, 'population'>;

/** A range with its relative share of the sample. */
interface StratumShare {
  readonly range: Range;
  readonly share: number;
}

/** Strata around the threshold; those above it get a double share, because their precision is estimated. */
export function strataAround(threshold: number, width: number): StratumShare[] {
  const edges = [-2, -1, 0, 1, 2].map((n) => threshold + n * width).filter((edge) => edge > 0);
  return [0, ...edges].map((from, index) => ({
    range: { from, to: edges[index] ?? null },
    share: from >= threshold ? 2 : 1,
  }));
}

/**
 * The number of pages to draw from each stratum, by its share. When a stratum has too few pages, the others give more.
 * @param populations by stratum
 */
export function allocateDraws(shares: readonly number[], populations: readonly number[], count: number): number[] {
  const drawn = populations.map(() => 0);
  const room = (at: number): number => (populations[at] ?? 0) - (drawn[at] ?? 0);
  for (let left = count; left > 0; left--) {
    const open = populations.map((_, at) => at).filter((at) => room(at) > 0);
    if (open.length === 0) break;
    const fillLevel = (at: number): number => (drawn[at] ?? 0) / (shares[at] ?? 1);
    const next = open.reduce((best, at) => (fillLevel(at) < fillLevel(best) ? at : best));
    drawn[next] = (drawn[next] ?? 0) + 1;
  }
  return drawn;
}

/** `count` distinct positions from 0 to `size` - 1, uniformly distributed, ascending: Floyd's algorithm (Bentley and Floyd 1987). */
export function randomPositions(size: number, count: number, random: () => number): number[] {
  const chosen = new Set<number>();
  for (let last = Math.max(0, size - count); last < size; last++) {
    const candidate = Math.floor(random() * (last + 1));
    chosen.add(chosen.has(candidate) ? last : candidate);
  }
  return [...chosen].sort((a, b) => a - b);
}

/** Uniform in [0, 1), the same sequence for the same seed (Ettinger). */
export function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
