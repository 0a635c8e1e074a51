import { XMLParser } from 'fast-xml-parser';

/** A parsed element: names in lower case without prefix; text and attributes as strings. */
export type XmlElement = Readonly<Record<string, unknown>>;

/**
 * The parser does not expand entities (a document type may define entity bombs): `decodeXml` knows the five predefined ones. Feeds and sitemaps are flat: deeper
 * nesting is an error.
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

/** Parses XML. @throws Error when the text is not well formed */
export const parseXml = (text: string): XmlElement => parser.parse(text) as XmlElement;

/** Salvages a broken document: the elements with these names, each parsed separately. Broken elements are left out. */
export function salvageElements(text: string, names: readonly string[]): XmlElement[] {
  const elements: XmlElement[] = [];
  // an element ends at its end tag, the next element of its kind, or the end of a truncated text
  const start = new RegExp(`<(?:\\w+:)?(${names.join('|')})(?=[\\s>])`, 'gi');
  const starts = [...text.matchAll(start)];
  for (const [index, match] of starts.entries()) {
    const piece = text.slice(match.index, starts[index + 1]?.index);
    const end = piece.search(new RegExp(`</(?:\\w+:)?${match[1]}\\s*>`, 'i'));
    const element = parsedOrNull(end < 0 ? piece : `${piece.slice(0, end)}</${piece.slice(1).match(/^[\w:]+/)?.[0]}>`);
    if (element !== null) elements.push(element);
  }
  return elements;
}

function parsedOrNull(piece: string): XmlElement | null {
  try {
    const [element] = Object.values(parseXml(piece));
    return typeof element === 'object' && element !== null ? (element as XmlElement) : null;
  } catch {
    return null; // broken itself: left out
  }
}

/** Text of the first child of a name, entities decoded; undefined without one. */
export function childText(element: XmlElement, name: string): string | undefined {
  const child = firstOf(element[name]);
  const text = typeof child === 'object' && child !== null ? (child as XmlElement)['#text'] : child;
  return typeof text === 'string' ? decodeXml(text).trim() : undefined;
}

/** Children of a name, in order. */
export function children(element: XmlElement, name: string): XmlElement[] {
  const value = element[name];
  const all: unknown[] = Array.isArray(value) ? value : [value];
  return all.filter((child): child is XmlElement => typeof child === 'object' && child !== null);
}

/** An attribute, whatever the case of its name, entities decoded; undefined without it. */
export function attributeText(element: XmlElement, name: string): string | undefined {
  const key = Object.keys(element).find((candidate) => candidate.toLowerCase() === `@${name.toLowerCase()}`);
  const value = key === undefined ? undefined : element[key];
  return typeof value === 'string' ? decodeXml(value).trim() : undefined;
}

const firstOf = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value);

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Decodes XML's five entities and character references. HTML's other entities stay: an address may contain `&copy=1`. */
const decodeXml = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-f]{1,6});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
