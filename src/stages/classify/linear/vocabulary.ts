import { bucketOf } from './hash.ts';

/** A document's grams as rows of the vocabulary, each row once. */
export interface CountedDocument {
  readonly rows: Uint32Array;
  readonly counts: Float64Array;
}

type Grams = ReadonlyMap<string, number>;

/**
 * Puts grams in buckets and buckets in rows, in the order in which they come.
 * @param bits there are 2 ** bits buckets
 * @returns the bucket of each row, and the documents
 */
export function countDocuments(
  documents: readonly Grams[],
  bits: number,
): { readonly buckets: Uint32Array; readonly counted: readonly CountedDocument[] } {
  const rowOf = new Map<number, number>();
  const counted = documents.map((grams) => {
    const counts = new Map<number, number>();
    for (const [gram, count] of grams) {
      const bucket = bucketOf(gram, bits);
      let row = rowOf.get(bucket);
      if (row === undefined) {
        row = rowOf.size;
        rowOf.set(bucket, row);
      }
      counts.set(row, (counts.get(row) ?? 0) + count);
    }
    return { rows: Uint32Array.from(counts.keys()), counts: Float64Array.from(counts.values()) };
  });
  return { buckets: Uint32Array.from(rowOf.keys()), counted };
}

/** Of each asked bucket, the gram in it that most documents have: what it stands for in words. */
export function gramsIn(buckets: ReadonlySet<number>, documents: readonly Grams[], bits: number): Map<number, string> {
  const counts = new Map<string, number>();
  const best = new Map<number, string>();
  for (const gram of documents.flatMap((grams) => [...grams.keys()])) {
    const bucket = bucketOf(gram, bits);
    if (!buckets.has(bucket)) continue;
    const count = (counts.get(gram) ?? 0) + 1;
    counts.set(gram, count);
    const leader = best.get(bucket);
    if (leader === undefined || count > (counts.get(leader) ?? 0)) best.set(bucket, gram);
  }
  return best;
}
