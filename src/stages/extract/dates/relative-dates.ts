import type { DateValue } from '../../../model/article/draft.ts';
import { utcDateValue } from './date-parse.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

type Unit = 'minute' | 'hour' | 'day' | 'week';
const units: Readonly<Record<Unit, { readonly ms: number; readonly precision: DateValue['precision'] }>> = {
  minute: { ms: minuteMs, precision: 'minute' },
  hour: { ms: hourMs, precision: 'minute' },
  day: { ms: dayMs, precision: 'day' },
  week: { ms: 7 * dayMs, precision: 'day' },
};

const unitWords: readonly (readonly [Unit, RegExp])[] = [
  ['minute', /^(min|minute|minutes|mins|minuten?|minutos?|分钟|分鐘|分|분|دقائق|دقيقة)$/i],
  ['hour', /^(h|hr|hrs|hours?|stunden?|std|heures?|horas?|ore|小时|小時|時間|时间|시간|ساعات?|ساعة)$/i],
  ['day', /^(d|days?|tage?n?|jours?|días?|dias?|giorni|dagen|天|日|일|أيام|يوما?)$/i],
  ['week', /^(weeks?|wochen?|semaines?|semanas?|settimane|weken|周|星期|週間|주|أسابيع|أسبوع)$/i],
];

const words = '\\p{L}+';
/** A second, smaller amount: "2 jours, 19 heures", "1 day and 3 hours ago". */
const second = `(?:\\s*(?:,|and|und|et|y|e)?\\s*(?<n2>\\d{1,2})\\s*(?<unit2>${words}))?`;
const cjkWords = '分钟|分鐘|分|小时|小時|時間|天|日|周|星期|週間|분|시간|일|주';
const agoPatterns: readonly RegExp[] = [
  new RegExp(`(?<![\\p{L}\\d])(?<n>\\d{1,3}|an?|one)\\s*(?<unit>${words})\\.?${second}\\s+ago\\b`, 'iu'),
  new RegExp(
    `(?<![\\p{L}\\d])(?:vor|il y a|hace|há)\\s+(?<n>\\d{1,3}|einer|einem|une?|una?|uma?)\\s*(?<unit>${words})${second}`,
    'iu',
  ),
  new RegExp(`(?<!\\d)(?<n>\\d{1,3})\\s*(?<unit>${cjkWords})\\s*(?:以?前|之前|\\s*전)`, 'u'),
  new RegExp(`(?<!\\p{L})منذ\\s+(?<n>\\d{1,3})\\s*(?<unit>${words})`, 'u'),
];
const dayWords: readonly (readonly [RegExp, number])[] = [
  [/^(today|heute|aujourd['’]hui|hoy|今天|今日|just now|gerade eben|刚刚|剛剛|たった今)(?!\p{L})/iu, 0],
  [/^(yesterday|gestern|hier|ayer|昨天|昨日)(?!\p{L})/iu, 1],
  [/^(vorgestern|avant-hier|anteayer|前天|一昨日)(?!\p{L})/iu, 2],
];

const unitOf = (word: string | undefined): Unit | null =>
  unitWords.find(([, pattern]) => pattern.test(word ?? ''))?.[0] ?? null;

/** Units that are too long to count back to a day. */
const longUnit =
  /^(months?|years?|monate?n?|jahre?n?|mois|ans?|années?|mes(?:es)?|años?|mês|anos?|mesi|anni|maanden?|jaar|个月|年)$/i;

/** A text without its relative dates, which stand beside names: "Ada Marsh | vor 2 Tagen". */
export const withoutRelativeDates = (text: string): string =>
  agoPatterns.reduce(
    (rest, pattern) =>
      rest.replace(pattern, (whole, ...groups) => {
        const unit: string = groups.at(-1)?.unit ?? '';
        return unitOf(unit) === null && !longUnit.test(unit) ? whole : ' | ';
      }),
    text,
  );

/** "2 hours ago", "vor 3 Stunden", "3小时前", "yesterday", counted back from the visit; null for other texts. Days and weeks give no time. */
export function relativeDate(text: string, takenAt: Date): DateValue | null {
  const line = text.trim().slice(0, 200);
  for (const pattern of agoPatterns) {
    const { n, unit, n2, unit2 } = pattern.exec(line)?.groups ?? {};
    const kind = unitOf(unit);
    if (n === undefined || kind === null) continue;
    const { ms, precision } = units[kind];
    const smaller = unitOf(unit2);
    const restMs = smaller !== null && units[smaller].ms < ms ? Number(n2) * units[smaller].ms : 0;
    return utcDateValue(new Date(takenAt.getTime() - (/^\d+$/.test(n) ? Number(n) : 1) * ms - restMs), precision);
  }
  for (const [pattern, days] of dayWords) {
    if (pattern.test(line)) return utcDateValue(new Date(takenAt.getTime() - days * dayMs), 'day');
  }
  return null;
}
