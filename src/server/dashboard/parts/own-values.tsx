import type { ApiSchemas } from '../data/api.ts';

type DataValues = ApiSchemas['Record']['values'];

import { Facts, OutLink } from './inline.tsx';

/** A value of a declared field, as text. */
function valueText(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (Array.isArray(value)) return value.map(valueText).join(' | ');
  if (typeof value !== 'object') return String(value);
  return 'amount' in value && 'currency' in value ? `${value.amount} ${value.currency}` : JSON.stringify(value);
}

/** `price: 5 EUR, seats: 20` */
export const valuesText = (values: DataValues): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}: ${valueText(value)}`)
    .join(', ');

/** The values of declared fields. */
export const ValueFacts = ({ values }: { readonly values: DataValues }) => (
  <Facts
    rows={Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && /^https?:\/\//.test(value) ? <OutLink to={value} /> : valueText(value),
    ])}
  />
);
