import { describe, expect, it } from 'vitest';
import type { ItemType } from '../../../../src/model/data/data-field.ts';
import { parseValue, type ValueContext } from '../../../../src/stages/extract/data/parse-value.ts';

const context: ValueContext = {
  baseUrl: 'https://shop.example/things/',
  decimal: '.',
  language: 'en',
  country: null,
  dates: { takenAt: new Date('2026-11-23T12:00:00Z'), offset: '+01:00', dayFirst: true },
};
const read = (type: ItemType, value: unknown, more: Partial<ValueContext> = {}, isMachine = false) => {
  const found = parseValue(type, { value, isMachine }, { ...context, ...more });
  return 'problem' in found ? `! ${found.problem}` : found.value;
};

describe('a price', () => {
  const price = { kind: 'price', currency: null, decimal: null } as const;
  it.each([
    ['12,50 €', { amount: 12.5, currency: 'EUR' }],
    ['US$1,299.00', { amount: 1299, currency: 'USD' }],
    ['CHF 12.–', { amount: 12, currency: 'CHF' }],
    ['from £ 7.99', { amount: 7.99, currency: 'GBP' }],
    ['1.299,00 zł', { amount: 1299, currency: 'PLN' }],
    ['SEK 250', { amount: 250, currency: 'SEK' }],
    ['R$ 19,90', { amount: 19.9, currency: 'BRL' }],
    ['₩12,000', { amount: 12000, currency: 'KRW' }],
    ['1200円', { amount: 1200, currency: 'JPY' }],
    ['12⁹⁹ €', { amount: 12.99, currency: 'EUR' }],
    ['-5 EUR', { amount: -5, currency: 'EUR' }],
    ['was 20 € now 15 €', '! not a price: 2 numbers'],
    ['call us', '! not a price: no number'],
    ['12.50', "! not a price: no currency: name it, as in { currency: 'EUR' }"],
    ['$12.50', "! not a price: several currencies have this sign: name it, as in { currency: 'USD' }"],
  ])('%s', (text, value) => expect(read(price, text)).toEqual(value));

  it('takes the currency of a shared sign from the country or the declaration', () => {
    expect(read(price, '$12.50', { country: 'CA' })).toEqual({ amount: 12.5, currency: 'CAD' });
    expect(read(price, '¥1,200', { language: 'ja' })).toEqual({ amount: 1200, currency: 'JPY' });
    expect(read({ ...price, currency: 'USD' }, '$12.50')).toEqual({ amount: 12.5, currency: 'USD' });
    expect(read({ ...price, currency: 'EUR' }, '12.50')).toEqual({ amount: 12.5, currency: 'EUR' });
    expect(read({ ...price, currency: 'EUR' }, '$12.50')).toMatch(/^! not a price: several currencies/);
    expect(read({ ...price, currency: 'EUR' }, '£12.50')).toEqual({ amount: 12.5, currency: 'GBP' });
  });
});

describe('other kinds of values', () => {
  it.each<[ItemType, unknown, unknown]>([
    [{ kind: 'text' }, '  a \n b ', 'a b'],
    [{ kind: 'text' }, 7, '7'],
    [{ kind: 'text' }, {}, '! no text: object'],
    [{ kind: 'integer', decimal: null }, '1.5', '! not a whole number'],
    [{ kind: 'integer', decimal: null }, '1.234', 1234],
    [{ kind: 'number', decimal: null }, 4.25, 4.25],
    [{ kind: 'number', decimal: null }, Number.NaN, '! not a number: too large'],
    [{ kind: 'date' }, '3 December 2027', '2027-12-03'],
    [{ kind: 'date' }, '2026-12-01T19:30:00+01:00', '2026-12-01T19:30:00+01:00'],
    [{ kind: 'date' }, '2 hours ago', '2026-11-23T10:00:00+00:00'],
    [{ kind: 'date' }, 'soon', '! not a date'],
    [{ kind: 'date' }, '3000-01-01', '! not a date'],
    [{ kind: 'boolean', yes: ['In Stock'], no: ['sold out'] }, 'in stock', true],
    [{ kind: 'boolean', yes: [], no: ['sold out'] }, 'Sold out', false],
    [{ kind: 'boolean', yes: [], no: [] }, 'nein', false],
    [{ kind: 'boolean', yes: [], no: [] }, true, true],
    [
      { kind: 'boolean', yes: [], no: [] },
      'maybe',
      '! neither yes nor no: add the words, as in { yes: [...], no: [...] }',
    ],
    [{ kind: 'url' }, '../a?b=1', 'https://shop.example/a?b=1'],
    [{ kind: 'url' }, 'javascript:alert(1)', '! no http(s) address'],
    [{ kind: 'url' }, '', '! no http(s) address'],
    [{ kind: 'choice', options: { Open: 'open', Closed: 'closed' } }, ' CLOSED ', 'closed'],
    [{ kind: 'choice', options: { Open: 'open' } }, 'ajar', '! none of Open'],
    [{ kind: 'custom' }, { b: [1, null], a: 'x' }, { a: 'x', b: [1, null] }],
    [{ kind: 'custom' }, () => 1, '! no JSON value'],
    [{ kind: 'custom' }, 1n, '! no JSON value'],
  ])('%j of %s', (type, value, expected) => expect(read(type, value)).toEqual(expected));

  it('reads numbers of attributes and structured data as programs write them', () => {
    expect(read({ kind: 'number', decimal: null }, '1.234', { decimal: ',' }, true)).toBe(1.234);
    expect(read({ kind: 'number', decimal: null }, '1.234', { decimal: ',' })).toBe(1234);
    expect(read({ kind: 'choice', options: { InStock: 'yes' } }, 'https://schema.org/InStock', {}, true)).toBe('yes');
  });

  it('cuts a text that is too long, and says so', () => {
    const found = parseValue({ kind: 'text' }, { value: 'x'.repeat(10_005), isMachine: false }, context);
    expect(found).toEqual({ value: 'x'.repeat(10_000), cut: 'cut to 10000 of 10005 characters' });
  });
});
