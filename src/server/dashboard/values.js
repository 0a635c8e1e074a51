import { h, outLink } from './element.js';

/** A value of a declared field, as text. */
export function valueText(value) {
  if (value === null || value === undefined) return '–';
  if (Array.isArray(value)) return value.map(valueText).join(' | ');
  if (typeof value !== 'object') return String(value);
  return 'amount' in value && 'currency' in value ? `${value.amount} ${value.currency}` : JSON.stringify(value);
}

export const valuesText = (values) =>
  Object.entries(values)
    .map(([name, value]) => `${name}: ${valueText(value)}`)
    .join(', ');

/** The values of declared fields, as a list of facts. */
export const valueFacts = (values) =>
  h(
    'dl',
    { class: 'facts' },
    Object.entries(values).map(([name, value]) => [h('dt', {}, name), h('dd', {}, shownValue(value))]),
  );

const shownValue = (value) =>
  typeof value === 'string' && /^https?:\/\//.test(value) ? outLink(value) : valueText(value);
