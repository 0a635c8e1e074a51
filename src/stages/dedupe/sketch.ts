/** Length of a sketch: with 24, a copy that keeps a fifth of a text shares two marks or more in 95 of 100 cases. */
const marks = 24;

/**
 * Bottom-k sketch of a set (A. Broder, "On the resemblance and containment of documents", 1997; E. Cohen, 2007): the k smallest hashes. What two texts share
 * of their sketches tells how much they share of their shingles; of a text that is part of another, those of the other's marks that it has at all are among its own.
 * @returns at most 24 hashes, 8 hex digits each, ascending
 */
export function sketchOf(shingles: Iterable<string>): string[] {
  const smallest: number[] = [];
  for (const shingle of shingles) {
    const hash = hash32(shingle);
    const largest = smallest.at(-1);
    if (smallest.length === marks && largest !== undefined && hash >= largest) continue;
    insert(smallest, hash);
    if (smallest.length > marks) smallest.pop();
  }
  return smallest.map((hash) => hash.toString(16).padStart(8, '0'));
}

/** Keeps the list ascending and free of doubles. */
function insert(sorted: number[], hash: number): void {
  const at = sorted.findIndex((other) => other >= hash);
  if (at === -1) sorted.push(hash);
  else if (sorted[at] !== hash) sorted.splice(at, 0, hash);
}

/** FNV-1a over UTF-16 units, then MurmurHash3's finaliser: FNV alone leaves short texts in order. */
function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
