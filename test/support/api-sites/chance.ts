/** A seeded source of random choices: the same key gives the same choices. */
export interface Chance {
  /** From 0 (included) to 1 (excluded). */
  next(): number;
  /** An integer from 0 to `end` - 1. */
  below(end: number): number;
  /** @throws RangeError for an empty list */
  pick<T>(list: readonly T[]): T;
  /** @param share 0 to 1 */
  happens(share: number): boolean;
}

/** FNV-1a, 32 bits. */
const hashOf = (key: string): number => {
  let hash = 0x811c9dc5;
  for (const char of key) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
};

/** Mulberry32 (Tommy Ettinger), started with the hash of the key. */
export function chanceOf(key: string): Chance {
  let state = hashOf(key);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number): number => Math.floor(next() * end);
  const pick = <T>(list: readonly T[]): T => {
    const choice = list[below(list.length)];
    if (choice === undefined) throw new RangeError('there is nothing to choose from: the list is empty');
    return choice;
  };
  return { next, below, pick, happens: (share) => next() < share };
}

/** Hex digits that look random. */
export const hexOf = (chance: Chance, digits: number): string =>
  Array.from({ length: digits }, () => chance.below(16).toString(16)).join('');
