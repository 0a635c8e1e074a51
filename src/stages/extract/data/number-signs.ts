/** The decimal sign of a locale; null: unknown. */
export type DecimalSign = '.' | ',' | null;

const signs = new Map<string, DecimalSign>();

/** The decimal sign that a language and country use. @param language BCP 47, or null @param country ISO 3166-1, or null */
export function decimalSignOf(language: string | null, country: string | null): DecimalSign {
  const tag = (language ?? '').trim().replaceAll('_', '-');
  if (!/^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i.test(tag)) return null;
  const locale = country !== null && !/-[a-z]{2}\b/i.test(tag) ? `${tag}-${country}` : tag;
  const cached = signs.get(locale);
  if (cached !== undefined) return cached;
  // pages may declare thousands of languages
  if (signs.size > 500) signs.clear();
  const sign = signOf(locale);
  signs.set(locale, sign);
  return sign;
}

function signOf(locale: string): DecimalSign {
  if (Intl.NumberFormat.supportedLocalesOf([locale]).length === 0) return null;
  // Arabic and Persian pages write Latin digits too
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(1.5);
  const sign = parts.find(({ type }) => type === 'decimal')?.value;
  return sign === '.' || sign === ',' ? sign : null;
}

/** ASCII digits and signs for those of other scripts; all spaces between digits become thin ones; superscript cents get a point. */
export function withPlainSigns(text: string): string {
  return text
    .replace(/(\d)\s?([⁰¹²³⁴-⁹]{2})(?!\d)/g, (_, digit, cents: string) => `${digit}.${cents.normalize('NFKC')}`)
    .normalize('NFKC')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replaceAll('\u066b', '.')
    .replaceAll('\u066c', "'")
    .replace(/[’‘`´ʼ]/g, "'")
    .replace(/[\u2212\u2012\ufe63]/g, '-');
}
