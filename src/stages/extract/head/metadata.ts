import type { Document } from '../dom/document.ts';
import type { Element } from '../dom/tree.ts';
import { foldSpace } from '../page/blocks.ts';

/** What the head of a page says: meta elements, title, rel=canonical; and microdata of the page's article. */
export interface Metadata {
  /** First non-empty content of the first of these names (lower case) that the page has. */
  first(...names: string[]): string | null;
  all(name: string): readonly string[];
  /** Contents of all names that match, in the page's order of names. */
  matching(pattern: RegExp): readonly string[];
  readonly title: string;
  readonly canonical: string | null;
  /** First value of an itemprop that is not within a comment or a list of other items. */
  itemprop(name: string): readonly { readonly value: string; readonly element: Element }[];
}

/** Bounds on what a hostile page may put there; real ones are far below. */
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

/** Those of meta elements are read as the head's. */
const hasItem = ({ localName, attributes }: Element): boolean =>
  localName !== 'meta' && attributes.some(({ name }) => name === 'itemprop' || name === 'property');

const otherItemScope = '[itemtype*="Comment"], [itemtype*="ListItem"], [itemtype*="Review"], aside, nav, footer';

/** @param items the page's elements with microdata, read off it once for all names */
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

/** Content that was escaped twice by its maker: `&amp;#39;`. */
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
