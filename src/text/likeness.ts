import { breakLongRuns } from './text-limits.ts';

/** The words of a text for comparison: NFKC, lower case, one per CJK character. */
export const wordTokens = (text: string): string[] =>
  (isAscii(text)
    ? breakLongRuns(text)
        .toLowerCase()
        .match(/[a-z0-9]+/g)
    : breakLongRuns(text)
        .normalize('NFKC')
        .toLowerCase()
        .match(/[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]|[\p{L}\p{N}]+/gu)) ?? [];

/** A bag of words, prepared for comparison with many texts. */
export class WordBag {
  readonly #counts = new Map<string, number>();
  readonly #size: number;

  constructor(words: readonly string[]) {
    this.#size = words.length;
    for (const word of words) this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1);
  }

  /** Number of different words. */
  get kinds(): number {
    return this.#counts.size;
  }

  /** F1 of the two bags of words, 0 to 1. */
  likeness(words: readonly string[]): number {
    if (words.length === 0 || this.#size === 0) return 0;
    return (2 * sum(this.#shared(words).values())) / (words.length + this.#size);
  }

  /** Number of the bag's different words that a text contains. */
  kindsIn(words: readonly string[]): number {
    return this.#shared(words).size;
  }

  /** The shared words, each with its smaller count. Most texts share no word: the map is made late. */
  #shared(words: readonly string[]): ReadonlyMap<string, number> {
    let shared: Map<string, number> | undefined;
    for (const word of words) {
      const bagCount = this.#counts.get(word);
      if (bagCount === undefined) continue;
      shared ??= new Map();
      shared.set(word, Math.min(bagCount, (shared.get(word) ?? 0) + 1));
    }
    return shared ?? none;
  }
}

const none: ReadonlyMap<string, number> = new Map();

function sum(counts: Iterable<number>): number {
  let total = 0;
  for (const count of counts) total += count;
  return total;
}

/** F1 of two bags of words, 0 to 1. */
export const likeness = (a: readonly string[], b: readonly string[]): number => new WordBag(b).likeness(a);

/** Share of words that are among other words; 0 without words. */
export function sharedWordsShare(words: readonly string[], otherWords: readonly string[]): number {
  const others = new Set(otherWords);
  return words.length === 0 ? 0 : words.filter((word) => others.has(word)).length / words.length;
}

/** Whether `tokens` begin with all of `start`. */
export const beginsWith = (tokens: readonly string[], start: readonly string[]): boolean =>
  start.length > 0 && start.every((token, at) => tokens[at] === token);

/** Whether a text is pure ASCII, which needs no Unicode tables. */
export const isAscii = (text: string): boolean => !/\P{ASCII}/u.test(text);
