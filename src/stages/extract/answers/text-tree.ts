import { joinPath } from '../../../text/answer-data.ts';
import { wordTokens } from '../../../text/likeness.ts';
import { plainText } from './plain-text.ts';

/** Limits against hostile data: values in all, and levels of nesting. */
const maxValues = 100_000;
const maxDepth = 32;

/** The shingles of a text's lines, words in a row, by number, in their order. */
export class Shingles {
  readonly #numbers = new Map<string, number>();

  readonly #length: number;

  /** @param length words of a shingle: three in a row are hardly shared by chance */
  constructor(text: string, length = 3) {
    this.#length = length;
    for (const line of text.split('\n'))
      for (const shingle of shinglesOf(wordTokens(line), length))
        if (!this.#numbers.has(shingle)) this.#numbers.set(shingle, this.#numbers.size);
  }

  get size(): number {
    return this.#numbers.size;
  }

  /** The numbers of the shingles that some words contain, and their share of the words' own shingles. */
  sharedWith(words: readonly string[]): { readonly numbers: ReadonlySet<number>; readonly share: number } {
    const shingles = [...shinglesOf(words, this.#length)];
    const numbers = new Set<number>();
    let shared = 0;
    for (const shingle of shingles) {
      const number = this.#numbers.get(shingle);
      if (number === undefined) continue;
      shared++;
      numbers.add(number);
    }
    return { numbers, share: shingles.length === 0 ? 0 : shared / shingles.length };
  }
}

function* shinglesOf(words: readonly string[], length: number): Iterable<string> {
  for (let at = 0; at + length <= words.length; at++) yield words.slice(at, at + length).join(' ');
}

/** A value of data that contains text of an article. */
export interface TextNode {
  readonly path: string;
  /** Of the property; that of the list for its items. */
  readonly name: string;
  readonly value: unknown;
  /** Numbers of the article's shingles in it. */
  readonly shingles: ReadonlySet<number>;
  readonly children: readonly TextNode[];
}

/** The parts of data that contain shingles of an article; null where there is none. */
export function textTreeOf(data: unknown, article: Shingles): TextNode | null {
  let values = 0;
  const walk = (value: unknown, path: string, name: string, depth: number): TextNode | null => {
    if (++values > maxValues || depth > maxDepth) return null;
    if (typeof value === 'string') {
      const { numbers } = article.sharedWith(wordTokens(plainText(value)));
      return numbers.size === 0 ? null : { path, name, value, shingles: numbers, children: [] };
    }
    if (typeof value !== 'object' || value === null) return null;
    const below = Array.isArray(value)
      ? value.map((item, at) => walk(item, `${path}[${at}]`, name, depth + 1))
      : Object.entries(value).map(([key, item]) => walk(item, joinPath(path, key), key, depth + 1));
    const children = below.filter((child) => child !== null);
    if (children.length === 0) return null;
    const [only] = children;
    const shingles =
      children.length === 1 && only !== undefined
        ? only.shingles
        : new Set(children.flatMap((child) => [...child.shingles]));
    return { path, name, value, shingles, children };
  };
  return walk(data, '', '', 0);
}
