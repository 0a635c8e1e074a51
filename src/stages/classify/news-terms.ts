import { contentFilter, innerWords, joinWords, words } from '../../text/tokenize.ts';

/** Enough for the informative terms of a headline and a first paragraph. */
const maxTermsPerArticle = 24;
/** Characters of the first paragraph; a longer one means that the text has no paragraphs. */
const maxLeadCharacters = 600;

/** Numbers and words of time occur in every day's news. Folded, in the languages of the stop words. */
const everydayWords = new Set(
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
 * The terms that are counted to find rising ones: content words of headline and first paragraph, and pairs of neighbours in the headline (names), each
 * once, the headline's first. Numbers are left out, in digits and in words.
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
  const isInformative = (word: string): boolean =>
    isContent(word) && word.length > 1 && /\p{L}/u.test(word) && !everydayWords.has(word);
  const terms = new Set<string>();
  // a longer Chinese word counts with the words inside it
  const add = (word: string): void => {
    for (const term of [word, ...innerWords(word)]) terms.add(term);
  };
  let previousTerm: string | null = null;
  for (const word of words(title, lang)) {
    const isTerm = isInformative(word);
    if (isTerm) add(word);
    if (isTerm && previousTerm !== null) terms.add(joinWords(previousTerm, word));
    previousTerm = isTerm ? word : null;
  }
  const [lead = ''] = body.trim().split(/\n\s*\n/);
  for (const word of words(lead.slice(0, maxLeadCharacters), lang)) if (isInformative(word)) add(word);
  return [...terms].slice(0, maxTermsPerArticle);
}
