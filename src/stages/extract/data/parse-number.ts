import { type DecimalSign, withPlainSigns } from './number-signs.ts';

/** A number and its place in the text, or why the text has no number. */
export type NumberFinding =
  | { readonly value: number; readonly before: string; readonly after: string }
  | { readonly problem: string };

export interface NumberHints {
  /** For a text with two readings: `1.234`. */
  readonly decimal: DecimalSign;
  /** Such a text is a whole number. */
  readonly isInteger?: boolean;
}

/** Digits, and the signs and spaces between them. */
const token = /\d(?:[\d.,']|\s(?=\d{3}(?!\d)))*/g;
/** Words between a value and the best possible one: `4 out of 5`, `4 von 5`, `4/5`. */
const outOf =
  /^\s*(?:\/|out\s+of|of|von|sur|de|di|su|van|av|af|z|из|от|iz|ur|sobre|分\s*中|点\s*中|満点)\s*(?:max\.?\s*)?$/iu;
/** Japanese and Korean write the best one first: `5つ星のうち4.2`. */
const bestFirst = /(?:つ星)?のうち\s*$|(?:점\s*)?(?:만점에|중)\s*$/u;

/** What a letter right after a number multiplies it by. */
const multipliers: Readonly<Record<string, number>> = {
  k: 1e3,
  K: 1e3,
  M: 1e6,
  千: 1e3,
  万: 1e4,
  萬: 1e4,
  만: 1e4,
  亿: 1e8,
  億: 1e8,
  억: 1e8,
};

/** Longer texts are no numbers; hostile pages have very long ones. */
const maxLength = 500;

/** The only number of a text, as people write it in many languages. A text with several is refused, but for `4 out of 5`. */
export function parseNumber(raw: string, hints: NumberHints): NumberFinding {
  if (raw.length > maxLength) return { problem: `too long for a number (${raw.length} letters)` };
  const text = withPlainSigns(raw);
  const tokens = [...text.matchAll(token)].map(({ 0: digits, index }) => ({
    digits: digits.replace(/[.,']+$/, ''),
    index,
  }));
  const [first] = tokens;
  if (first === undefined) return { problem: 'no number' };
  const chosen = tokens.length === 1 ? first : ratedOf(text, tokens);
  if (chosen === undefined) return { problem: `${tokens.length} numbers` };
  const value = numberIn(chosen.digits, hints);
  if (value === null) return { problem: `"${chosen.digits}" has no clear reading` };
  const before = text.slice(0, chosen.index);
  const after = text.slice(chosen.index + chosen.digits.length);
  const [, suffix = ''] = /^([kKM千万萬만亿億억])(?!\p{Script=Latin})/u.exec(after) ?? [];
  const factor = multipliers[suffix] ?? 1;
  const signed = isNegative(before) && value !== 0 ? -value : value;
  return { value: factor === 1 ? signed : rounded(signed * factor), before, after: after.slice(suffix.length) };
}

interface Token {
  readonly digits: string;
  readonly index: number;
}

function ratedOf(text: string, [a, b, ...others]: readonly Token[]): Token | undefined {
  if (a === undefined || b === undefined || others.length > 0) return undefined;
  const between = text.slice(a.index + a.digits.length, b.index);
  if (outOf.test(between)) return a;
  return bestFirst.test(between) ? b : undefined;
}

/** A minus that is no dash: nothing but a currency stands between it and the number, and no letter or digit before it. */
const isNegative = (before: string): boolean => /(?:^|[\s(])-\s?[\p{Sc}]?\s?$/u.test(before);

/** Without the noise of binary fractions: 1.1 times 1,000 is 1,100. */
const rounded = (value: number): number => Number(value.toPrecision(15));

/** The value of digits with signs between them; null where they are no number: a date, an address. */
function numberIn(digits: string, hints: NumberHints): number | null {
  const bare = digits.replace(/[\s']/g, '');
  if (/[\s']/.test(digits) && !isGrouped(digits.split(/[.,]/)[0] ?? '', /[\s']/)) return null;
  const points = bare.split('.').length - 1;
  const commas = bare.split(',').length - 1;
  if (points === 0 && commas === 0) return Number(bare);
  const decimal = points > 0 && commas > 0 ? lastSign(bare) : decimalOf(bare, points > 0 ? '.' : ',', digits, hints);
  return withDecimal(bare, decimal);
}

const lastSign = (text: string): '.' | ',' => (text.lastIndexOf('.') > text.lastIndexOf(',') ? '.' : ',');

/** The decimal sign of digits with one sort of sign; null: it divides groups. */
function decimalOf(
  bare: string,
  sign: '.' | ',',
  written: string,
  { decimal, isInteger }: NumberHints,
): '.' | ',' | null {
  const [whole = '', ...rest] = bare.split(sign);
  if (rest.length > 1) return null;
  if (rest[0]?.length !== 3 || whole.length > 3 || /^0/.test(whole) || /[\s']/.test(written)) return sign;
  if (isInteger === true) return null;
  if (decimal !== null) return sign === decimal ? sign : null;
  return sign === '.' ? sign : null;
}

function withDecimal(bare: string, decimal: '.' | ',' | null): number | null {
  const [whole = '', fraction = '', ...more] = decimal === null ? [bare] : bare.split(decimal);
  if (more.length > 0 || /[.,]/.test(fraction)) return null;
  if (/[.,]/.test(whole) && !isGrouped(whole, /[.,]/)) return null;
  return Number(`${whole.replace(/[.,]/g, '')}.${fraction || '0'}`);
}

/** Groups of three; in India of two, but for the last. One sort of sign. */
function isGrouped(whole: string, sign: RegExp): boolean {
  const signs = new Set(whole.match(new RegExp(sign, 'g')));
  const [first = '', ...groups] = whole.split(sign);
  const last = groups.at(-1);
  if (signs.size > 1 || last === undefined) return signs.size === 0;
  const isFirst = first.length >= 1 && first.length <= 3;
  return isFirst && last.length === 3 && groups.slice(0, -1).every(({ length }) => length === 3 || length === 2);
}
