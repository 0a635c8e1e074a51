import { z } from 'zod';
import { phrasePlaces, type SearchQuery } from './search-query.ts';
import { unitsWithPlaces } from './search-terms.ts';
import type { Span } from './term-spans.ts';

/** A part of a text with the found words. */
export const snippetSchema = z
  .object({
    text: z.string(),
    /** Places of found words in `text`, UTF-16 units, end excluded, ascending. */
    marks: z.array(z.tuple([z.int(), z.int()]).readonly()).readonly(),
  })
  .readonly();
export type Snippet = z.infer<typeof snippetSchema>;

/** Letters of a snippet, and of them before the first found word. */
const [snippetLetters, before] = [240, 60];
/** How far a snippet looks into a text, UTF-16 units. A text whose words come later shows its beginning. */
const lookedThrough = 40_000;

/** The part of a text with the first found words, and where they are; the beginning where none is found. White space becomes one space. */
export function searchSnippet({ all }: SearchQuery, text: string): Snippet {
  const plain = text.slice(0, lookedThrough).replace(/\s+/gu, ' ').trim();
  const found = marksOf(all, plain);
  const first = found[0]?.[0] ?? 0;
  const from = wordStart(plain, Math.max(0, first - before));
  const to = wordEnd(plain, Math.min(plain.length, from + snippetLetters));
  const [head, tail] = [from > 0 ? '…' : '', to < plain.length || text.length > lookedThrough ? '…' : ''];
  const shift = head.length - from;
  return {
    text: `${head}${plain.slice(from, to)}${tail}`,
    marks: found.filter(([start, end]) => start >= from && end <= to).map(([a, b]) => [a + shift, b + shift]),
  };
}

function marksOf(phrases: SearchQuery['all'], text: string): Span[] {
  const places = [...unitsWithPlaces(text)];
  const units = places.map(({ unit }) => unit);
  const spans = phrases.flatMap((phrase) =>
    [...phrasePlaces(phrase, units)].map((at): Span => {
      const [start, end] = [places[at], places[at + phrase.units.length - 1]];
      return [start?.from ?? 0, end?.to ?? 0];
    }),
  );
  const marks: Span[] = [];
  for (const span of spans.sort((a, b) => a[0] - b[0] || b[1] - a[1]))
    if (span[0] >= (marks.at(-1)?.[1] ?? 0)) marks.push(span);
  return marks;
}

/** After the space before a place, where one is near: a snippet begins with a whole word. */
function wordStart(text: string, at: number): number {
  if (at === 0) return 0;
  const space = text.indexOf(' ', at - 1);
  const start = space === -1 || space - at > 20 ? at : space + 1;
  return isInPair(text, start) ? start + 1 : start;
}

function wordEnd(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const space = text.lastIndexOf(' ', at);
  const end = space === -1 || at - space > 20 ? at : space;
  return isInPair(text, end) ? end - 1 : end;
}

/** Between the halves of a surrogate pair. */
const isInPair = (text: string, at: number): boolean => /[\udc00-\udfff]/.test(text.charAt(at));
