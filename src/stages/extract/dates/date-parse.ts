import type { DateValue } from '../../../model/article/draft.ts';
import { monthNumber, monthPattern, zoneOffset, zonePattern } from './calendar-words.ts';

export interface DateContext {
  /** When the page was fetched. Relative dates count back from it; later dates are rejected. */
  readonly takenAt: Date;
  /** UTC offset of times without a zone, `+08:00`; null: unknown, and such dates get no time. */
  readonly offset: string | null;
  /** Whether 03/04/2026 means 3 April. */
  readonly dayFirst: boolean;
}

interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

type Groups = Readonly<Record<string, string | undefined>>;

/** A date and its position in a line. */
export interface DateMatch {
  readonly date: DateValue;
  readonly index: number;
  readonly length: number;
}

interface DateFormat {
  readonly name: string;
  readonly pattern: RegExp;
  /** A cheap pattern that each match contains. Most lines fail it, which saves the expensive one. */
  readonly precheck: RegExp;
  readonly parts: (groups: Groups, context: DateContext) => CalendarDay | null;
}

/** Earlier years are errors: the web has no older pages. */
const firstYear = 1990;
const dayMs = 86_400_000;

const timePattern = `(?:[T\\s,|·•–-]*(?:(?:um|at|à|kl\\.?|a las|alle|às)\\s+)?(?<half>上午|下午|午前|午後)?\\s*(?<hour>\\d{1,2})(?:[:：]|(?<=\\s\\d{1,2})h|时|時)(?<minute>\\d{2})分?(?:[:：](?<second>\\d{2})(?:[.,]\\d+)?)?(?:\\s*(?<ampm>[ap])\\.?m\\b\\.?)?(?:\\s*Uhr)?(?:\\s*\\(?(?<zone>${zonePattern})\\b)?)?`;
/** Where a date may start. No space is needed before it: "Ada Marsh3.11.2026" and "EditorialNovember 3, 2026" come from adjacent elements. */
const startPatterns = {
  word: '(?:(?<![\\p{L}\\d])|(?-i:(?<=[\\p{Ll}\\d])(?=\\p{Lu})))',
  number: '(?<!\\d[./-]?)',
  free: '(?<![\\p{L}\\d])',
} as const;
/** A year ends at its last digit, or before a time or second date without a space: "20269:30". */
const yearEnd = '(?:(?!\\d)|(?=\\d{1,2}:\\d{2})|(?=\\d{1,2}\\.\\d{1,2}\\.\\d{4}))';
const dateFormat = (
  [name, needs]: readonly [name: string, needs: RegExp],
  pattern: string,
  parts: DateFormat['parts'],
  start: keyof typeof startPatterns = 'number',
): DateFormat => ({
  name,
  precheck: needs,
  pattern: new RegExp(`${startPatterns[start]}${pattern}${timePattern}`, 'giu'),
  parts,
});

/** Japanese eras: the year before their first one. */
const eras: Readonly<Record<string, number>> = { 令和: 2018, 平成: 1988, 昭和: 1925 };

function readEra(groups: Groups): CalendarDay {
  const first = eras[groups.era ?? ''] ?? Number.NaN;
  return { year: first + (groups.n === '元' ? 1 : Number(groups.n)), month: Number(groups.m), day: Number(groups.d) };
}

const hanDigits = '一二三四五六七八九';

/** 二〇二六年三月十八日 */
function readHan(groups: Groups): CalendarDay {
  const year = [...(groups.y ?? '')].map((digit) => hanDigits.indexOf(digit) + 1).join('');
  return { year: Number(year), month: hanNumber(groups.m ?? ''), day: hanNumber(groups.d ?? '') };
}

/** 三, 十, 十八, 二十, 二十一 */
function hanNumber(text: string): number {
  const [tens, ones] = text.includes('十') ? text.split('十') : ['', text];
  const value = (digit: string | undefined, otherwise: number) => (digit ? hanDigits.indexOf(digit) + 1 : otherwise);
  return (text.includes('十') ? 10 * value(tens, 1) : 0) + value(ones, 0);
}

const readNumbers = (groups: Groups): CalendarDay => ({
  year: Number(groups.y),
  month: Number(groups.m),
  day: Number(groups.d),
});
const readMonthName = (groups: Groups): CalendarDay | null => {
  const month = monthNumber(groups.name ?? '');
  return month === null ? null : { year: Number(groups.y), month, day: Number(groups.d) };
};
const monthNamePattern = `(?<name>${monthPattern})\\.?(?!\\p{L})`;

const dateFormats: readonly DateFormat[] = [
  dateFormat(['iso', /\d{4}-\d/], '(?<y>\\d{4})-(?<m>\\d{1,2})-(?<d>\\d{1,2})(?!\\d)', readNumbers),
  dateFormat(
    ['cjk', /[年년]/],
    '(?<y>\\d{4})\\s*[年년]\\s*(?<m>\\d{1,2})\\s*[月월]\\s*(?<d>\\d{1,2})\\s*[日일]',
    readNumbers,
  ),
  dateFormat(
    ['era', /令和|平成|昭和/],
    '(?<era>令和|平成|昭和)\\s*(?<n>\\d{1,2}|元)年(?<m>\\d{1,2})月(?<d>\\d{1,2})日',
    readEra,
    'free',
  ),
  dateFormat(
    ['han', /年/],
    `(?<y>[〇零${hanDigits}]{4})年(?<m>[${hanDigits}十]{1,2})月(?<d>[${hanDigits}十]{1,3})日`,
    readHan,
    'free',
  ),
  dateFormat(
    ['year-first', /\d{4}[./]\s?\d/],
    '(?<y>\\d{4})(?<sep>[./])\\s?(?<m>\\d{1,2})\\k<sep>\\s?(?<d>\\d{1,2})(?!\\d)\\.?',
    readNumbers,
  ),
  dateFormat(
    ['month-name', /\d(?:st|nd|rd|th)?,?\s+\d{4}/i],
    `${monthNamePattern}\\s+(?<d>\\d{1,2})(?:st|nd|rd|th)?,?\\s+(?<y>\\d{4})${yearEnd}`,
    readMonthName,
    'word',
  ),
  dateFormat(
    // looks back from each year, not ahead from each digit: few lines have many years
    ['day-name', /(?<=\d.{2,})[\s,-]\d{4}/s],
    `(?<d>\\d{1,2})(?:st|nd|rd|th|er|º|°)?\\.?[\\s-]*(?:(?:of|de|del)\\s+)?${monthNamePattern}(?:\\s+(?:de|del))?[\\s,-]+(?<y>\\d{4})${yearEnd}`,
    readMonthName,
  ),
  dateFormat(
    ['dotted', /\d\.\s?\d{1,2}\.\s?\d{4}/],
    `(?<d>\\d{1,2})\\.\\s?(?<m>\\d{1,2})\\.\\s?(?<y>\\d{4})${yearEnd}`,
    readNumbers,
  ),
  dateFormat(
    ['slashed', /\d[/-]\d{1,2}[/-]\d{4}/],
    `(?<a>\\d{1,2})[/-](?<b>\\d{1,2})[/-](?<y>\\d{4})${yearEnd}`,
    readSlashed,
  ),
  dateFormat(
    ['compact', /(?:19|20)\d{6}/],
    '(?<y>(?:19|20)\\d{2})(?<m>[01]\\d)(?<d>[0-3]\\d)(?!\\d)',
    readNumbers,
    'free',
  ),
  dateFormat(
    ['dotted-short', /\d\.\s?\d{1,2}\.\d{2}/],
    '(?<d>\\d{1,2})\\.\\s?(?<m>\\d{1,2})\\.(?<short>\\d{2})(?![\\d.])',
    readShortYear,
    'free',
  ),
];

/** 3.11.26 */
function readShortYear(groups: Groups, { takenAt }: DateContext): CalendarDay {
  const year = 2_000 + Number(groups.short);
  return { year: year > takenAt.getUTCFullYear() ? year - 100 : year, month: Number(groups.m), day: Number(groups.d) };
}

/** 31/12 and 12/31 have one reading only; for others the page's order counts. */
function readSlashed(groups: Groups, { dayFirst }: DateContext): CalendarDay {
  const [a, b, year] = [Number(groups.a), Number(groups.b), Number(groups.y)];
  const isDayFirst = a > 12 ? true : b > 12 ? false : dayFirst;
  return isDayFirst ? { year, month: b, day: a } : { year, month: a, day: b };
}

/** All absolute dates of a text, in order, without impossible days and those before 1990 or after the fetch. Reads the first 2,000 characters. */
export function findDates(text: string, context: DateContext): readonly DateMatch[] {
  const line = withAsciiDigits(text.slice(0, 2_000)); // dates are in short lines; hostile pages have very long ones
  if (!mayHoldDate.test(line)) return [];
  const cache = matchesByLine.get(context) ?? new Map<string, readonly DateMatch[]>();
  matchesByLine.set(context, cache);
  const matches = cache.get(line) ?? matchDates(line, context);
  cache.set(line, matches);
  return matches;
}

/** Every format contains one of these. Most lines of a page do not. */
const mayHoldDate = /\d{4}|\d\.\s?\d{1,2}\.|年/;
/** Arabic, Persian and full-width digits become ASCII digits; positions stay. */
const withAsciiDigits = (line: string): string =>
  /[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/.test(line)
    ? line.replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    : line;
/** Cache: several rules read the same lines of a page. */
const matchesByLine = new WeakMap<DateContext, Map<string, readonly DateMatch[]>>();

function matchDates(line: string, context: DateContext): readonly DateMatch[] {
  const matches: DateMatch[] = [];
  for (const { precheck, pattern, parts } of dateFormats) {
    if (!precheck.test(line)) continue;
    for (const match of line.matchAll(pattern)) {
      const groups = match.groups ?? {};
      const day = parts(groups, context);
      if (day === null || !isPlausible(day, context.takenAt)) continue;
      const overlaps = matches.some(
        ({ index, length }) => match.index < index + length && index < match.index + match[0].length,
      );
      if (!overlaps)
        matches.push({ date: withTime(day, groups, context), index: match.index, length: match[0].length });
    }
  }
  return matches.sort((a, b) => a.index - b.index);
}

/** The date of a value in structured data: ISO 8601, RFC 2822, Unix time (s or ms) or a written date; null if it has none. */
export function parseDate(value: string, context: DateContext): DateValue | null {
  const text = value.trim();
  if (/^\d{10}(\d{3})?$/.test(text)) {
    const at = new Date(Number(text) * (text.length === 10 ? 1_000 : 1));
    return isPlausible(utcDay(at), context.takenAt) ? utcDateValue(at, 'second') : null;
  }
  return findDates(text, context)[0]?.date ?? null;
}

function isPlausible({ year, month, day }: CalendarDay, takenAt: Date): boolean {
  const timeMs = Date.UTC(year, month - 1, day);
  const date = new Date(timeMs);
  const isDay = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isDay && year >= firstYear && timeMs <= takenAt.getTime() + dayMs;
}

const two = (value: number): string => String(value).padStart(2, '0');
const isoDay = ({ year, month, day }: CalendarDay): string => `${year}-${two(month)}-${two(day)}`;
const utcDay = (at: Date): CalendarDay => ({
  year: at.getUTCFullYear(),
  month: at.getUTCMonth() + 1,
  day: at.getUTCDate(),
});

function withTime(day: CalendarDay, groups: Groups, context: DateContext): DateValue {
  const offset = groups.zone === undefined ? context.offset : (zoneOffset(groups.zone) ?? context.offset);
  const { hour, minute, second } = groups;
  const dayOnly: DateValue = { value: isoDay(day), precision: 'day' };
  // without an offset a time is no instant; dates are never invented, so only the day stays
  if (hour === undefined || minute === undefined || offset === null) return dayOnly;
  const clock = hourOf(Number(hour), groups.ampm ?? groups.half);
  if (clock > 23 || Number(minute) > 59 || Number(second ?? 0) > 59) return dayOnly;
  const value = `${isoDay(day)}T${two(clock)}:${minute}:${second ?? '00'}${offset}`;
  return { value, precision: second === undefined ? 'minute' : 'second' };
}

function hourOf(hour: number, half: string | undefined): number {
  if (half === undefined || hour > 12) return hour;
  const isAfternoon = /^(p|下午|午後)$/i.test(half);
  return (hour % 12) + (isAfternoon ? 12 : 0);
}

/** A UTC time as a date value; with precision `day`, its day only. */
export function utcDateValue(at: Date, precision: DateValue['precision']): DateValue {
  const iso = at.toISOString();
  return { value: precision === 'day' ? iso.slice(0, 10) : `${iso.slice(0, 19)}+00:00`, precision };
}
