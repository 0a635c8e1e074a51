import type { Namesake } from '../../model/article/neighbour.ts';
import { contentWords, units } from '../../text/tokenize.ts';
import { titleKeywordsOf } from './keywords.ts';

/**
 * A title of fewer different words that say something names a kind of text as often as a text. On the near-duplicate corpus, equal titles are copies in .968
 * of the pairs; with five words and no number in 153 of 153, with six in 108 of 108.
 */
const wordsFrom = 6;
/** A daily column comes after a day; the copies of one report, within hours. */
const windowMs = 20 * 60 * 60_000;

/** Texts that come again and again under one title, whatever they say this time. */
const series = new Set(
  `live liveblog blog ticker liveticker update updates updated part episode briefing bulletin newsletter podcast roundup recap digest highlights headlines
   horoscope quiz crossword sudoku lottery weather forecast schedule listings gallery today tonight tomorrow yesterday morning evening week weekend daily weekly
   teil folge wetter vorhersage heute morgen gestern wochenende überblick newsblog nachrichtenblog partie épisode météo aujourd'hui demain hier parte episodio hoy mañana
   直播 滚动 更新 天气 预报 快讯 早报 晚报 日报 周刊 今日 今天 明天 昨天 上集 下集 连载 ライブ 速報 天気 予報 今日 明日 前編 後編`.split(
    /\s+/,
  ),
);

/** Names of weekdays and months: of a bulletin's day. */
const calendar = new Set(['en', 'de', 'fr', 'es', 'zh', 'ja'].flatMap(calendarWords));

/**
 * Whether a link's title alone could say that its page is known: long enough, and nothing in it that makes the next text of a series: numbers, days, "live".
 */
export function couldDecide(title: string): boolean {
  const words = new Set(contentWords(title, null));
  if (words.size < wordsFrom) return false;
  return [...words].every((word) => !/\p{N}/u.test(word) && !series.has(word) && !calendar.has(word));
}

/** Under which keywords the index has the articles of that title. */
export const keywordsOfTitle = (title: string): string[] => titleKeywordsOf(title, null);

/**
 * The stored article of another site that a link's title names: the same title after folding, read within the last hours. Null: the page has to be read.
 * Of one site's addresses for one text (print, AMP) the right one would depend on which came first: they are read.
 * @param namesakes what the index of keyword ranks gave
 */
export function knownByTitle(
  { title, site }: { readonly title: string; readonly site: string },
  namesakes: readonly Namesake[],
  now: Date,
): Namesake | null {
  if (!couldDecide(title)) return null;
  const own = units(title).join(' ');
  const isSame = (other: Namesake) =>
    other.site !== site &&
    units(other.title).join(' ') === own &&
    Math.abs(now.getTime() - other.fetchedAt.getTime()) <= windowMs;
  return namesakes.find(isSame) ?? null;
}

function calendarWords(lang: string): string[] {
  const names = (options: Intl.DateTimeFormatOptions, count: number, at: (n: number) => Date) => {
    const format = new Intl.DateTimeFormat(lang, { ...options, timeZone: 'UTC' });
    return Array.from({ length: count }, (_, n) => units(format.format(at(n))).join(''));
  };
  return [
    ...(['long', 'short'] as const).flatMap((weekday) =>
      names({ weekday }, 7, (n) => new Date(Date.UTC(2026, 0, n + 1))),
    ),
    ...names({ month: 'long' }, 12, (n) => new Date(Date.UTC(2026, n, 1))),
  ];
}
