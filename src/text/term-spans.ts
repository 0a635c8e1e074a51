import { fold } from './tokenize.ts';

/** From a position of a string up to another, in UTF-16 units. */
export type Span = readonly [from: number, to: number];

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const isWord = /[\p{L}\p{N}\p{M}]/u;
const isBoundless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * Where terms (folded, as the tokenizer gives them) stand in a text as it was written: for showing, so that what is found inside a longer word does not count,
 * except in scripts without spaces. Ascending, none inside or over another; of two that begin at one place the longer one.
 */
export function termSpans(text: string, terms: readonly string[]): Span[] {
  const { folded, places } = foldedWithPlaces(text);
  const found: Span[] = [];
  for (const term of new Set(terms.filter((one) => one !== '')))
    for (let at = folded.indexOf(term); at !== -1; at = folded.indexOf(term, at + 1))
      if (standsAlone(folded, at, at + term.length))
        found.push([places[at]?.[0] ?? 0, places[at + term.length - 1]?.[1] ?? text.length]);
  found.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  const spans: Span[] = [];
  for (const span of found) if (span[0] >= (spans.at(-1)?.[1] ?? 0)) spans.push(span);
  return spans;
}

/** The folded text, and for each of its units which part of the text it came from. White space of any length is one space. */
function foldedWithPlaces(text: string): { readonly folded: string; readonly places: readonly Span[] } {
  let folded = '';
  const places: Span[] = [];
  for (const { segment, index } of graphemes.segment(text)) {
    const blank = segment.trim() === '';
    if (blank && folded.endsWith(' ')) continue;
    const piece = blank ? ' ' : fold(segment);
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
