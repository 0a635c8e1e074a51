import type { DataField } from '../../../model/data/data-field.ts';
import type { DataItem, DataValue } from '../../../model/data/data-value.ts';
import type { DataPage, DataScope } from '../data/data-page.ts';
import { parseValue } from '../data/parse-value.ts';
import { shownText } from '../data/raw-value.ts';
import type { Element } from '../dom/tree.ts';
import { expectedKeys, itemTypeOf, valueKey } from './same-value.ts';
import type { ValuePlaces } from './value-places.ts';

/** An element whose text holds a value beside other text, and an expression that takes it out. */
interface PatternPlace {
  readonly element: Element;
  readonly root: Element;
  readonly match: string;
}

interface Part {
  readonly element: Element;
  readonly root: Element;
  readonly before: string;
  readonly after: string;
}

/** Letters of the text around a value. */
const maxAround = 80;
const maxElements = 2_000;
/** Cases that are looked at. */
const maxCases = 12;

/** Expressions for values that stand in a longer text, by what is around them on all corrected parts of one tag. */
export function patternsFor(field: DataField, cases: readonly FieldCase[]): PatternPlace[] {
  const { type } = field;
  if (type.kind !== 'text' && type.kind !== 'number' && type.kind !== 'integer') return [];
  const parts = cases.slice(0, maxCases).flatMap((one) => partsIn(field, one));
  const groups = Map.groupBy(
    parts,
    ({ element, before }) => `${element.localName} ${element.className} ${lastWord(before)}`,
  );
  return [...groups.values()].flatMap((group): PatternPlace[] => {
    const before = group.map((part) => part.before).reduce(commonEnd);
    const after = group.map((part) => part.after).reduce(commonStart);
    const [first] = group;
    if (first === undefined || (before.trim() === '' && after.trim() === '')) return [];
    const value = type.kind === 'text' ? '(.+?)' : String.raw`(-?\d(?:[\d.,' \u00a0\u202f]*\d)?)`;
    const start = before.trim() === '' ? (type.kind === 'text' ? '^' : '') : escaped(before);
    const end = after.trim() === '' ? (type.kind === 'text' ? '$' : '') : escaped(after);
    return [{ element: first.element, root: first.root, match: `${start}${value}${end}` }];
  });
}

const lastWord = (text: string): string => /(\S+)\s*$/.exec(text)?.[1] ?? '';

function partsIn({ type }: DataField, { page, scope, expected }: FieldCase): Part[] {
  if (typeof expected !== 'string' && typeof expected !== 'number') return [];
  const item = itemTypeOf(type);
  const keys = new Set(expectedKeys(item, expected, page.context));
  const elements = [scope.root, ...scope.root.elementsWhere(scope.has)].slice(0, maxElements);
  return elements.flatMap((element): Part[] => {
    if (element.textContent.length > 400) return [];
    const text = shownText(element);
    const pieces: [number, string][] =
      item.kind === 'text'
        ? occurrences(text, String(expected))
        : [...text.matchAll(/-?\d(?:[\d.,' \u00a0\u202f]*\d)?/g)].map(({ index, 0: piece }) => [index, piece]);
    return pieces.flatMap(([at, piece]) => {
      const parsed = parseValue(item, { value: piece, isMachine: false }, page.context);
      if ('problem' in parsed || !keys.has(valueKey(item, parsed.value as DataItem))) return [];
      const before = text.slice(Math.max(0, at - maxAround), at);
      const after = text.slice(at + piece.length, at + piece.length + maxAround);
      return before === '' && after === '' ? [] : [{ element, root: scope.root, before, after }];
    });
  });
}

function occurrences(text: string, part: string): [number, string][] {
  const at = text.indexOf(part);
  return at < 0 ? [] : [[at, part]];
}

function commonEnd(a: string, b: string): string {
  let length = 0;
  while (length < Math.min(a.length, b.length) && a.at(-1 - length) === b.at(-1 - length)) length++;
  return length === 0 ? '' : a.slice(-length);
}

function commonStart(a: string, b: string): string {
  let length = 0;
  while (length < Math.min(a.length, b.length) && a[length] === b[length]) length++;
  return a.slice(0, length);
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/\s+/g, String.raw`\s+`);

/** A part of a page that nobody has corrected. */
export interface OpenCase {
  readonly page: DataPage;
  readonly scope: DataScope;
}

/** A part of a corrected page, and what a field has there. */
export interface FieldCase extends OpenCase {
  readonly places: ValuePlaces;
  readonly expected: DataValue;
  /** Less than 1 for a part of which little is known. */
  readonly weight: number;
}
