import type { Price } from '../../../model/data/data-value.ts';
import { type NumberHints, parseNumber } from './parse-number.ts';

export interface PriceHints extends NumberHints {
  /** Of prices that name no currency. */
  readonly currency: string | null;
  /** The page's country and language, for signs of several currencies: $, kr, ¥. */
  readonly country: string | null;
  readonly language: string | null;
}

export type PriceFinding = { readonly value: Price } | { readonly problem: string };

/** Signs of one currency only. */
const signs: readonly (readonly [RegExp, string])[] = [
  [/US\s?\$|\$\s?US/i, 'USD'],
  [/(?:C|CA)\s?\$/, 'CAD'],
  [/(?:A|AU)\s?\$/, 'AUD'],
  [/NZ\s?\$/, 'NZD'],
  [/HK\s?\$/, 'HKD'],
  [/NT\s?\$/, 'TWD'],
  [/S\$/, 'SGD'],
  [/R\$/, 'BRL'],
  [/€|euros?\b/i, 'EUR'],
  [/£/, 'GBP'],
  [/₹|\bRs\b/, 'INR'],
  [/₩|원/, 'KRW'],
  [/₽|руб/i, 'RUB'],
  [/₺/, 'TRY'],
  [/₴|грн/i, 'UAH'],
  [/₫/, 'VND'],
  [/฿/, 'THB'],
  [/₪/, 'ILS'],
  [/zł/i, 'PLN'],
  [/Kč/i, 'CZK'],
  [/\bFt\b/, 'HUF'],
  [/円/, 'JPY'],
  [/元|人民币/, 'CNY'],
  [/(?<![\p{L}])(?:s?Fr|SFr)\b\.?/u, 'CHF'],
];

/** Signs of several currencies: by the country, then by the language. */
const shared: readonly (readonly [RegExp, Readonly<Record<string, string>>])[] = [
  [
    /\$/,
    {
      US: 'USD',
      CA: 'CAD',
      AU: 'AUD',
      NZ: 'NZD',
      HK: 'HKD',
      SG: 'SGD',
      TW: 'TWD',
      MX: 'MXN',
      AR: 'ARS',
      CL: 'CLP',
      CO: 'COP',
    },
  ],
  [
    /(?<!\p{L})kr\b\.?/iu,
    { SE: 'SEK', NO: 'NOK', DK: 'DKK', IS: 'ISK', sv: 'SEK', nb: 'NOK', no: 'NOK', da: 'DKK', is: 'ISK' },
  ],
  [/¥/, { JP: 'JPY', CN: 'CNY', ja: 'JPY', zh: 'CNY' }],
];

const codes = new Set(Intl.supportedValuesOf('currency'));

/** A price as people write it: `12,50 €`, `US$1,299.00`, `CHF 12.–`. */
export function parsePrice(raw: string, hints: PriceHints): PriceFinding {
  const number = parseNumber(raw, hints);
  if ('problem' in number) return number;
  const currency = currencyOf(`${number.before} ${number.after}`.trim(), hints);
  if (typeof currency !== 'string') return currency;
  return { value: { amount: number.value, currency } };
}

function currencyOf(text: string, hints: PriceHints): string | { readonly problem: string } {
  const named = [...text.matchAll(/(?<![\p{L}])[A-Z]{3}(?![\p{L}])/gu)]
    .map(([code]) => code)
    .find((code) => codes.has(code));
  if (named !== undefined) return named;
  const plain = text.normalize('NFKC');
  const single = signs.find(([sign]) => sign.test(plain));
  if (single !== undefined) return single[1];
  const [sign, byPlace] = shared.find(([pattern]) => pattern.test(plain)) ?? [];
  const { country, language, currency } = hints;
  if (sign === undefined || byPlace === undefined)
    return currency ?? { problem: "no currency: name it, as in { currency: 'EUR' }" };
  if (currency !== null && sign.test(narrowSign(currency))) return currency;
  const [tongue = '', region = ''] = (language ?? '').split(/[-_]/);
  const code = byPlace[country ?? ''] ?? byPlace[region.toUpperCase()] ?? byPlace[tongue.toLowerCase()];
  return code ?? { problem: `several currencies have this sign: name it, as in { currency: 'USD' }` };
}

const narrowSign = (currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(1)
    .find(({ type }) => type === 'currency')?.value ?? '';

/** A currency code in structured data; null for any other text. */
export const currencyCode = (text: string): string | null => {
  const code = text.trim().toUpperCase();
  return codes.has(code) ? code : null;
};
