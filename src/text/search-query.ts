import { searchUnits } from './search-terms.ts';

/** Units that follow each other in a text; of a prefix, the last one may go on. */
export interface SearchPhrase {
  readonly units: readonly string[];
  readonly isPrefix: boolean;
}

/** A text matches that has all of `all`, and none of `none`. Title and body are looked into apart: no phrase goes from one into the other. */
export interface SearchQuery {
  /** At least one. */
  readonly all: readonly SearchPhrase[];
  readonly none: readonly SearchPhrase[];
}

/** A query, or a sentence on why it is none. */
export type ReadSearch = { readonly query: SearchQuery } | { readonly problem: string };

/** Most units of a query: it is read from an index for each. */
const maxUnits = 50;
/** Shortest beginning of a word, letters: one letter would read a large part of the index. */
const minPrefix = 2;

/** A word or a quoted phrase, after `-` where it excludes. A quote that is not closed goes on to the end. */
const part = /(-?)(?:"([^"]*)(?:"|$)|([^\s"]+))(\*?)/gu;

/**
 * Reads the words that a person searches: all of them must be there. `"two words"` follow each other, `elect*` begins a word, `-word` is not there.
 * Other signs separate words, so no query is malformed. A word that has signs inside (`co-op`) is a phrase, and so is a run of Chinese characters.
 */
export function readSearch(text: string): ReadSearch {
  const all: SearchPhrase[] = [];
  const none: SearchPhrase[] = [];
  const written = text.normalize('NFKC').replace(/[“”„]/g, '"');
  for (const { 1: minus, 2: quoted, 3: word = '', 4: star = '' } of written.matchAll(part)) {
    const units = searchUnits(quoted ?? word);
    if (units.length === 0) continue;
    const isPrefix = star === '*' || (quoted === undefined && word.endsWith('*'));
    const last = units.at(-1) ?? '';
    if (isPrefix && /^[\p{L}\p{N}]$/u.test(last) && !isSpaceless.test(last))
      return { problem: `"${last}*" is too short: a beginning of a word has ${minPrefix} letters or more` };
    (minus === '-' ? none : all).push({ units, isPrefix });
  }
  if (count(all) + count(none) > maxUnits) return { problem: `it has more than ${maxUnits} words` };
  if (all.length > 0) return { query: { all, none } };
  return {
    problem: none.length > 0 ? 'it only excludes words: name one to look for too' : 'it has no letter and no digit',
  };
}

const isSpaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

const count = (phrases: readonly SearchPhrase[]): number => phrases.reduce((sum, { units }) => sum + units.length, 0);

/** The units of an article's title, and of its body. */
export type SearchedFields = readonly (readonly string[])[];

export const searchedFields = ({ title, body }: { readonly title: string; readonly body: string }): SearchedFields => [
  searchUnits(title),
  searchUnits(body),
];

/** Whether an article matches, without an index. */
export function matchesSearch({ all, none }: SearchQuery, fields: SearchedFields): boolean {
  const has = (phrase: SearchPhrase): boolean =>
    fields.some((units) => phrasePlaces(phrase, units).next().done === false);
  return all.every(has) && !none.some(has);
}

/** Where a phrase begins in a list of units. */
export function* phrasePlaces({ units: sought, isPrefix }: SearchPhrase, units: readonly string[]): Generator<number> {
  const last = sought.length - 1;
  const first = sought[0];
  for (let at = 0; at + last < units.length; at += 1) {
    if (last > 0 && units[at] !== first) continue;
    const end = units[at + last] ?? '';
    if (isPrefix ? !end.startsWith(sought[last] ?? '') : end !== sought[last]) continue;
    if (sought.every((one, index) => index === last || units[at + index] === one)) yield at;
  }
}
