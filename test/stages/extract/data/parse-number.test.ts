import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalSignOf } from '../../../../src/stages/extract/data/number-signs.ts';
import { parseNumber } from '../../../../src/stages/extract/data/parse-number.ts';

const read = (text: string, decimal: '.' | ',' | null = null, isInteger = false) => {
  const number = parseNumber(text, { decimal, isInteger });
  return 'problem' in number ? number.problem : number.value;
};

describe('a number as people write it', () => {
  it.each([
    ['1.234,56 €', 1234.56],
    ['1,234.56', 1234.56],
    ['1\u202f234,5', 1234.5],
    ['1 234 567', 1234567],
    ["12'345.60", 12345.6],
    ['1’234', 1234],
    ['12,34,567.5', 1234567.5],
    ['4 out of 5', 4],
    ['4,5 von 5 Sternen', 4.5],
    ['3/5', 3],
    ['5つ星のうち4.2', 4.2],
    ['45 %', 45],
    ['−3.5', -3.5],
    ['Temp: -7', -7],
    ['items 10 - Sale', 10],
    ['1.2k views', 1200],
    ['3.4M', 3_400_000],
    ['1.2万', 12_000],
    ['٣٫٥', 3.5],
    ['１２３', 123],
    ['(1,234,567 votes)', 1_234_567],
    ['0.125', 0.125],
    ['0,125', 0.125],
    ['12,5', 12.5],
    ['7.', 7],
    ['1.23.456,7', 123456.7],
  ])('%s', (text, value) => expect(read(text)).toBe(value));

  it('has two readings only where three digits follow one sign: the language decides', () => {
    expect(read('1.234', ',')).toBe(1234);
    expect(read('1.234', '.')).toBe(1.234);
    expect(read('1,234', ',')).toBe(1.234);
    expect(read('1,234', '.')).toBe(1234);
    expect(read('1,234')).toBe(1234);
    expect(read('1.234', '.', true)).toBe(1234);
  });

  it.each([
    ['n/a', 'no number'],
    ['', 'no number'],
    ['12 reviews, 4 stars', '2 numbers'],
    ['1.2.2026', '"1.2.2026" has no clear reading'],
    ['192.168.0.1', '"192.168.0.1" has no clear reading'],
    ['1,23,4', '"1,23,4" has no clear reading'],
    ['9'.repeat(600), 'too long for a number (600 letters)'],
  ])('is refused: %s', (text, problem) => expect(read(text)).toBe(problem));

  it('reads what Intl writes, in every language', () => {
    const locales = [
      'en',
      'de',
      'fr',
      'es',
      'pt-BR',
      'it',
      'de-CH',
      'pl',
      'sv',
      'ru',
      'hi',
      'en-IN',
      'ja',
      'zh',
      'ko',
      'tr',
      'ar-EG',
      'fa',
      'nl',
      'cs',
    ];
    const amount = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }).map((cents) => cents / 100);
    fc.assert(
      fc.property(fc.constantFrom(...locales), amount, fc.constantFrom(0, 2), (locale, value, digits) => {
        const rounded = Number(value.toFixed(digits));
        const text = new Intl.NumberFormat(locale, {
          minimumFractionDigits: digits,
          maximumFractionDigits: digits,
        }).format(rounded);
        // directional marks stand around the sign in Arabic and Persian
        const shown = text.replace(/[\u200e\u200f\u061c]/g, '');
        expect(read(shown, decimalSignOf(locale, null))).toBe(rounded === 0 ? 0 : rounded);
      }),
      { numRuns: 2_000 },
    );
  });

  it('reads any text without an error, in bounded work', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."0123456789.,' -%kM\u202f"), maxLength: 500 }), (text) => {
        const value = read(text);
        expect(['number', 'string']).toContain(typeof value);
        expect(value).not.toBeNaN();
      }),
    );
  });
});

describe('the decimal sign of a page', () => {
  it.each([
    ['de', null, ','],
    ['de', 'CH', '.'],
    ['de-CH', null, '.'],
    ['en_GB', null, '.'],
    ['es', 'MX', '.'],
    ['xx', null, null],
    ['not a tag', null, null],
    [null, 'DE', null],
  ] as const)('%s in %s', (language, country, sign) => expect(decimalSignOf(language, country)).toBe(sign));
});
