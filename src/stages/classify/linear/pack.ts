import type { Fit } from './fit.ts';
import type { LinearModel } from './model.ts';

const largest = 32_767;
const topTermsPerLabel = 20;

/**
 * A fit in the form that is kept: the buckets that tell labels apart, in ascending order, weights as whole numbers.
 * @param buckets by row
 * @param maxBuckets those with the greatest difference between labels
 */
export function packPlanes(
  { idf, planes }: Fit,
  buckets: Uint32Array,
  maxBuckets: number,
): Pick<LinearModel, 'buckets' | 'idf' | 'weights' | 'scale' | 'biases'> {
  const power = (row: number): number => {
    let [highest, lowest] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (const { weights } of planes) {
      highest = Math.max(highest, weights[row] as number);
      lowest = Math.min(lowest, weights[row] as number);
    }
    return (highest - lowest) * (idf[row] as number);
  };
  const powers = idf.map((_, row) => power(row));
  const rows = [...idf.keys()].filter((row) => (idf[row] as number) > 0);
  const bucket = (row: number) => buckets[row] as number;
  rows.sort((a, b) => (powers[b] as number) - (powers[a] as number) || bucket(a) - bucket(b));
  const kept = rows.slice(0, maxBuckets).sort((a, b) => bucket(a) - bucket(b));
  const highest = kept.reduce(
    (most, row) => planes.reduce((more, { weights }) => Math.max(more, Math.abs(weights[row] as number)), most),
    Number.MIN_VALUE,
  );
  const scale = highest / largest;
  const weights = new Int16Array(kept.length * planes.length);
  for (const [at, row] of kept.entries())
    for (const [label, plane] of planes.entries())
      weights[at * planes.length + label] = Math.round((plane.weights[row] as number) / scale);
  return {
    buckets: Uint32Array.from(kept, bucket),
    idf: Float32Array.from(kept, (row) => idf[row] as number),
    weights,
    scale,
    biases: planes.map(({ bias }) => bias),
  };
}

/** By label, the buckets that speak for it most. */
export function topBuckets({
  buckets,
  weights,
  labels,
}: Pick<LinearModel, 'buckets' | 'weights' | 'labels'>): number[][] {
  return labels.map((_, label) => {
    const weightOf = (at: number) => weights[at * labels.length + label] as number;
    const places = Array.from(buckets.keys()).sort((a, b) => weightOf(b) - weightOf(a) || a - b);
    return places.slice(0, topTermsPerLabel).map((at) => buckets[at] as number);
  });
}
