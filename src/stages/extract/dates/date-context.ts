import type { Block } from '../page/blocks.ts';
import { countryOffset, monthNumber } from './calendar-words.ts';
import type { DateContext } from './date-parse.ts';
import { modifiedNames, publishedNames } from './date-rules.ts';
import type { DateInput } from './visible-dates.ts';

/** Characters. Longer lines do not count for the page's order of day and month. */
const maxDateLineLength = 150;

/** How to read this page's dates: the UTC offset of its times, and the order of day and month. */
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

/** The unambiguous days in structured data and address (2026-11-20, 2026/nov/20), as `2026-11-20` without leading zeros. */
const daysOf = (stated: readonly (string | null | undefined)[]): ReadonlySet<string> =>
  new Set(
    stated.flatMap((text) =>
      [...(text ?? '').matchAll(/(?<!\d)((?:19|20)\d\d)[-/](\d{1,2}|\p{L}{3,9})[-/](\d{1,2})(?!\d)/gu)].map(
        ([, year, month, day]) => `${year}-${Number(month) || (monthNumber(month ?? '') ?? 0)}-${Number(day)}`,
      ),
    ),
  );

/**
 * Whether the page's dates put the day first. Evidence: dates with only one reading (25/03/2026, 03/25/2026), and dates that equal a stated day in one reading.
 * Null without evidence, or with evidence for both orders.
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
