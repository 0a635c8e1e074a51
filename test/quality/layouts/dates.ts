import type { Language } from './article.ts';

/** A style in which pages write dates. */
export type DateStyle = 'iso' | 'numeric' | 'long' | 'time' | 'era' | 'native-digits' | 'levantine' | 'year-last-words';

const months: Readonly<Record<'en' | 'de' | 'ar', readonly string[]>> = {
  en: 'January February March April May June July August September October November December'.split(' '),
  de: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' '),
  ar: 'يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر'.split(' '),
};
/** Month names in Syria, Lebanon and Iraq. */
const levantine = 'كانون الثاني|شباط|آذار|نيسان|أيار|حزيران|تموز|آب|أيلول|تشرين الأول|تشرين الثاني|كانون الأول'.split(
  '|',
);
const hanDigits = '〇一二三四五六七八九';

interface Moment {
  readonly year: string;
  readonly month: string;
  readonly day: string;
  readonly hour: string;
  readonly minute: string;
}

/** The local time in an ISO text; its offset is ignored. */
function momentOf(iso: string): Moment {
  const [, year = '', month = '', day = '', hour = '', minute = ''] =
    /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)/.exec(iso) ?? [];
  return { year, month, day, hour, minute };
}

const arabicDigits = (text: string): string =>
  text.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)));
const hanDay = (number: number): string =>
  number < 10
    ? hanDigits[number]!
    : `${number < 20 ? '' : hanDigits[Math.floor(number / 10)]}十${number % 10 === 0 ? '' : hanDigits[number % 10]}`;

/** A date as pages in a language write it. @param iso with offset; its local day is shown */
export function shownDate(iso: string, lang: Language, style: DateStyle): string {
  const { year, month, day, hour, minute } = momentOf(iso);
  const [m, d] = [Number(month), Number(day)];
  if (style === 'iso') return `${year}-${month}-${day} ${hour}:${minute}`;
  if (style === 'time') return `${hour}:${minute}`;
  switch (lang) {
    case 'en':
      if (style === 'numeric') return `${month}/${day}/${year}`;
      return style === 'year-last-words'
        ? `${d} ${months.en[m - 1]!.slice(0, 3)} ${year}, ${hour}.${minute}`
        : `${months.en[m - 1]} ${d}, ${year}`;
    case 'de':
      return style === 'numeric'
        ? `${day}.${month}.${year}, ${hour}:${minute} Uhr`
        : `${d}. ${months.de[m - 1]} ${year}`;
    case 'zh':
      if (style === 'native-digits')
        return `${[...year].map((digit) => hanDigits[Number(digit)]).join('')}年${hanDay(m)}月${hanDay(d)}日`;
      return style === 'numeric'
        ? `${year}/${m}/${d} ${hour}:${minute}:00`
        : `${year}年${month}月${day}日 ${hour}:${minute}`;
    case 'ja':
      if (style === 'era') return `令和${Number(year) - 2018}年${m}月${d}日`;
      return style === 'numeric' ? `${year}.${month}.${day}` : `${year}年${m}月${d}日 ${hour}時${minute}分`;
    case 'ar':
      if (style === 'levantine') return `${arabicDigits(String(d))} ${levantine[m - 1]} ${arabicDigits(year)}`;
      if (style === 'native-digits') return arabicDigits(`${d} ${months.ar[m - 1]} ${year} - ${hour}:${minute}`);
      return style === 'numeric' ? `${day}/${month}/${year}` : `${d} ${months.ar[m - 1]} ${year}`;
  }
}

/** "3 hours ago". */
export function shownAge(hours: number, lang: Language): string {
  const words: Readonly<Record<Language, string>> = {
    en: `${hours} hours ago`,
    de: `vor ${hours} Stunden`,
    zh: `${hours}小时前`,
    ja: `${hours}時間前`,
    ar: `منذ ${hours} ساعات`,
  };
  return words[lang];
}
