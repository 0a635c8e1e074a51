import { z } from 'zod';
import { listOf, record } from '../schema.ts';

/** An amount of money. `currency` is an ISO 4217 code. */
const priceSchema = record({
  amount: z.number(),
  currency: z.string(),
});
export type Price = z.infer<typeof priceSchema>;

/** One value, as JSON. */
const dataItemSchema = z
  .union([z.string(), z.number(), z.boolean(), priceSchema, z.record(z.string(), z.unknown()).readonly()])
  .nullable();
export type DataItem = z.infer<typeof dataItemSchema>;

/** A value of a declared field, as JSON. Null: the page has none, or what it has is not of the field's type. */
const dataValueSchema = z.union([dataItemSchema, listOf(dataItemSchema)]);
export type DataValue = z.infer<typeof dataValueSchema>;

/** The values of all declared fields, by name. */
export const dataValuesSchema = z.record(z.string(), dataValueSchema).readonly();
export type DataValues = z.infer<typeof dataValuesSchema>;

/** JSON with sorted keys: equal values give equal texts. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, part]) => `${JSON.stringify(name)}:${canonicalJson(part)}`).join(',')}}`;
}

export const isSameValue = (a: DataValue, b: DataValue): boolean => canonicalJson(a) === canonicalJson(b);

/** Whether a value changed. A field that only one side has was declared or removed in between: that is no change of the page. */
export const hasChangedValues = (before: DataValues, after: DataValues): boolean =>
  Object.entries(before).some(([name, value]) => name in after && !isSameValue(value, after[name] ?? null));

/** A value in one cell of a table: a price as `12.5 EUR`, a list with ` | ` between its items. */
export function valueText(value: DataValue | undefined): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(valueText).join(' | ');
  if (typeof value !== 'object') return String(value);
  return isPrice(value) ? `${value.amount} ${value.currency}` : canonicalJson(value);
}

const isPrice = (value: object): value is Price =>
  'amount' in value && 'currency' in value && Object.keys(value).length === 2;
