import { foldSpelling } from './fold-spelling.ts';

/** Scripts without spaces between words: each character is a unit, so that a word is found in a longer run. */
const boundless =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
/** A character of such a script with its marks, or a run of letters, marks and digits. `don't` is two units, `3.14` too. */
const unit = new RegExp(`[[${boundless}]&&\\p{L}]\\p{M}*|[[\\p{L}\\p{M}\\p{N}]--[[${boundless}]&&\\p{L}]]+`, 'gv');
const spacelessCharacter = new RegExp(`[[${boundless}]&&\\p{L}]\\p{M}*`, 'gv');

/** Letters with a stroke or of two letters: Unicode does not decompose them. */
const plainLetters: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/**
 * Folds what a search does not tell apart: case, accents, width, traditional and simplified Chinese. A German ß is ss, and ü is u.
 * The search of both stores, its queries and the marks in its snippets use this form.
 */
export function foldForSearch(text: string): string {
  const folded = foldSpelling(text);
  if (!/[^\0-\x7f]/.test(folded)) return folded;
  return folded
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/[æœøłđðþı]/g, (letter) => plainLetters[letter] ?? letter);
}

/** Letters of a text that are searched: more than nearly any article has. Both stores look into this part, and so do saved searches. */
const searchedLetters = 200_000;

/** The part of a text that is searched; half of a surrogate pair at the cut counts as no letter. */
const searchedPart = (text: string): string => (text.length <= searchedLetters ? text : text.slice(0, searchedLetters));

/** The units of the searched part of a text, in order. */
export const searchUnits = (text: string): string[] => foldForSearch(searchedPart(text)).match(unit) ?? [];

/** The searched part of a text, folded, for an index that splits it where no letter, mark or digit is: it finds the same units as `searchUnits`. */
export function indexedText(text: string): string {
  const folded = foldForSearch(searchedPart(text)).replaceAll('\0', ' ');
  return /[^\0-\x7f]/.test(folded) ? folded.replace(spacelessCharacter, ' $& ') : folded;
}

/** The folded unit of each word of a text, with its place. */
export function* unitsWithPlaces(
  text: string,
): Iterable<{ readonly unit: string; readonly from: number; readonly to: number }> {
  for (const { 0: written, index } of text.matchAll(unit))
    for (const folded of foldForSearch(written).match(unit) ?? [])
      yield { unit: folded, from: index, to: index + written.length };
}
