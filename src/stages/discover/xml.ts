import { XMLParser } from 'fast-xml-parser';

/** One element, parsed: names in lower case without prefix; text and attributes as strings. */
export type XmlElement = Readonly<Record<string, unknown>>;

/**
 * Entities are not expanded by the parser (a document type may define bombs): `decodeXml` knows the five that need no definition. Feeds and sitemaps are
 * flat; what is nested deeper than this is no such thing.
 */
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  transformTagName: (name) => name.toLowerCase(),
  processEntities: false,
  parseTagValue: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: 64,
});

/** @throws Error when the text is not well formed, in the parser's words */
export const parseXml = (text: string): XmlElement => parser.parse(text) as XmlElement;

/** The elements of these names, each parsed for itself: what is left of a document that is broken somewhere. Broken elements are left out. */
export function salvageElements(text: string, names: readonly string[]): XmlElement[] {
  const found: XmlElement[] = [];
  // Up to the own end tag, the next element of its kind, or the end of a text that was cut off.
  const start = new RegExp(`<(?:\\w+:)?(${names.join('|')})(?=[\\s>])`, 'gi');
  const starts = [...text.matchAll(start)];
  for (const [index, match] of starts.entries()) {
    const piece = text.slice(match.index, starts[index + 1]?.index);
    const end = piece.search(new RegExp(`</(?:\\w+:)?${match[1]}\\s*>`, 'i'));
    const element = parsedOrNull(end < 0 ? piece : `${piece.slice(0, end)}</${piece.slice(1).match(/^[\w:]+/)?.[0]}>`);
    if (element !== null) found.push(element);
  }
  return found;
}

function parsedOrNull(piece: string): XmlElement | null {
  try {
    const [element] = Object.values(parseXml(piece));
    return typeof element === 'object' && element !== null ? (element as XmlElement) : null;
  } catch {
    return null; // broken inside: the other elements are what is salvaged
  }
}

/** Text of a child, entities resolved; undefined without one. Of several the first. */
export function childText(element: XmlElement, name: string): string | undefined {
  const child = firstOf(element[name]);
  const text = typeof child === 'object' && child !== null ? (child as XmlElement)['#text'] : child;
  return typeof text === 'string' ? decodeXml(text).trim() : undefined;
}

/** Children of one name, in order. */
export function children(element: XmlElement, name: string): XmlElement[] {
  const value = element[name];
  const all: unknown[] = Array.isArray(value) ? value : [value];
  return all.filter((one): one is XmlElement => typeof one === 'object' && one !== null);
}

const firstOf = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value);

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** XML's own five entities and character references; HTML's others stay (an address may hold `&copy=1`). */
const decodeXml = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-f]{1,6});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return named[name.toLowerCase()] ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
