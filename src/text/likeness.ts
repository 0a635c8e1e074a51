import { isAscii } from './ascii.ts';

/** Words of a text for comparing it: NFKC, lower case, a CJK character each. */
export const tokensOf = (text: string): string[] =>
  (isAscii(text)
    ? text.toLowerCase().match(/[a-z0-9]+/g)
    : text
        .normalize('NFKC')
        .toLowerCase()
        .match(/[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]|[\p{L}\p{N}]+/gu)) ?? [];

/** Words that many texts are compared with. */
export class WordBag {
  readonly #counts = new Map<string, number>();
  readonly #size: number;

  constructor(words: readonly string[]) {
    this.#size = words.length;
    for (const word of words) this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1);
  }

  /** Different words. */
  get kinds(): number {
    return this.#counts.size;
  }

  /** F1 of the two bags of words, 0 to 1. */
  likeness(words: readonly string[]): number {
    if (words.length === 0 || this.#size === 0) return 0;
    return (2 * sum(this.#shared(words).values())) / (words.length + this.#size);
  }

  /** How many of the bag's different words stand in a text. */
  kindsIn(words: readonly string[]): number {
    return this.#shared(words).size;
  }

  /** By word of both: how often, in the one that has it less often. Most texts share none. */
  #shared(words: readonly string[]): ReadonlyMap<string, number> {
    let shared: Map<string, number> | undefined;
    for (const word of words) {
      const most = this.#counts.get(word);
      if (most === undefined) continue;
      shared ??= new Map();
      shared.set(word, Math.min(most, (shared.get(word) ?? 0) + 1));
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

/** Whether `tokens` begin with all of `start`. */
export const beginsWith = (tokens: readonly string[], start: readonly string[]): boolean =>
  start.length > 0 && start.every((token, at) => tokens[at] === token);
