import { contentFilter, innerWords, joinWords, words } from '../../text/tokenize.ts';

/** A headline and a first paragraph have fewer that matter. */
const termsAnArticle = 24;
/** Letters of a first paragraph; what is longer has no paragraphs. */
const longestLead = 600;

/** Numbers in words and words of time stand in every day's news, as numbers do. Folded, by the languages of the stop words. */
const ofEveryDay = new Set(
  `one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen twenty thirty forty fifty hundred hundreds thousand thousands million millions
    billion first second third last next day days week weeks month months year years hour hours minute minutes today yesterday tomorrow morning evening night
    monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november december
    eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf hundert tausend million millionen erste ersten zweite zweiten tag tage tagen woche wochen monat
    monate jahr jahre jahren stunde stunden heute gestern morgen montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar märz mai juni juli august
    oktober dezember deux trois quatre cinq six sept huit neuf dix cent mille premier première jour jours semaine mois an ans année années heure heures
    lundi mardi mercredi jeudi vendredi samedi dimanche dos tres cuatro cinco seis siete ocho nueve diez cien mil primer primera día días semana meses año
    años hora horas lunes martes miércoles jueves viernes sábado domingo 今天 昨天 明天 今年 去年 目前 近日 小时 分钟 今日 昨日 明日`.split(
    /\s+/,
  ),
);

/**
 * The terms by which an article can be part of something that rises: content words of headline and first paragraph, and pairs of neighbours in the headline (names), each
 * once, the headline's first. No numbers, in digits or words: they rise every day.
 */
export function newsTerms({
  title,
  body,
  lang,
}: {
  readonly title: string;
  readonly body: string;
  readonly lang: string | null;
}): string[] {
  const isContent = contentFilter(lang);
  const tells = (word: string): boolean =>
    isContent(word) && word.length > 1 && /\p{L}/u.test(word) && !ofEveryDay.has(word);
  const terms = new Set<string>();
  // a longer Chinese word is about what the words inside of it are about
  const add = (word: string): void => {
    for (const one of [word, ...innerWords(word)]) terms.add(one);
  };
  let before: string | null = null;
  for (const word of words(title, lang)) {
    const telling = tells(word);
    if (telling) add(word);
    if (telling && before !== null) terms.add(joinWords(before, word));
    before = telling ? word : null;
  }
  const [lead = ''] = body.trim().split(/\n\s*\n/);
  for (const word of words(lead.slice(0, longestLead), lang)) if (tells(word)) add(word);
  return [...terms].slice(0, termsAnArticle);
}
