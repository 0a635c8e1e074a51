import { selectorNames } from '../learning/field-places.ts';
import { foldSpace } from '../page/blocks.ts';
import { parsePage } from '../page/parse.ts';

/** A place that looks like an article's field, and what it says. */
export interface RivalPlace {
  readonly selector: string;
  /** Number of pages with it. */
  readonly pages: number;
  /** Different texts, at most three. */
  readonly texts: readonly string[];
}

/** Names that people give to the elements of a field. */
const namesOfField = {
  authors:
    /author|byline|by-line|writer|reporter|journalist|signature|credit|contributor|autor|verfasser|redacteur|zuozhe|bianji/i,
  publishedAt: /date|time|published|posted|datum|fecha|riqi|shijian/i,
} as const;
/** Characters of a line of authors or a date, and the places that are named. Chosen by hand, not measured. */
const maxLength = 80;
const maxPlaces = 4;

/**
 * Places whose names say that they hold the field, on most of the pages and with other texts than the field has.
 * @param pages each with the field's texts, as the extractor has them
 */
export function rivalPlaces(
  field: keyof typeof namesOfField,
  pages: readonly { readonly html: string; readonly values: readonly string[] }[],
): RivalPlace[] {
  const texts = new Map<string, string[]>();
  for (const { html, values } of pages) {
    const known = values.map(fold);
    const { document } = parsePage(html);
    for (const element of document.elementsWhere(isShort)) {
      const text = foldSpace(element.textContent);
      if (!isOther(fold(text), known)) continue;
      for (const selector of selectorNames(element).filter((name) => namesOfField[field].test(name)))
        if (document.querySelector(selector) === element) texts.set(selector, [...(texts.get(selector) ?? []), text]);
    }
  }
  const least = Math.max(2, pages.length / 2);
  const places = [...texts].filter(
    ([, found]) => found.length >= least && (field === 'publishedAt' || new Set(found).size > 1),
  );
  return shortestOfEach(places)
    .slice(0, maxPlaces)
    .map(([selector, found]) => ({ selector, pages: found.length, texts: [...new Set(found)].slice(0, 3) }));
}

const fold = (text: string): string => text.toLowerCase();
/** Whether the text neither has one of the values nor is part of one. */
const isOther = (text: string, known: readonly string[]): boolean =>
  text !== '' && !known.some((value) => value !== '' && (text.includes(value) || value.includes(text)));

const isShort = (element: { readonly textContent: string; readonly localName: string }): boolean =>
  !/^(html|head|body|script|style|nav|header|footer|main|article|section|ul|ol|form)$/.test(element.localName) &&
  element.textContent.length <= maxLength * 2 &&
  foldSpace(element.textContent).length <= maxLength;

/** Selectors that give the same texts are one place. */
function shortestOfEach(places: readonly (readonly [string, string[]])[]): (readonly [string, string[]])[] {
  const byTexts = new Map<string, readonly [string, string[]]>();
  for (const place of places.toSorted(([a], [b]) => a.length - b.length)) {
    const key = place[1].join('\n');
    if (!byTexts.has(key)) byTexts.set(key, place);
  }
  return [...byTexts.values()];
}
