import { foldSpelling } from './fold-spelling.ts';

/** A range of a string in UTF-16 units, end excluded. */
export type Span = readonly [from: number, to: number];

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const isWord = /[\p{L}\p{N}\p{M}]/u;
const isBoundless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * Finds folded terms in a text as it was written, for highlighting. A match inside a longer word does not count, except in scripts without spaces.
 * @returns spans in ascending order, without overlaps; of two that begin at one place, the longer one
 */
export function termSpans(text: string, terms: readonly string[]): Span[] {
  const { folded, places } = foldedWithPlaces(text);
  const candidates: Span[] = [];
  for (const term of new Set(terms.filter((term) => term !== '')))
    for (let at = folded.indexOf(term); at !== -1; at = folded.indexOf(term, at + 1))
      if (standsAlone(folded, at, at + term.length))
        candidates.push([places[at]?.[0] ?? 0, places[at + term.length - 1]?.[1] ?? text.length]);
  candidates.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  const spans: Span[] = [];
  for (const span of candidates) if (span[0] >= (spans.at(-1)?.[1] ?? 0)) spans.push(span);
  return spans;
}

/** The folded text, and for each of its units the span of the original. Runs of white space become one space. */
function foldedWithPlaces(text: string): { readonly folded: string; readonly places: readonly Span[] } {
  let folded = '';
  const places: Span[] = [];
  for (const { segment, index } of graphemes.segment(text)) {
    const blank = segment.trim() === '';
    if (blank && folded.endsWith(' ')) continue;
    const piece = blank ? ' ' : foldSpelling(segment);
    folded += piece;
    for (let unit = 0; unit < piece.length; unit++) places.push([index, index + segment.length]);
  }
  return { folded, places };
}

function standsAlone(text: string, from: number, to: number): boolean {
  const joins = (a: string, b: string): boolean =>
    isWord.test(a) && isWord.test(b) && !isBoundless.test(a) && !isBoundless.test(b);
  return !(joins(text.charAt(from - 1), text.charAt(from)) || joins(text.charAt(to - 1), text.charAt(to)));
}
