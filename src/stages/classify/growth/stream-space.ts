import type { Vectors } from '../linear/vectors.ts';

type TermCounts = ReadonlyMap<string, number>;

/** The terms of a stream of texts, with their inverse document frequencies. */
export interface StreamSpace {
  readonly terms: readonly string[];
  readonly rowOf: ReadonlyMap<string, number>;
  /** By row: ln((1 + N) / (1 + n)); 0 for a term that every text has. */
  readonly idf: Float64Array;
}

/** A sparse vector of length 1, or without entries. */
export interface SparseVector {
  readonly rows: Uint32Array;
  readonly values: Float64Array;
}

/** A term of a single text cannot help to classify others. */
const minTexts = 2;
/** The most frequent terms are kept; rare names and misspellings are dropped. */
const maxTerms = 60_000;

/** Builds the space of the terms that at least `minTexts` of the texts have. */
export function streamSpace(texts: readonly TermCounts[]): StreamSpace {
  const frequencies = new Map<string, number>();
  for (const text of texts) for (const term of text.keys()) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  const kept = [...frequencies]
    .filter(([, count]) => count >= minTexts)
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .slice(0, maxTerms);
  const terms = kept.map(([term]) => term);
  return {
    terms,
    rowOf: new Map(terms.map((term, row) => [term, row])),
    idf: Float64Array.from(kept, ([, count]) => Math.log((1 + texts.length) / (1 + count))),
  };
}

/** Sublinear tf-idf, (1 + ln count) * idf, scaled to length 1. */
export function vectorOf(counts: TermCounts, rowOf: StreamSpace['rowOf'], idf: StreamSpace['idf']): SparseVector {
  const rows: number[] = [];
  const values: number[] = [];
  for (const [term, count] of counts) {
    const row = rowOf.get(term);
    if (row === undefined) continue;
    rows.push(row);
    values.push((1 + Math.log(Math.max(1, count))) * (idf[row] as number));
  }
  const length = Math.hypot(...values);
  return {
    rows: Uint32Array.from(rows),
    values: Float64Array.from(values, (value) => (length === 0 ? 0 : value / length)),
  };
}

/** Stacks vectors as the rows of one matrix. @param weights training weight of each vector */
export function stackVectors(vectors: readonly SparseVector[], width: number, weights: ArrayLike<number>): Vectors {
  const starts = new Uint32Array(vectors.length + 1);
  for (const [at, { rows }] of vectors.entries()) starts[at + 1] = (starts[at] as number) + rows.length;
  const size = starts[vectors.length] as number;
  const stacked = { rows: new Uint32Array(size), values: new Float64Array(size) };
  for (const [at, { rows, values }] of vectors.entries()) {
    stacked.rows.set(rows, starts[at]);
    stacked.values.set(values, starts[at]);
  }
  const lengths = Float64Array.from(vectors, ({ values }) => (values.some((value) => value > 0) ? 1 : 0));
  return { starts, ...stacked, lengths, weights: Float64Array.from(weights), width };
}

/** Dot product of a sparse and a dense vector. */
export function dotProduct({ rows, values }: SparseVector, dense: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < rows.length; at++) sum += (values[at] as number) * (dense[rows[at] as number] as number);
  return sum;
}
