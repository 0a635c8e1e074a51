import type { Vectors } from './vectors.ts';

interface DescentOptions {
  /** Cost of an example inside its margin, relative to the length of the weights (C). */
  readonly cost: number;
  /** Training ends when the gap between the projected gradients is at most this; LIBLINEAR's default is .1. */
  readonly tolerance: number;
  readonly maxPasses: number;
}

/** Separates one class from the others; `bias` is the weight of a feature that has value 1 in every example. */
export interface Hyperplane {
  readonly weights: Float64Array;
  readonly bias: number;
}

/**
 * A linear support vector machine with squared hinge loss and L2 regularisation, by dual coordinate descent: algorithm 1 of Hsieh et al., "A dual coordinate
 * descent method for large-scale linear SVM" (ICML 2008), as in LIBLINEAR (Fan et al. 2008), without shrinking. An example's weight scales its cost.
 * Deterministic: the order of each pass comes from a fixed seed.
 * @param isPositive by example
 */
export function fitSvm(vectors: Vectors, isPositive: Uint8Array, options: DescentOptions): Hyperplane {
  const { cost, tolerance, maxPasses } = options;
  const { starts, rows, values, weights: exampleWeights, lengths, width } = vectors;
  const size = exampleWeights.length;
  const weights = new Float64Array(width);
  const alphas = new Float64Array(size);
  let bias = 0;
  const order = Uint32Array.from({ length: size }, (_, index) => index);
  const random = xorshift(0x9e3779b9);
  for (let pass = 0; pass < maxPasses; pass++) {
    shuffle(order, random);
    let [highest, lowest] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (const at of order) {
      const weight = exampleWeights[at] as number;
      if (weight === 0) continue;
      const sign = isPositive[at] === 1 ? 1 : -1;
      const [from, to] = [starts[at] as number, starts[at + 1] as number];
      let margin = bias;
      for (let entry = from; entry < to; entry++)
        margin += (weights[rows[entry] as number] as number) * (values[entry] as number);
      const diagonal = 1 / (2 * cost * weight);
      const alpha = alphas[at] as number;
      const gradient = sign * margin - 1 + diagonal * alpha;
      const projected = alpha === 0 ? Math.min(gradient, 0) : gradient;
      highest = Math.max(highest, projected);
      lowest = Math.min(lowest, projected);
      if (Math.abs(projected) < 1e-12) continue;
      const moved = Math.max(alpha - gradient / ((lengths[at] as number) + 1 + diagonal), 0);
      alphas[at] = moved;
      const step = (moved - alpha) * sign;
      bias += step;
      for (let entry = from; entry < to; entry++) {
        const row = rows[entry] as number;
        weights[row] = (weights[row] as number) + step * (values[entry] as number);
      }
    }
    if (highest - lowest <= tolerance) break;
  }
  return { weights, bias };
}

/** Marsaglia's xorshift, 32 bits. */
function xorshift(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

function shuffle(order: Uint32Array, random: () => number): void {
  for (let at = order.length - 1; at > 0; at--) {
    const other = random() % (at + 1);
    const moved = order[at] as number;
    order[at] = order[other] as number;
    order[other] = moved;
  }
}
