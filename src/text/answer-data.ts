import { withoutFlatLists } from './flat-json.ts';

// Data in answers to scripts: JSON and JSONP, their values, and paths to these.

/** Limits against hostile data: values in all, and levels of nesting. */
const maxValues = 100_000;
const maxDepth = 32;

/** A string, number or boolean in data. */
export interface DataLeaf {
  /** `data.items[0].title` */
  readonly path: string;
  /** Name of the property, of the nearest one above for items of lists; '' at the top. */
  readonly name: string;
  readonly value: string | number | boolean;
}

const jsonpCall =
  /^(?:\s|\/\*[\s\S]{0,200}?\*\/|;)*(?:typeof [\w$.]+\s*===?\s*['"]function['"]\s*&&\s*)?([\w$.[\]]{1,200})\s*\(/;

/** The function name and argument of a JSONP text `name({…});`; null for any other text. */
export function jsonpOf(text: string): { readonly callback: string; readonly json: string } | null {
  const call = jsonpCall.exec(text.slice(0, 1_000));
  const end = text.lastIndexOf(')');
  if (call === null || end < call[0].length || !/^\)[\s;]*$/.test(text.slice(end))) return null;
  const json = text.slice(call[0].length, end).trim();
  return /^[[{]/.test(json) ? { callback: call[1] ?? '', json } : null;
}

/** The value of JSON or JSONP text, without the prefixes that sites put against inclusion (`)]}'`), with flat lists revived; undefined where it is neither. */
export function dataOf(text: string): unknown {
  const bare = text.replace(/^\uFEFF?(?:\)\]\}'?,?|while\s*\(1\);|for\s*\(;;\);)\s*/, '');
  return withoutFlatLists(jsonOf(bare) ?? jsonOf(jsonpOf(bare)?.json ?? ''));
}

/** The value of a JSON text; undefined for any other text. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // JSON.parse reports invalid text only by throwing
  }
}

/** All strings, numbers and booleans of data, in their order, up to 100,000 values and 32 levels. */
export function leavesOf(data: unknown): readonly DataLeaf[] {
  const leaves: DataLeaf[] = [];
  let values = 0;
  const walk = (value: unknown, path: string, name: string, depth: number): void => {
    if (++values > maxValues || depth > maxDepth) return;
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      leaves.push({ path, name, value });
    else if (Array.isArray(value))
      for (const [at, item] of value.entries()) walk(item, `${path}[${at}]`, name, depth + 1);
    else if (typeof value === 'object' && value !== null)
      for (const [key, item] of Object.entries(value)) walk(item, joinPath(path, key), key, depth + 1);
  };
  walk(data, '', '', 0);
  return leaves;
}

/** A path with one more property: `a.b`, or `a["b-c"]` where the name needs quotes. */
export function joinPath(path: string, name: string): string {
  if (!/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name)) return `${path}[${JSON.stringify(name)}]`;
  return path === '' ? name : `${path}.${name}`;
}

/** The path with `[]` in place of positions in lists. */
export const anyItem = (path: string): string => path.replace(/\[\d+\]/g, '[]');

type Step = string | number | null;

/** Property names, positions, and null for `[]`. @throws RangeError for a malformed path */
export function pathSteps(path: string): readonly Step[] {
  const steps: Step[] = [];
  const token = /(?:^|\.)([\p{L}_$][\p{L}\p{N}_$]*)|\[(\d*)\]|\[("(?:[^"\\]|\\.)*")\]/uy;
  while (token.lastIndex < path.length) {
    const from = token.lastIndex;
    const match = token.exec(path);
    const [, name, position, quoted] = match ?? [];
    const step = name ?? (quoted === undefined ? (position === '' ? null : Number(position)) : jsonOf(quoted));
    if (match === null || step === undefined)
      throw new RangeError(`"${path}" is no path: "${path.slice(from)}" can't be read`);
    steps.push(step as Step);
  }
  return steps;
}

/** The values at a path, in their order; empty where there is none. @throws RangeError for a malformed path */
export function valuesAt(data: unknown, path: string): readonly unknown[] {
  return pathSteps(path).reduce<readonly unknown[]>(
    (values, step) => values.flatMap((value) => (step === null ? listOf(value) : childOf(value, step))),
    data === undefined ? [] : [data],
  );
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function childOf(value: unknown, step: string | number): readonly unknown[] {
  const isOwn = typeof value === 'object' && value !== null && Object.hasOwn(value, step);
  return isOwn ? [(value as Record<string | number, unknown>)[step]] : [];
}
