/** Marks per sketch. With 24, a copy that keeps a fifth of a text shares two marks or more in 95 of 100 cases. */
const sketchLength = 24;

/**
 * Bottom-k sketch of a set (A. Broder, "On the resemblance and containment of documents", 1997; E. Cohen, 2007): the k smallest hashes. The overlap of two
 * sketches estimates the overlap of the shingles. If a part of a text contains a shingle of the text's sketch, the part's own sketch contains it too.
 * @param shingles 32-bit hashes
 * @returns at most 24 hashes, 8 hex digits each, ascending
 */
export function sketchOf(shingles: Iterable<number>): string[] {
  const smallest: number[] = [];
  let largest = 0;
  for (const hash of shingles) {
    if (smallest.length === sketchLength && hash >= largest) continue;
    insert(smallest, hash);
    if (smallest.length > sketchLength) smallest.pop();
    largest = smallest[smallest.length - 1] ?? 0;
  }
  return smallest.map((hash) => hash.toString(16).padStart(8, '0'));
}

/** Keeps the list ascending and without duplicates. */
function insert(sorted: number[], hash: number): void {
  const at = sorted.findIndex((other) => other >= hash);
  if (at === -1) sorted.push(hash);
  else if (sorted[at] !== hash) sorted.splice(at, 0, hash);
}
