import type { NamedValue } from './placeholders.ts';

// Values in the HTML that a server sends, without a parser: a request is built on the main thread, and only few values are looked up.

/** Characters of a shell that are read. */
const maxChars = 1_000_000;
const tagPattern =
  /<([a-z][\w-]{0,40})\b((?:\s+[^\s"'<>/=]{1,80}(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]+))?|\s*\/)*)\s*>/gi;
const attributePattern = /([^\s"'<>/=]{1,80})(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+)))?/g;
/** Attributes that name an element among others of its kind. */
const nameAttributes = ['id', 'name', 'property', 'itemprop', 'rel', 'type'] as const;
/** Attributes that hold no values of the page. */
const styleAttributes = /^(?:class|style|d|points|on\w+|aria-\w+)$/i;
/** Characters of a value: longer ones are texts. */
const maxValueLength = 400;
/** Places of one text's values that are noted. */
const maxPlaces = 300;

interface Tag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
}

/** The values of a shell. Places: `meta[name="article-id"]@content` (an attribute of the first such element), `data.articleId` (the first value with this name in a script). */
export class ShellValues {
  readonly #parts: HtmlParts;
  #tags: readonly Tag[] | null = null;
  #data: ReadonlyMap<string, string> | null = null;

  constructor(html: string) {
    this.#parts = separated(html.slice(0, maxChars));
  }

  /** The value of a place; null where there is none. */
  valueAt(place: string): string | null {
    const data = /^data\.(.+)$/s.exec(place);
    if (data !== null) return this.#scriptValues().get(data[1] ?? '') ?? null;
    const [, tag = '', by, wanted, attribute = ''] =
      /^([\w-]+)(?:\[([\w-]+)="([^"]*)"\])?@([^\s@]+)$/.exec(place) ?? [];
    return (
      this.#elements()
        .find(
          ({ name, attributes }) =>
            name === tag && attributes.has(attribute) && (by === undefined || attributes.get(by) === wanted),
        )
        ?.attributes.get(attribute) ?? null
    );
  }

  /** All values that a text contains, with their placeholders: attributes that are named like identifiers first. */
  valuesIn(text: string): readonly NamedValue[] {
    const occurs = (value: string) => value.length > 1 && value.length <= maxValueLength && text.includes(value);
    const places = new Map<string, string>();
    const note = (place: string, value: string) => {
      if (!places.has(`shell.${place}`)) places.set(`shell.${place}`, value);
    };
    for (const { name, attributes } of this.#elements())
      for (const [attribute, value] of attributes) {
        if (styleAttributes.test(attribute)) continue;
        const parts = value.includes('/') ? value.split('/').filter((part) => part !== '') : [];
        if (!occurs(value) && !parts.some(occurs)) continue;
        for (const place of placesOf(name, attributes, attribute)) {
          if (places.size >= maxPlaces) break;
          if (this.valueAt(place) !== value) continue;
          if (occurs(value)) note(place, value);
          for (const [at, part] of parts.entries()) if (occurs(part)) note(`${place}|segment.${at}`, part);
        }
      }
    for (const [name, value] of this.#scriptValues())
      if (occurs(value) && places.size < 2 * maxPlaces) note(`data.${name}`, value);
    return [...places].map(([name, value]) => ({ name, value }));
  }

  /** The addresses of external scripts as written, in their order. */
  get scripts(): readonly string[] {
    return this.#elements().flatMap(({ name, attributes }) => (name === 'script' ? (attributes.get('src') ?? []) : []));
  }

  #elements(): readonly Tag[] {
    this.#tags ??= [...this.#parts.markup.matchAll(tagPattern)].map(([, name = '', text = '']) => ({
      name: name.toLowerCase(),
      attributes: attributesOf(text),
    }));
    return this.#tags;
  }

  #scriptValues(): ReadonlyMap<string, string> {
    this.#data ??= namedValues(this.#parts.scripts);
    return this.#data;
  }
}

/** By a name of the element where it has one, else the first element of its kind. */
function placesOf(tag: string, attributes: ReadonlyMap<string, string>, attribute: string): string[] {
  const named = nameAttributes.flatMap((by) => {
    const name = attributes.get(by);
    return by === attribute || name === undefined || /["\]|}]/.test(name)
      ? []
      : [`${tag}[${by}="${name}"]@${attribute}`];
  });
  return [...named, `${tag}@${attribute}`];
}

function attributesOf(text: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = '', double, single, bare] of text.matchAll(attributePattern))
    if (!attributes.has(name.toLowerCase()))
      attributes.set(name.toLowerCase(), unescaped(double ?? single ?? bare ?? ''));
  return attributes;
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
  '#39': "'",
  '#34': '"',
  '#x27': "'",
};
const unescaped = (text: string): string =>
  text.replace(
    /&(amp|quot|apos|lt|gt|#39|#34|#x27);/gi,
    (whole, name: string) => entities[name.toLowerCase()] ?? whole,
  );

interface HtmlParts {
  /** Without comments and the texts of scripts. The opening tags stay: they name the scripts. */
  readonly markup: string;
  readonly scripts: string;
}

/** Takes scripts and comments out of HTML, in one pass: what is not closed goes on to the end. */
function separated(html: string): HtmlParts {
  const markup: string[] = [];
  const scripts: string[] = [];
  const opening = /<!--|<script\b[^<>]*>/gi;
  let at = 0;
  for (let next = opening.exec(html); next !== null; next = opening.exec(html)) {
    const from = opening.lastIndex;
    const isComment = next[0] === '<!--';
    const closing = isComment ? /-->/g : /<\/script\s{0,20}>/gi;
    closing.lastIndex = from;
    const end = closing.exec(html)?.index ?? html.length;
    markup.push(html.slice(at, isComment ? next.index : from));
    if (!isComment) scripts.push(html.slice(from, end));
    at = end === html.length ? end : closing.lastIndex;
    opening.lastIndex = at;
  }
  return { markup: markup.join('') + html.slice(at), scripts: scripts.join('\n') };
}

/** Pairs of a name and a string or number in scripts: of JSON, of objects and of assignments. The first of each name counts. */
function namedValues(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  const pair =
    /([\p{L}_$][\p{L}\p{N}_$]{0,60})\\?["']?\s{0,4}[:=]\s{0,4}(?:\\?"((?:[^"\\\n]|\\[^"])*)\\?"|'((?:[^'\\\n]|\\.)*)'|(-?\d[\d.]*))/gu;
  for (const [, name = '', double, single, number] of text.matchAll(pair)) {
    const value = double ?? single ?? number ?? '';
    if (!values.has(name) && value !== '' && value.length <= maxValueLength)
      values.set(name, value.replace(/\\\//g, '/'));
  }
  return values;
}
