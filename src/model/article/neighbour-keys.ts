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

/** So many of a title's and of a body's heaviest keywords are in the index, each under its place. */
export const rankPlaces = 4;

/** Two of four places with the same keyword make a candidate: .71 of the copies of the near-duplicate corpus by the title, .77 by the body. */
export const samePlacesFrom = 2;

/** A keyword under its place: 0 to 3 in the title's rank, 4 to 7 in the body's. */
export interface RankKey {
  readonly place: number;
  readonly keyword: string;
}

/** What the index of keyword ranks holds of an article. */
export function rankKeys({
  titleKeywords,
  bodyKeywords,
}: Pick<Fingerprint, 'titleKeywords' | 'bodyKeywords'>): RankKey[] {
  const keys = (keywords: readonly string[], from: number) =>
    keywords.slice(0, rankPlaces).map((keyword, at) => ({ place: from + at, keyword }));
  return [...keys(titleKeywords, 0), ...keys(bodyKeywords, rankPlaces)];
}

/** At how many places both ranks have the same keyword. */
export function samePlaces(a: readonly string[], b: readonly string[]): number {
  let same = 0;
  for (let at = 0; at < Math.min(rankPlaces, a.length, b.length); at++) if (a[at] === b[at]) same++;
  return same;
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

/** What two fingerprints have in common beside body hash and simhash. */
export interface SharedKeys {
  readonly titlePlaces: number;
  readonly bodyPlaces: number;
  readonly marks: number;
}

/** How near a candidate is: 0 for an exact copy, then by simhash, then by keyword ranks and sketch; null: it is none. */
export function neighbourRank(of: Fingerprint, candidate: Fingerprint): number | null {
  if (of.bodyHash === candidate.bodyHash) return 0;
  const distance = hammingDistance(of.simhash, candidate.simhash);
  if (distance <= neighbourDistance) return 1 + distance;
  return sharedRank({
    titlePlaces: samePlaces(of.titleKeywords, candidate.titleKeywords),
    bodyPlaces: samePlaces(of.bodyKeywords, candidate.bodyKeywords),
    marks: sharedMarks(of.sketch, candidate.sketch),
  });
}

/** A place in a rank says about as much as three marks: both of the best kind stand for half a text. */
const marksAPlace = 3;
const mostMarks = 24;

/** Articles that share keywords and next to no text: behind all others. */
const namesakeRank = 2 + neighbourDistance + mostMarks;
/** So many of them are looked at: among a hundred thousand articles many share two keywords, and hardly one is a copy. */
const mostNamesakes = 6;

/** The nearest candidates, by rank, then by id. */
export function nearest(ranks: ReadonlyMap<string, number>, limit: number): string[] {
  const ordered = [...ranks].sort(([idA, a], [idB, b]) => a - b || (idA < idB ? -1 : 1));
  const sharing = ordered.findIndex(([, rank]) => rank >= namesakeRank);
  const most = sharing === -1 ? limit : Math.min(limit, sharing + mostNamesakes);
  return ordered.slice(0, most).map(([id]) => id);
}

/** Behind the exact copy (0) and the distances of the simhash; the more is shared, the nearer. Null: too little. */
export function sharedRank({ titlePlaces, bodyPlaces, marks }: SharedKeys): number | null {
  const places = Math.max(titlePlaces, bodyPlaces);
  if (marks < sharedMarksFrom) return places < samePlacesFrom ? null : namesakeRank + rankPlaces - places;
  return 2 + neighbourDistance + mostMarks - Math.min(mostMarks, Math.max(marks, places * marksAPlace));
}

const half = (hex: string, from: number): number => Number.parseInt(hex.slice(from, from + 8), 16);

/** Bits set in a 32-bit integer (Hacker's Delight, 5-1). */
function popCount(bits: number): number {
  let n = bits - ((bits >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  n = (n + (n >>> 4)) & 0x0f0f0f0f;
  return Math.imul(n, 0x01010101) >>> 24;
}
