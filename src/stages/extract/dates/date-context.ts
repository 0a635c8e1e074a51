import type { Block } from '../page/blocks.ts';
import { countryOffset, monthNumber } from './calendar-words.ts';
import type { DateContext } from './date-parse.ts';
import { modifiedNames, publishedNames } from './date-rules.ts';
import type { DateInput } from './visible-dates.ts';

/** A date that says how the page writes dates stands in a short line. */
const maxDateLineLength = 150;

/** How this page's dates are to be read: its zone, and which of two numbers is the day. */
export function dateContext({
  structured: { article, meta },
  document,
  blocks,
  url,
  takenAt,
  country,
}: DateInput): DateContext {
  const stated = [
    article?.published,
    article?.modified,
    ...publishedNames.flatMap(meta.all),
    ...modifiedNames.flatMap(meta.all),
  ];
  const offset = stated.map((text) => /\d:\d\d.*([+-]\d\d):?(\d\d)$/.exec(text ?? '')).find((match) => match !== null);
  const locale = document.documentElement.getAttribute('lang') ?? meta.first('og:locale') ?? '';
  const isAmerican = /^en(?:[-_](?:US|PH|CA)|$)/i.test(locale) || locale === '' || country === 'US';
  const { host, pathname } = new URL(url);
  const isBritish =
    /\.(?:uk|au|nz|ie|in|za)(?::|$)/.test(host) ||
    /\/en-(?:gb|au|nz|ie|in|za)\//i.test(pathname) ||
    (country !== null && country !== 'US');
  return {
    takenAt,
    offset: offset === undefined ? countryOffset(country) : `${offset[1]}:${offset[2]}`,
    dayFirst: dayFirstOnPage(blocks, daysOf([...stated, pathname])) ?? (isBritish || !isAmerican),
  };
}

/** Days that data and the address give, `2026-11-20`, in whatever marks. */
const daysOf = (stated: readonly (string | null | undefined)[]): ReadonlySet<string> =>
  new Set(
    stated.flatMap((text) =>
      [...(text ?? '').matchAll(/(?<!\d)((?:19|20)\d\d)[-/](\d{2}|\p{L}{3,9})[-/](\d{2})(?!\d)/gu)].map(
        ([, year, month, day]) => `${year}-${Number(month) || (monthNumber(month ?? '') ?? 0)}-${Number(day)}`,
      ),
    ),
  );

/**
 * What the page's own dates say of their order: those that can be read in one way only, 25/03/2026 or 03/25/2026, and those that are a stated day when read in one way.
 * Null where there are none, or of both kinds.
 */
function dayFirstOnPage(blocks: readonly Block[], stated: ReadonlySet<string>): boolean | null {
  let [dayFirst, monthFirst] = [false, false];
  for (const { text } of blocks) {
    if (text.length > maxDateLineLength) continue;
    for (const [, first, second, year] of text.matchAll(/(?<!\d)(\d{1,2})\/(\d{1,2})\/((?:19|20)?\d\d)(?!\d)/g)) {
      const [a, b] = [Number(first), Number(second)];
      if (a === b) continue;
      dayFirst ||= (a > 12 && a <= 31 && b <= 12) || stated.has(`${year}-${b}-${a}`);
      monthFirst ||= (b > 12 && b <= 31 && a <= 12) || stated.has(`${year}-${a}-${b}`);
    }
  }
  return dayFirst === monthFirst ? null : dayFirst;
}
