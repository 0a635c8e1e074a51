import type { DataType, ItemType } from '../../../model/data/data-field.ts';
import { canonicalJson, type DataItem, type DataValue } from '../../../model/data/data-value.ts';
import { parseValue, type ValueContext } from '../data/parse-value.ts';
import { isMissing } from '../data/read-fields.ts';
import { foldSpace } from '../page/blocks.ts';

// Values are compared by what they say, not by how they are written.

export const itemTypeOf = (type: DataType): ItemType =>
  type.kind === 'list' ? type.of : type.kind === 'present' ? { kind: 'boolean', yes: [], no: [] } : type;

/** Equal for values that are equal: a date by its day, since a correction may know no more. */
export function valueKey(type: ItemType, value: DataItem): string {
  if (type.kind === 'date' && typeof value === 'string') return value.slice(0, 10);
  if (type.kind === 'text' && typeof value === 'string') return foldSpace(value.normalize('NFKC'));
  return canonicalJson(value);
}

/** The keys that a corrected value may have: as it is, and as the page would write it (`12,50 €`). */
export function expectedKeys(type: ItemType, value: DataItem, context: ValueContext): readonly string[] {
  const keys = new Set([valueKey(type, value)]);
  if (typeof value !== 'string' || type.kind === 'text') return [...keys];
  for (const isMachine of [false, true]) {
    const parsed = parseValue(type, { value, isMachine }, context);
    if (!('problem' in parsed)) keys.add(valueKey(type, parsed.value as DataItem));
  }
  return [...keys];
}

/** Whether what was read is the corrected value. */
export function isExpectedValue(type: DataType, read: DataValue, expected: DataValue, context: ValueContext): boolean {
  const item = itemTypeOf(type);
  if (isMissing(read) || isMissing(expected)) return isMissing(read) && isMissing(expected);
  const [a, b] = [itemsOfValue(read), itemsOfValue(expected)];
  return (
    a.length === b.length &&
    a.every((value, at) => expectedKeys(item, b[at] ?? null, context).includes(valueKey(item, value)))
  );
}

export const itemsOfValue = (value: DataValue): readonly DataItem[] =>
  Array.isArray(value) ? (value as readonly DataItem[]) : [value as DataItem];
