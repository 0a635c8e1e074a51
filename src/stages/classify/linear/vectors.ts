import type { CountedDocument } from './vocabulary.ts';

/** Documents as rows of a sparse matrix (CSR): the entries of document i are at starts[i] to starts[i + 1] - 1. */
export interface Vectors {
  readonly starts: Uint32Array;
  readonly rows: Uint32Array;
  readonly values: Float64Array;
  /** Squared length of each document's vector: 1, or 0 without a known gram. */
  readonly lengths: Float64Array;
  /** Training weight of each document. */
  readonly weights: Float64Array;
  /** Number of features. */
  readonly width: number;
}

/** Inverse document frequency by row, 1 + ln((1 + N) / (1 + n)); 0 leaves out rows that fewer than `minDocuments` documents contain. */
export function inverseFrequencies(
  documents: readonly CountedDocument[],
  width: number,
  minDocuments: number,
): Float64Array {
  const frequencies = new Float64Array(width);
  for (const { rows } of documents) for (const row of rows) frequencies[row] = (frequencies[row] as number) + 1;
  const all = 1 + documents.length;
  return frequencies.map((n) => (n < minDocuments ? 0 : 1 + Math.log(all / (1 + n))));
}

/** Sublinear tf-idf, (1 + ln count) * idf, each document scaled to length 1. */
export function vectorsOf(
  documents: readonly CountedDocument[],
  idf: ArrayLike<number>,
  weights: Float64Array = new Float64Array(documents.length).fill(1),
): Vectors {
  const starts = new Uint32Array(documents.length + 1);
  for (const [at, { rows }] of documents.entries()) starts[at + 1] = (starts[at] as number) + rows.length;
  const size = starts[documents.length] as number;
  const vectors = {
    starts,
    rows: new Uint32Array(size),
    values: new Float64Array(size),
    lengths: new Float64Array(documents.length),
    weights,
    width: idf.length,
  };
  for (const [at, document] of documents.entries()) {
    const start = starts[at] as number;
    vectors.rows.set(document.rows, start);
    const values = gramValues(document, idf);
    vectors.values.set(values, start);
    vectors.lengths[at] = values.some((value) => value > 0) ? 1 : 0;
  }
  return vectors;
}

/** The tf-idf values of one document, in the order of its rows. */
export function gramValues({ rows, counts }: CountedDocument, idf: ArrayLike<number>): Float64Array {
  const values = counts.map((count, at) => (1 + Math.log(Math.max(count, 1))) * (idf[rows[at] as number] as number));
  const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
  return length === 0 ? values : values.map((value) => value / length);
}
