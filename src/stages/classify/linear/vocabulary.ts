import { bucketOf } from './grams.ts';

/** A document's grams as rows of the vocabulary; each row occurs once. */
export interface CountedDocument {
  readonly rows: Uint32Array;
  readonly counts: Float64Array;
}

/** The buckets that the texts use; a bucket's row is its index. */
export interface Vocabulary {
  readonly buckets: Uint32Array;
  /** A gram of each bucket, for display: the one in most of the bucket's documents, if it is in more than half of them. */
  readonly names: readonly string[];
}

/**
 * Maps grams to buckets, and buckets to rows in order of their first occurrence. Documents are read one at a time and their grams are not kept: those of ten thousand
 * long texts would take gigabytes.
 * @param bits there are 2 ** bits buckets
 */
export function countDocuments(
  documents: Iterable<ReadonlyMap<string, number>>,
  bits: number,
): { readonly vocabulary: Vocabulary; readonly counted: readonly CountedDocument[] } {
  const rowOf = new Map<number, number>();
  const names = new BucketNames();
  const counted: CountedDocument[] = [];
  for (const grams of documents) {
    const counts = new Map<number, number>();
    for (const [gram, count] of grams) {
      const bucket = bucketOf(gram, bits);
      let row = rowOf.get(bucket);
      if (row === undefined) {
        row = rowOf.size;
        rowOf.set(bucket, row);
      }
      names.vote(row, gram);
      counts.set(row, (counts.get(row) ?? 0) + count);
    }
    counted.push({ rows: Uint32Array.from(counts.keys()), counts: Float64Array.from(counts.values()) });
  }
  return { vocabulary: { buckets: Uint32Array.from(rowOf.keys()), names: names.leaders }, counted };
}

/** Names each bucket with one name and one counter: the majority vote of Boyer and Moore (1981). */
class BucketNames {
  readonly leaders: string[] = [];
  readonly #votes: number[] = [];

  vote(row: number, gram: string): void {
    const votes = this.#votes[row] ?? 0;
    if (votes === 0) this.leaders[row] = gram;
    this.#votes[row] = this.leaders[row] === gram ? votes + 1 : votes - 1;
  }
}
