import type { DataType, ItemType } from '../../../model/data/data-field.ts';
import type { DataItem, DataValue } from '../../../model/data/data-value.ts';
import { isMissing } from '../data/read-fields.ts';

/** The type of a field that no scraper declares, by its corrected values. Null: all are missing, or they are of several types. */
export function inferType(values: readonly DataValue[]): DataType | null {
  const known = values.filter((value) => !isMissing(value) || Array.isArray(value));
  if (known.length === 0) return null;
  if (known.some((value) => Array.isArray(value))) {
    const items = known.flatMap((value) => (Array.isArray(value) ? (value as DataItem[]) : []));
    const of = items.length === 0 ? null : inferItem(items);
    return of === null ? null : { kind: 'list', of };
  }
  return inferItem(known as DataItem[]);
}

function inferItem(values: readonly DataItem[]): ItemType | null {
  const kinds = new Set(values.map(kindOf));
  const [kind] = kinds;
  if (kind === undefined) return null;
  if (kinds.size > 1) return values.every((value) => typeof value === 'string') ? { kind: 'text' } : null;
  switch (kind) {
    case 'number':
      return { kind: values.every((value) => Number.isInteger(value)) ? 'integer' : 'number', decimal: null };
    case 'price':
      return { kind: 'price', currency: onlyCurrency(values), decimal: null };
    case 'boolean':
      return { kind: 'boolean', yes: [], no: [] };
    case 'date':
    case 'url':
    case 'text':
      return { kind };
    default:
      return null;
  }
}

const isoDate = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?$/;

function kindOf(value: DataItem): string {
  if (typeof value === 'object' && value !== null) return 'amount' in value && 'currency' in value ? 'price' : 'other';
  if (typeof value !== 'string') return typeof value;
  if (isoDate.test(value)) return 'date';
  return /^https?:\/\/\S+$/.test(value) ? 'url' : 'text';
}

/** The currency of all prices; null: there are several. */
function onlyCurrency(values: readonly DataItem[]): string | null {
  const currencies = new Set(values.map((value) => (value as { readonly currency?: unknown }).currency));
  const [currency] = currencies;
  return currencies.size === 1 && typeof currency === 'string' ? currency : null;
}
