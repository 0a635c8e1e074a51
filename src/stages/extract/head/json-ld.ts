export type JsonObject = Readonly<Record<string, unknown>>;

/** The nodes of a page's JSON-LD that describe the page itself, references by `@id` resolved. */
export interface JsonLdGraph {
  readonly nodes: readonly JsonObject[];
  /** The node that `{ "@id": … }` refers to; any other value unchanged. */
  resolve(value: unknown): unknown;
}

/** Properties that lead to the page's main subject. Lists of other things (itemListElement, hasPart) are not followed. */
const mainProperties = ['@graph', 'mainEntity', 'mainEntityOfPage', 'video'] as const;
/** Levels of nesting that are read: a limit against hostile pages. */
const maxDepth = 6;

/** The graph of a page's JSON-LD scripts. Invalid scripts are skipped. */
export function parseJsonLd(scripts: readonly string[]): JsonLdGraph {
  const nodes: JsonObject[] = [];
  const byId = new Map<string, JsonObject>();
  const collect = (value: unknown, depth: number) => {
    if (depth > maxDepth) return;
    if (Array.isArray(value)) for (const item of value) collect(item, depth + 1);
    else if (isObject(value)) {
      if (typesOf(value).length > 0) nodes.push(value);
      const id = value['@id'];
      if (typeof id === 'string' && Object.keys(value).length > 1) byId.set(id, { ...byId.get(id), ...value });
      for (const property of mainProperties) collect(value[property], depth + 1);
    }
  };
  for (const script of scripts) collect(parseLoose(script), 0);
  const resolve = (value: unknown): unknown => {
    const id = isObject(value) ? value['@id'] : undefined;
    return typeof id === 'string' ? (byId.get(id) ?? value) : value;
  };
  return { nodes, resolve };
}

/**
 * The value of JSON with common errors: comment wrappers, a semicolon at the end, raw line breaks in strings, commas before a closing bracket.
 * Null for anything else that is invalid.
 */
export function parseLoose(text: string): unknown {
  const bare = text
    .replace(/^\s*(?:<!--|\/\*<!\[CDATA\[\*\/|<!\[CDATA\[)|(?:-->|\/\*\]\]>\*\/|\]\]>)\s*;?\s*$/g, '')
    .trim();
  return parseOr(bare, () => parseOr(repairJson(bare), () => null));
}

function parseOr(text: string, fallback: () => unknown): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return fallback(); // JSON.parse reports invalid text only by throwing
  }
}

/** Repairs commas only outside of strings, and raw control characters inside of them. */
function repairJson(text: string): string {
  return text
    .replace(/;+\s*$/, '')
    .replace(/"(?:[^"\\]|\\[\s\S])*"|,(?=\s*[}\]])/g, (piece) =>
      piece === ',' ? '' : piece.replace(/\p{Cc}/gu, escapeControl),
    );
}

const escapeControl = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The node's types without the vocabulary's prefix. */
export function typesOf(node: JsonObject): string[] {
  const type = node['@type'];
  const names = Array.isArray(type) ? type : [type];
  return names.filter((name) => typeof name === 'string').map((name) => name.replace(/^.*[/:#]/, ''));
}

/** All strings of a value: a string, a list, or objects with the property. */
export function stringsOf(value: unknown, property = 'name'): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()];
  if (Array.isArray(value)) return value.flatMap((item) => stringsOf(item, property));
  return isObject(value) ? stringsOf(value[property], property) : [];
}

/** All strings of a property at any level of a value, down to eight levels. */
export function stringsUnder(value: unknown, property: string, depth = 0): string[] {
  if (depth > 8 || typeof value !== 'object' || value === null) return [];
  const own = isObject(value) && typeof value[property] === 'string' ? [value[property]] : [];
  return [...own, ...Object.values(value).flatMap((part) => stringsUnder(part, property, depth + 1))];
}
