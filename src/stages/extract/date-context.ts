import type { Block } from './blocks.ts';
import { offsetOfCountry } from './calendar-words.ts';
import type { DateContext } from './date-parse.ts';
import { modifiedNames, publishedNames } from './date-rules.ts';
import type { DateQuestion } from './visible-dates.ts';

/** A date that says how the page writes dates stands in a short line. */
const longestDateLine = 150;

/** How this page's dates are to be read: its zone, and which of two numbers is the day. */
export function dateContext({
  structured: { article, meta },
  document,
  blocks,
  url,
  takenAt,
  country,
}: DateQuestion): DateContext {
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
    offset: offset === undefined ? offsetOfCountry(country) : `${offset[1]}:${offset[2]}`,
    dayFirst: shownOrder(blocks) ?? (isBritish || !isAmerican),
  };
}

/** What the page's own dates say that can be read in one way only, 25/03/2026 or 03/25/2026; null where there are none, or of both kinds. */
function shownOrder(blocks: readonly Block[]): boolean | null {
  let [dayFirst, monthFirst] = [false, false];
  for (const { text } of blocks) {
    if (text.length > longestDateLine) continue;
    for (const [, a, b] of text.matchAll(/(?<!\d)(\d{1,2})\/(\d{1,2})\/(?:19|20)?\d\d(?!\d)/g)) {
      dayFirst ||= Number(a) > 12 && Number(a) <= 31 && Number(b) <= 12;
      monthFirst ||= Number(b) > 12 && Number(b) <= 31 && Number(a) <= 12;
    }
  }
  return dayFirst === monthFirst ? null : dayFirst;
}
