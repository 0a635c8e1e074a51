import type { Fingerprint } from './draft.ts';

/** The largest Hamming distance of neighbouring simhashes. The look-up by four bands is exact up to 3: three changed bits leave one band equal. */
export const neighbourDistance = 3;

/** The four 16-bit bands of a 64-bit simhash (16 hex digits). @throws RangeError for anything else */
export function simhashBands(simhash: string): readonly [number, number, number, number] {
  if (!/^[0-9a-f]{16}$/i.test(simhash)) throw new RangeError(`a simhash has 16 hex digits, not: ${simhash}`);
  const band = (index: number) => Number.parseInt(simhash.slice(index * 4, index * 4 + 4), 16);
  return [band(0), band(1), band(2), band(3)];
}

/**
 * Articles of a band that are compared, the first by id. A band holds 1 of 65,536 articles: a hundred million fill it with 1,526. A fuller one is of texts that
 * have hardly any words. Exact copies are found by their hash, whatever the band holds.
 */
export const articlesPerBand = 2_000;

/** Number of bits in which two simhashes (16 hex digits each) differ. */
export function hammingDistance(a: string, b: string): number {
  return popCount(half(a, 0) ^ half(b, 0)) + popCount(half(a, 8) ^ half(b, 8));
}

/** Number of heaviest keywords that the index holds per title and per body, each under its place. */
export const rankPlaces = 4;

/** Equal places that make a candidate. With 2 of 4, the title finds .71 and the body .77 of the copies in the near-duplicate corpus. */
export const minSamePlaces = 2;

/** A keyword with its place: 0 to 3 in the title's ranking, 4 to 7 in the body's. */
export interface RankKey {
  readonly place: number;
  readonly keyword: string;
}

/** The entries of an article in the index of keyword ranks. */
export function rankKeys({
  titleKeywords,
  bodyKeywords,
}: Pick<Fingerprint, 'titleKeywords' | 'bodyKeywords'>): RankKey[] {
  const keys = (keywords: readonly string[], from: number) =>
    keywords.slice(0, rankPlaces).map((keyword, at) => ({ place: from + at, keyword }));
  return [...keys(titleKeywords, 0), ...keys(bodyKeywords, rankPlaces)];
}

/** Number of places where both rankings have the same keyword. */
export function samePlaces(a: readonly string[], b: readonly string[]): number {
  let same = 0;
  for (let at = 0; at < Math.min(rankPlaces, a.length, b.length); at++) if (a[at] === b[at]) same++;
  return same;
}

/**
 * Shared marks of two sketches that make a candidate. A copy that keeps a fifth of the text shares five of 24 on average; unrelated texts share only
 * boilerplate sentences.
 */
export const minSharedMarks = 2;

/** Number of marks that two sketches share. */
export function sharedMarks(a: readonly string[], b: readonly string[]): number {
  const marks = new Set(a);
  return b.reduce((count, mark) => count + Number(marks.has(mark)), 0);
}

/** Keys that two fingerprints share, besides body hash and simhash. */
export interface SharedKeys {
  readonly titlePlaces: number;
  readonly bodyPlaces: number;
  readonly marks: number;
}

/** The rank of a candidate, nearest first: 0 for an exact copy, then by simhash, then by keywords and sketch; null: no candidate. */
export function neighbourRank(of: Fingerprint, candidate: Fingerprint): number | null {
  if (of.bodyHash === candidate.bodyHash) return 0;
  const bySimhash = simhashRank(of, candidate);
  if (bySimhash !== null) return bySimhash;
  return sharedRank({
    titlePlaces: samePlaces(of.titleKeywords, candidate.titleKeywords),
    bodyPlaces: samePlaces(of.bodyKeywords, candidate.bodyKeywords),
    marks: sharedMarks(of.sketch, candidate.sketch),
  });
}

/** The rank of a candidate by its simhash alone; null: it is too far. */
export function simhashRank(of: Pick<Fingerprint, 'simhash'>, candidate: Pick<Fingerprint, 'simhash'>): number | null {
  const distance = hammingDistance(of.simhash, candidate.simhash);
  return distance <= neighbourDistance ? 1 + distance : null;
}

/** An equal place counts as much as three marks: four equal places weigh as much as half a sketch. */
const marksPerPlace = 3;
const maxMarks = 24;

/** Rank of articles that share keywords and almost no text: after all others. */
const namesakeRank = 2 + neighbourDistance + maxMarks;
/** At most this many of them are compared: of a hundred thousand articles, many share two keywords and hardly any is a copy. */
const maxNamesakes = 6;

/** The nearest candidates, by rank, then by id. */
export function nearestNeighbours(ranks: ReadonlyMap<string, number>, limit: number): string[] {
  const ordered = [...ranks].sort(([idA, a], [idB, b]) => a - b || (idA < idB ? -1 : 1));
  const firstNamesake = ordered.findIndex(([, rank]) => rank >= namesakeRank);
  const count = firstNamesake === -1 ? limit : Math.min(limit, firstNamesake + maxNamesakes);
  return ordered.slice(0, count).map(([id]) => id);
}

/** The rank by shared keys, after exact copies (0) and simhash neighbours; the more is shared, the nearer. Null: too little is shared. */
export function sharedRank({ titlePlaces, bodyPlaces, marks }: SharedKeys): number | null {
  const places = Math.max(titlePlaces, bodyPlaces);
  if (marks < minSharedMarks) return places < minSamePlaces ? null : namesakeRank + rankPlaces - places;
  return 2 + neighbourDistance + maxMarks - Math.min(maxMarks, Math.max(marks, places * marksPerPlace));
}

const half = (hex: string, from: number): number => Number.parseInt(hex.slice(from, from + 8), 16);

/** Bits set in a 32-bit integer (Hacker's Delight, 5-1). */
function popCount(bits: number): number {
  let n = bits - ((bits >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  n = (n + (n >>> 4)) & 0x0f0f0f0f;
  return Math.imul(n, 0x01010101) >>> 24;
}
