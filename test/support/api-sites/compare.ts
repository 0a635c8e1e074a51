import type { ExpectedArticle } from './open-api-site.ts';

/** What is compared of an article. */
export interface ComparedArticle {
  readonly title: string;
  readonly body: string;
  readonly authors: readonly string[];
  /** ISO 8601, to any precision; null: none. */
  readonly publishedAt: string | null;
}

/** How near an article is to another. */
export interface Likeness {
  readonly sameTitle: boolean;
  /** F1 of the bodies' words (of characters in Chinese), 0 to 1. */
  readonly bodyF1: number;
  /** Equal but for white space. */
  readonly sameBody: boolean;
  readonly sameAuthors: boolean;
  /** To the precision of the coarser one. */
  readonly sameDate: boolean;
}

/** A body from here on is the same article's: the sites' bodies have nothing between the words of an article and noise. */
export const sameBodyF1 = 0.95;

export const isSameArticle = ({ sameTitle, bodyF1, sameAuthors, sameDate }: Likeness): boolean =>
  sameTitle && bodyF1 >= sameBodyF1 && sameAuthors && sameDate;

export function likeness(actual: ComparedArticle, expected: ComparedArticle): Likeness {
  return {
    sameTitle: squeezed(actual.title) === squeezed(expected.title),
    bodyF1: wordF1(actual.body, expected.body),
    sameBody: squeezed(actual.body) === squeezed(expected.body),
    sameAuthors: [...actual.authors].sort().join('|') === [...expected.authors].sort().join('|'),
    sameDate: sameMoment(actual.publishedAt, expected.publishedAt),
  };
}

/** The likeness to the nearest of the bodies that a page may have. */
export function likenessToTruth(
  actual: ComparedArticle,
  { title, bodies, authors, publishedAt }: ExpectedArticle,
): Likeness {
  const all = bodies.map((body) => likeness(actual, { title, body, authors, publishedAt: publishedAt.toISOString() }));
  const [best] = all.sort((a, b) => b.bodyF1 - a.bodyF1);
  if (best === undefined) throw new RangeError('an expected article has at least one body');
  return best;
}

const squeezed = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Words; each Chinese character is a word. */
const wordsOf = (text: string): string[] => text.match(/\p{Script=Han}|[\p{L}\p{N}]+/gu) ?? [];

/** Harmonic mean of precision and recall of words, each as often as it stands there. */
export function wordF1(actual: string, expected: string): number {
  const left = new Map<string, number>();
  const [words, wanted] = [wordsOf(actual), wordsOf(expected)];
  for (const word of wanted) left.set(word, (left.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of words) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    shared++;
    left.set(word, count - 1);
  }
  return words.length + wanted.length === 0 ? 1 : (2 * shared) / (words.length + wanted.length);
}

function sameMoment(actual: string | null, expected: string | null): boolean {
  if (actual === null || expected === null) return actual === expected;
  const length = Math.min(actual.length, expected.length) <= 10 ? 10 : 16;
  const at = (value: string) => new Date(value).toISOString().slice(0, length);
  return at(actual) === at(expected);
}
