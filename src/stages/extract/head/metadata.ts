import type { Document } from '../dom/document.ts';
import type { Element } from '../dom/tree.ts';
import { foldSpace } from '../page/blocks.ts';

/** A page's meta elements, title and rel=canonical, and the microdata of its article. */
export interface Metadata {
  /** The first non-empty content, in the order of these lower-case names. */
  first(...names: string[]): string | null;
  all(name: string): readonly string[];
  /** Contents of all names that match, in the order of the names' first appearance. */
  matching(pattern: RegExp): readonly string[];
  readonly title: string;
  readonly canonical: string | null;
  /** Values of an itemprop, in document order, without those in comments, reviews and lists of other items. */
  itemprop(name: string): readonly { readonly value: string; readonly element: Element }[];
}

/** Limits against hostile pages, in characters and values per name. Real pages have far less. */
const maxValueLength = 5_000;
const maxTitleLength = 400;
const maxValues = 200;

/** Reads `<meta name|property|itemprop|http-equiv>` alike: pages mix them up. */
export function readMetadata(document: Document): Metadata {
  const values = new Map<string, string[]>();
  for (const meta of document.querySelectorAll('meta')) {
    const content = decodeTwice(foldSpace((meta.getAttribute('content') ?? '').slice(0, maxValueLength)));
    if (content === '') continue;
    for (const attribute of ['property', 'name', 'itemprop', 'http-equiv']) {
      const name = meta.getAttribute(attribute)?.trim().toLowerCase();
      if (!name) continue;
      const contents = values.get(name);
      if (contents === undefined) values.set(name, [content]);
      else if (contents.length < maxValues) contents.push(content);
    }
  }
  let items: readonly Element[] | undefined;
  const all = (name: string) => values.get(name) ?? [];
  return {
    all,
    matching: (pattern) => [...values].flatMap(([name, contents]) => (pattern.test(name) ? contents : [])),
    first: (...names) => names.flatMap(all)[0] ?? null,
    title: foldSpace(document.querySelector('head > title, title')?.textContent ?? '').slice(0, maxTitleLength),
    canonical: document.querySelector('link[rel~="canonical"][href]')?.getAttribute('href')?.trim() || null,
    itemprop: (name) => {
      items ??= document.elementsWhere(hasItem);
      return itemprops(items, name);
    },
  };
}

/** Whether an element has microdata. Meta elements are read with the head. */
const hasItem = ({ localName, attributes }: Element): boolean =>
  localName !== 'meta' && attributes.some(({ name }) => name === 'itemprop' || name === 'property');

const otherItemScope =
  '[itemtype*="Comment"], [itemtype*="ListItem"], [itemtype*="Review"], .comment, aside, nav, footer';

/** @param items the page's elements with microdata, collected once for all names */
function itemprops(items: readonly Element[], name: string): { value: string; element: Element }[] {
  return items
    .filter((element) => isItem(element, name) && element.closest(otherItemScope) === null)
    .map((element) => ({ element, value: itemValue(element) }))
    .filter(({ value }) => value !== '');
}

function isItem(element: Element, name: string): boolean {
  const property = element.getAttribute('property');
  return (
    property === name ||
    property === `schema:${name}` ||
    (element.getAttribute('itemprop') ?? '').split(/\s+/).includes(name)
  );
}

const itemValue = (element: Element): string =>
  foldSpace(element.getAttribute('datetime') ?? element.getAttribute('content') ?? element.textContent ?? '');

/** Decodes character references in content that was escaped twice: `&amp;#39;`. */
const decodeTwice = (text: string): string =>
  text.replace(/&(?:#(\d{2,6})|#x([0-9a-f]{2,5})|(amp|quot|apos|lt|gt|nbsp));/gi, (whole, decimal, hex, name) =>
    name !== undefined
      ? (namedReferences[name.toLowerCase()] ?? whole)
      : codePoint(Number.parseInt(decimal ?? hex, hex === undefined ? 10 : 16), whole),
  );

const namedReferences: Readonly<Record<string, string>> = {
  amp: '&',
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
  nbsp: ' ',
};
const codePoint = (code: number, otherwise: string): string =>
  code > 0x1f && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : otherwise;
