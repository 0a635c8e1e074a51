import type { Namesake } from '../../model/article/neighbour.ts';
import { contentWords, units } from '../../text/tokenize.ts';
import { titleKeywordsOf } from './keywords.ts';

/**
 * Different content words that a title needs: a shorter one often names a series, not one text. On the near-duplicate corpus, .968 of the pairs with equal titles
 * are copies; with five words and no number 153 of 153, with six 108 of 108.
 */
const minWords = 6;
/** Time between copies, at most: copies of one report appear within hours, the next text of a daily column after a day. */
const windowMs = 20 * 60 * 60_000;

/** Words in the titles of series, whose texts differ each time. */
const series = new Set(
  `live liveblog blog ticker liveticker update updates updated part episode briefing bulletin newsletter podcast roundup recap digest highlights headlines
   horoscope quiz crossword sudoku lottery weather forecast schedule listings gallery today tonight tomorrow yesterday morning evening week weekend daily weekly
   teil folge wetter vorhersage heute morgen gestern wochenende überblick newsblog nachrichtenblog partie épisode météo aujourd'hui demain hier parte episodio hoy mañana
   直播 滚动 更新 天气 预报 快讯 早报 晚报 日报 周刊 今日 今天 明天 昨天 上集 下集 连载 ライブ 速報 天気 予報 今日 明日 前編 後編`.split(
    /\s+/,
  ),
);

/** Names of weekdays and months, as in the titles of bulletins. */
const calendar = new Set(['en', 'de', 'fr', 'es', 'zh', 'ja'].flatMap(calendarWords));

/**
 * Whether a link's title alone can show that its page is known: it is long enough, and has no word of a series (numbers, days, "live").
 */
export function canTitleDecide(title: string): boolean {
  const words = new Set(contentWords(title, null));
  if (words.size < minWords) return false;
  return [...words].every((word) => !/\p{N}/u.test(word) && !series.has(word) && !calendar.has(word));
}

/** The keywords under which the index has the articles with this title. */
export const keywordsOfTitle = (title: string): string[] => titleKeywordsOf(title, null);

/**
 * The stored article of another site with the title of a link: equal after folding, fetched within the last hours. Null: the page must be read.
 * Pages of the same site are always read: which of its addresses (print, AMP) is the right one must not depend on their order.
 * @param namesakes the result of the index of keyword ranks
 */
export function findSameTitle(
  { title, site }: { readonly title: string; readonly site: string },
  namesakes: readonly Namesake[],
  now: Date,
): Namesake | null {
  if (!canTitleDecide(title)) return null;
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
