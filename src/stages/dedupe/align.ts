/** A piece of the alignment of two sequences: a range [from, to) in each. `equal`: same tokens; `replace`: different tokens on both sides; `one-sided`: tokens on one side. */
export interface Piece {
  readonly kind: 'equal' | 'replace' | 'one-sided';
  readonly a: readonly [from: number, to: number];
  readonly b: readonly [from: number, to: number];
}

interface Block {
  readonly a: number;
  readonly b: number;
  readonly length: number;
}

type Range = readonly [aFrom: number, aTo: number, bFrom: number, bTo: number];

/**
 * Aligns two token sequences: the longest common block first, then the same to its left and right (Ratcliff and Obershelp 1988, as Python's difflib
 * without its junk rules). Unlike a longest common subsequence, it does not align common words that are scattered over unrelated passages.
 * In the worst case the time grows with the product of the lengths: callers limit them.
 */
export function align(a: readonly string[], b: readonly string[]): Piece[] {
  const blocks = matchingBlocks(a, b);
  const pieces: Piece[] = [];
  let [i, j] = [0, 0];
  for (const block of [...blocks, { a: a.length, b: b.length, length: 0 }]) {
    if (i < block.a || j < block.b)
      pieces.push({ kind: i < block.a && j < block.b ? 'replace' : 'one-sided', a: [i, block.a], b: [j, block.b] });
    [i, j] = [block.a + block.length, block.b + block.length];
    if (block.length > 0) pieces.push({ kind: 'equal', a: [block.a, i], b: [block.b, j] });
  }
  return pieces;
}

function matchingBlocks(a: readonly string[], b: readonly string[]): Block[] {
  const places = Map.groupBy(b.keys(), (index) => b[index] ?? '');
  const open: Range[] = [[0, a.length, 0, b.length]];
  const blocks: Block[] = [];
  for (let range = open.pop(); range !== undefined; range = open.pop()) {
    const block = longestBlock(a, places, range);
    if (block.length === 0) continue;
    blocks.push(block);
    const [aFrom, aTo, bFrom, bTo] = range;
    const [aEnd, bEnd] = [block.a + block.length, block.b + block.length];
    if (aFrom < block.a && bFrom < block.b) open.push([aFrom, block.a, bFrom, block.b]);
    if (aEnd < aTo && bEnd < bTo) open.push([aEnd, aTo, bEnd, bTo]);
  }
  return blocks.sort((x, y) => x.a - y.a);
}

/** The longest block that both ranges share; among equally long ones, the first in `a`, then in `b`. */
function longestBlock(
  a: readonly string[],
  places: ReadonlyMap<string, readonly number[]>,
  [aFrom, aTo, bFrom, bTo]: Range,
): Block {
  let best: Block = { a: aFrom, b: bFrom, length: 0 };
  let endingAt = new Map<number, number>(); // index in b -> length of the block that ends there, for the previous token of a
  for (let i = aFrom; i < aTo; i++) {
    const next = new Map<number, number>();
    for (const j of places.get(a[i] ?? '') ?? []) {
      if (j < bFrom) continue;
      if (j >= bTo) break;
      const length = (endingAt.get(j - 1) ?? 0) + 1;
      next.set(j, length);
      if (length > best.length) best = { a: i - length + 1, b: j - length + 1, length };
    }
    endingAt = next;
  }
  return best;
}
