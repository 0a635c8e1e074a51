import type { Hyperplane } from './dual-descent.ts';
import type { Fit } from './fit.ts';
import { readable } from './grams.ts';
import type { Vocabulary } from './vocabulary.ts';

const maxInt16 = 32_767;
/** Terms shown per label: they change no prediction. Chosen by hand, not measured. */
const topTermsPerLabel = 20;

/**
 * Compresses a fit for storage: the buckets that distinguish labels best, in ascending order, with weights as 16-bit integers.
 * @param maxBuckets number of buckets to keep: those with the largest difference between labels
 */
export function packPlanes({ idf, planes }: Fit, { buckets, names }: Vocabulary, maxBuckets: number) {
  const discrimination = (row: number): number => {
    let [largestWeight, lowest] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (const { weights } of planes) {
      largestWeight = Math.max(largestWeight, weights[row] as number);
      lowest = Math.min(lowest, weights[row] as number);
    }
    return (largestWeight - lowest) * (idf[row] as number);
  };
  const powers = idf.map((_, row) => discrimination(row));
  const rows = [...idf.keys()].filter((row) => (idf[row] as number) > 0);
  const bucket = (row: number) => buckets[row] as number;
  rows.sort((a, b) => (powers[b] as number) - (powers[a] as number) || bucket(a) - bucket(b));
  const kept = rows.slice(0, maxBuckets).sort((a, b) => bucket(a) - bucket(b));
  const highest = kept.reduce(
    (largest, row) => planes.reduce((max, { weights }) => Math.max(max, Math.abs(weights[row] as number)), largest),
    0,
  );
  const scale = highest === 0 ? 1 : highest / maxInt16;
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
    topTerms: planes.map((plane) => topTerms(plane, kept, names)),
  };
}

/** The terms with the highest weights for a label, for display; a word and the run of its characters are shown once. */
function topTerms({ weights }: Hyperplane, rows: readonly number[], names: readonly string[]): string[] {
  const sorted = rows.toSorted((a, b) => (weights[b] as number) - (weights[a] as number) || a - b);
  const terms = sorted.slice(0, 3 * topTermsPerLabel).map((row) => readable(names[row] as string));
  return [...new Set(terms)].slice(0, topTermsPerLabel);
}
