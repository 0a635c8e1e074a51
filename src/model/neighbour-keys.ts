import type { Fingerprint } from './draft.ts';

/** The largest Hamming distance of two simhashes that are still neighbours. Four bands make the look-up exact up to 3: one of four bands is untouched by three bits. */
export const neighbourDistance = 3;

/** The four 16-bit bands of a 64-bit simhash (16 hex digits). @throws RangeError for anything else */
export function simhashBands(simhash: string): readonly [number, number, number, number] {
  if (!/^[0-9a-f]{16}$/i.test(simhash)) throw new RangeError(`a simhash has 16 hex digits, not: ${simhash}`);
  const band = (index: number) => Number.parseInt(simhash.slice(index * 4, index * 4 + 4), 16);
  return [band(0), band(1), band(2), band(3)];
}

/** Number of bits in which two simhashes (16 hex digits each) differ. */
export function hammingDistance(a: string, b: string): number {
  return popCount(half(a, 0) ^ half(b, 0)) + popCount(half(a, 8) ^ half(b, 8));
}

/** Under which articles with the same first two title keywords meet; null where a title has fewer. */
export function titleKey(titleKeywords: readonly string[]): string | null {
  const [first, second] = titleKeywords;
  return first === undefined || second === undefined ? null : `${first}\n${second}`;
}

/**
 * So many marks of two sketches in common make a candidate. A copy that keeps a fifth of the text shares five of 24 on average; texts that have nothing to
 * do with each other share none, but for a sentence that stands under many.
 */
export const sharedMarksFrom = 2;

/** Number of marks that two sketches share. */
export function sharedMarks(a: readonly string[], b: readonly string[]): number {
  const marks = new Set(a);
  return b.reduce((count, mark) => count + Number(marks.has(mark)), 0);
}

/** How near a candidate is: 0 for an exact copy, then by simhash, then by title, then by sketch; null: it is none. */
export function neighbourRank(of: Fingerprint, candidate: Fingerprint): number | null {
  if (of.bodyHash === candidate.bodyHash) return 0;
  const distance = hammingDistance(of.simhash, candidate.simhash);
  if (distance <= neighbourDistance) return 1 + distance;
  const key = titleKey(of.titleKeywords);
  if (key !== null && key === titleKey(candidate.titleKeywords)) return titleRank;
  const shared = sharedMarks(of.sketch, candidate.sketch);
  return shared >= sharedMarksFrom ? sketchRank(shared, of.sketch.length) : null;
}

/** Behind the exact copy (0) and the distances of the simhash. */
export const titleRank = 2 + neighbourDistance;

/** Behind the title; the more marks are shared, the nearer. */
export const sketchRank = (shared: number, of: number): number => titleRank + 1 + Math.max(0, of - shared);

const half = (hex: string, from: number): number => Number.parseInt(hex.slice(from, from + 8), 16);

/** Bits set in a 32-bit integer (Hacker's Delight, 5-1). */
function popCount(bits: number): number {
  let n = bits - ((bits >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  n = (n + (n >>> 4)) & 0x0f0f0f0f;
  return Math.imul(n, 0x01010101) >>> 24;
}
