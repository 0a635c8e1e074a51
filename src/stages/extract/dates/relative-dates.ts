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
  ['hour', /^(h|hr|hrs|hours?|stunden?|std|heures?|horas?|小时|小時|時間|时间|시간|ساعات?|ساعة)$/i],
  ['day', /^(d|days?|tage?n?|jours?|días?|dias?|天|日|일|أيام|يوما?)$/i],
  ['week', /^(weeks?|wochen?|semaines?|semanas?|周|星期|週間|주|أسابيع|أسبوع)$/i],
];

const words = '\\p{L}+';
const cjkWords = '分钟|分鐘|分|小时|小時|時間|天|日|周|星期|週間|분|시간|일|주';
const agoPatterns: readonly RegExp[] = [
  new RegExp(`(?<![\\p{L}\\d])(?<n>\\d{1,3}|an?|one)\\s*(?<unit>${words})\\.?\\s+ago\\b`, 'iu'),
  new RegExp(
    `(?<![\\p{L}\\d])(?:vor|il y a|hace|há)\\s+(?<n>\\d{1,3}|einer|einem|une?|una?|uma?)\\s*(?<unit>${words})`,
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

/** "2 hours ago", "vor 3 Stunden", "3小时前", "yesterday", counted back from the visit; null for other texts. Days and weeks give no time. */
export function relativeDate(text: string, takenAt: Date): DateValue | null {
  const line = text.trim().slice(0, 200);
  for (const pattern of agoPatterns) {
    const { n, unit } = pattern.exec(line)?.groups ?? {};
    const kind = unitWords.find(([, word]) => word.test(unit ?? ''))?.[0];
    if (n === undefined || kind === undefined) continue;
    const { ms, precision } = units[kind];
    return utcDateValue(new Date(takenAt.getTime() - (/^\d+$/.test(n) ? Number(n) : 1) * ms), precision);
  }
  for (const [pattern, days] of dayWords) {
    if (pattern.test(line)) return utcDateValue(new Date(takenAt.getTime() - days * dayMs), 'day');
  }
  return null;
}
