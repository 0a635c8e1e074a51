import type { DataType, ItemType } from '../../../model/data/data-field.ts';
import { canonicalJson, type DataValue } from '../../../model/data/data-value.ts';
import { tryCanonicalUrl, webUrl } from '../../../model/web/canonical-url.ts';
import { withoutControls } from '../../../text/characters.ts';
import { type DateContext, parseDate } from '../dates/date-parse.ts';
import { relativeDate } from '../dates/relative-dates.ts';
import { foldSpace } from '../page/blocks.ts';
import type { DecimalSign } from './number-signs.ts';
import { parseNumber } from './parse-number.ts';
import { currencyCode, parsePrice } from './parse-price.ts';
import type { RawValue } from './raw-value.ts';

/** How the values of a page are read. */
export interface ValueContext {
  /** Against which relative addresses are resolved. */
  readonly baseUrl: string;
  readonly decimal: DecimalSign;
  readonly language: string | null;
  readonly country: string | null;
  readonly dates: DateContext;
}

/** A value, and what was lost of it; or why the text has no value. */
export type ValueFinding = { readonly value: DataValue; readonly cut?: string } | { readonly problem: string };

/** Letters of a text, and bytes of the JSON of a function. */
const maxText = 10_000;
/** Events are announced years ahead; a later date is an error. ms */
const aheadMs = 20 * 366 * 86_400_000;

/** Checks a raw value against its field's type. */
export function parseValue(type: ItemType, raw: RawValue, context: ValueContext): ValueFinding {
  switch (type.kind) {
    case 'text':
      return textOf(raw);
    case 'number':
    case 'integer':
      return numberOf(type, raw, context);
    case 'price':
      return priceOf(type, raw, context);
    case 'date':
      return dateOf(raw, context);
    case 'boolean':
      return booleanOf(type, raw);
    case 'url':
      return urlOf(raw, context);
    case 'choice':
      return choiceOf(type, raw);
    case 'custom':
      return customOf(raw);
  }
}

const scalarText = (value: unknown): string | null =>
  typeof value === 'string' ? foldSpace(withoutControls(value)) : typeof value === 'number' ? String(value) : null;

/** A value that is no text where one is wanted. */
const noText = (value: unknown) => ({ problem: `no text: ${value === null ? 'null' : typeof value}` });

function textOf({ value }: RawValue): ValueFinding {
  const text = typeof value === 'boolean' ? String(value) : scalarText(value);
  if (text === null) return noText(value);
  if (text.length <= maxText) return { value: text };
  // half of a surrogate pair at the cut is dropped
  const start = text.slice(0, maxText).replace(/[\ud800-\udbff]$/, '');
  return { value: start, cut: `cut to ${maxText} of ${text.length} characters` };
}

/** Structured data and attributes have the decimal point of programs; `1.234` there is not 1,234. */
const signOf = (type: { readonly decimal: DecimalSign }, raw: RawValue, context: ValueContext): DecimalSign =>
  type.decimal ?? (raw.isMachine ? '.' : context.decimal);

function numberOf(
  type: Extract<DataType, { kind: 'number' | 'integer' }>,
  raw: RawValue,
  context: ValueContext,
): ValueFinding {
  const text = scalarText(raw.value);
  if (text === null) return noText(raw.value);
  const isInteger = type.kind === 'integer' && !raw.isMachine;
  const number =
    typeof raw.value === 'number'
      ? { value: raw.value }
      : parseNumber(text, { decimal: signOf(type, raw, context), isInteger });
  if ('problem' in number) return { problem: `not a number: ${number.problem}` };
  if (!Number.isFinite(number.value)) return { problem: 'not a number: too large' };
  if (type.kind === 'integer' && !Number.isSafeInteger(number.value)) return { problem: 'not a whole number' };
  return { value: number.value };
}

function priceOf(type: Extract<DataType, { kind: 'price' }>, raw: RawValue, context: ValueContext): ValueFinding {
  const text = scalarText(raw.value);
  if (text === null) return noText(raw.value);
  const stated = raw.currency === undefined ? null : currencyCode(raw.currency);
  const price = parsePrice(text, {
    decimal: signOf(type, raw, context),
    currency: stated ?? type.currency,
    country: context.country,
    language: context.language,
  });
  return 'problem' in price ? { problem: `not a price: ${price.problem}` } : price;
}

function dateOf({ value }: RawValue, { dates }: ValueContext): ValueFinding {
  const text = scalarText(value);
  if (text === null) return noText(value);
  const ahead = { ...dates, takenAt: new Date(dates.takenAt.getTime() + aheadMs) };
  const found = parseDate(text, ahead) ?? relativeDate(text, dates.takenAt);
  return found === null ? { problem: 'not a date' } : { value: found.value };
}

const yesWords = new Set([
  'true',
  'yes',
  'y',
  '1',
  'on',
  'ja',
  'oui',
  'sí',
  'si',
  'sim',
  'sì',
  'да',
  'так',
  'evet',
  'tak',
  'ano',
  '是',
  '有',
  'はい',
  '예',
  'نعم',
  '✓',
  '✔',
]);
const noWords = new Set([
  'false',
  'no',
  'n',
  '0',
  'off',
  'nein',
  'non',
  'não',
  'нет',
  'ні',
  'hayır',
  'nie',
  'ne',
  'nee',
  'nej',
  'nei',
  '否',
  '无',
  '無',
  'いいえ',
  '아니요',
  'لا',
  '✗',
  '✘',
  '×',
]);

function booleanOf({ yes, no }: Extract<DataType, { kind: 'boolean' }>, { value }: RawValue): ValueFinding {
  if (typeof value === 'boolean') return { value };
  const text = scalarText(value);
  if (text === null) return noText(value);
  const word = folded(text);
  if (yes.some((other) => folded(other) === word)) return { value: true };
  if (no.some((other) => folded(other) === word)) return { value: false };
  if (yesWords.has(word)) return { value: true };
  if (noWords.has(word)) return { value: false };
  return { problem: 'neither yes nor no: add the words, as in { yes: [...], no: [...] }' };
}

const folded = (text: string): string => foldSpace(text.normalize('NFKC')).toLowerCase();

function urlOf({ value }: RawValue, { baseUrl }: ValueContext): ValueFinding {
  const text = scalarText(value);
  if (text === null) return noText(value);
  const url = text === '' ? null : webUrl(text, baseUrl);
  return url === null || tryCanonicalUrl(url) === null ? { problem: 'no http(s) address' } : { value: url };
}

function choiceOf({ options }: Extract<DataType, { kind: 'choice' }>, { value, isMachine }: RawValue): ValueFinding {
  const text = scalarText(value);
  if (text === null) return noText(value);
  // schema.org writes its own words as addresses
  const word = folded(isMachine ? text.replace(/^https?:\/\/schema\.org\//, '') : text);
  const [, chosen] = Object.entries(options).find(([option]) => folded(option) === word) ?? [];
  return chosen === undefined ? { problem: `none of ${Object.keys(options).join(', ')}` } : { value: chosen };
}

function customOf({ value }: RawValue): ValueFinding {
  const json = jsonOf(value);
  if (json === null) return { problem: 'no JSON value' };
  if (json.length > maxText) return { problem: `too large: ${json.length} of at most ${maxText} letters of JSON` };
  const parsed = JSON.parse(json) as DataValue;
  return isStorable(parsed) ? { value: parsed } : { problem: `nested too deep, or a name with . or $` };
}

/** Levels of the JSON of a function. MongoDB takes 100 in all. */
const maxLevels = 20;

/** Whether both stores take it: older MongoDB servers refuse names with a dot or a dollar sign. */
function isStorable(value: unknown, level = 0): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return (
    level < maxLevels &&
    Object.entries(value).every(([name, part]) => !/^\$|\.|\0/.test(name) && isStorable(part, level + 1))
  );
}

/** Null: the value has cycles, or is nothing that JSON can hold. */
function jsonOf(value: unknown): string | null {
  try {
    return canonicalJson(JSON.parse(JSON.stringify(value)));
  } catch {
    return null; // JSON.stringify throws on cycles and bigints, and gives undefined for functions
  }
}
