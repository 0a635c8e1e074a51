/** Length of a sketch: with 24, a copy that keeps a fifth of a text shares two marks or more in 95 of 100 cases. */
const marks = 24;

/**
 * Bottom-k sketch of a set (A. Broder, "On the resemblance and containment of documents", 1997; E. Cohen, 2007): the k smallest hashes. What two texts share
 * of their sketches tells how much they share of their shingles; of a text that is part of another, those of the other's marks that it has at all are among its own.
 * @param shingles 32-bit hashes
 * @returns at most 24 hashes, 8 hex digits each, ascending
 */
export function sketchOf(shingles: Iterable<number>): string[] {
  const smallest: number[] = [];
  let largest = 0;
  for (const hash of shingles) {
    if (smallest.length === marks && hash >= largest) continue;
    insert(smallest, hash);
    if (smallest.length > marks) smallest.pop();
    largest = smallest[smallest.length - 1] ?? 0;
  }
  return smallest.map((hash) => hash.toString(16).padStart(8, '0'));
}

/** Keeps the list ascending and free of doubles. */
function insert(sorted: number[], hash: number): void {
  const at = sorted.findIndex((other) => other >= hash);
  if (at === -1) sorted.push(hash);
  else if (sorted[at] !== hash) sorted.splice(at, 0, hash);
}
