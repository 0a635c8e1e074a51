import type { Stratum } from '../../model/topic/label.ts';

/** Scores of a stratum, before anybody counted its pages. */
export type Range = Omit<Stratum, 'population'>;

/** A range with the part of a sample that comes from it. */
interface StratumShare {
  readonly range: Range;
  readonly share: number;
}

/** Around the threshold and far from it, more from the side that is kept: its precision is what is asked for. */
export function strataAround(threshold: number, width: number): StratumShare[] {
  const edges = [-2, -1, 0, 1, 2].map((n) => threshold + n * width).filter((edge) => edge > 0);
  return [0, ...edges].map((from, index) => ({
    range: { from, to: edges[index] ?? null },
    share: from >= threshold ? 2 : 1,
  }));
}

/**
 * How many pages of each stratum are drawn: by its share, none twice; what a small stratum can't give the others do.
 * @param populations by stratum
 */
export function allocate(shares: readonly number[], populations: readonly number[], count: number): number[] {
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

/** `count` of the positions 0 to `size` - 1, none twice, each alike: Floyd's algorithm (Bentley and Floyd 1987). Ascending. */
export function randomPositions(size: number, count: number, random: () => number): number[] {
  const chosen = new Set<number>();
  for (let last = Math.max(0, size - count); last < size; last++) {
    const candidate = Math.floor(random() * (last + 1));
    chosen.add(chosen.has(candidate) ? last : candidate);
  }
  return [...chosen].sort((a, b) => a - b);
}

/** Uniform in [0, 1), the same row for the same seed: mulberry32 (Ettinger). */
export function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
