import { createHash } from 'node:crypto';
import type { DataField, DataType, RecordDeclaration } from '../../../model/data/data-field.ts';
import { canonicalJson, type DataValues } from '../../../model/data/data-value.ts';
import { isMissing } from './read-fields.ts';

/** Types whose values usually stay while those of others (prices, numbers, states) change. */
const identifying: readonly DataType['kind'][] = ['text', 'url', 'date'];

/** Letters. A longer key is replaced by its hash. */
const maxKey = 200;

/** What identifies a record among those of its kind: its key fields, or all its texts, addresses and dates. Null: these are missing. */
export function recordKey({ key, fields }: RecordDeclaration, values: DataValues): string | null {
  if (key.length === 0) {
    const own = fields.filter(
      ({ type, name }: DataField) => identifying.includes(type.kind) && !isMissing(values[name] ?? null),
    );
    return own.length === 0
      ? null
      : hashOf(canonicalJson(Object.fromEntries(own.map(({ name }) => [name, values[name]]))));
  }
  const parts = key.map((name) => values[name] ?? null);
  if (parts.some(isMissing)) return null;
  const [only] = parts;
  const text = parts.length === 1 && typeof only === 'string' ? only : canonicalJson(parts.length === 1 ? only : parts);
  return text.length <= maxKey ? text : `${text.slice(0, maxKey - 33)}…${hashOf(text)}`;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);
