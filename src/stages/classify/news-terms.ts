import { contentFilter, innerWords, joinWords, words } from '../../text/tokenize.ts';

/** A headline and a first paragraph have fewer that matter. */
const termsAnArticle = 24;
/** Letters of a first paragraph; what is longer has no paragraphs. */
const longestLead = 600;

/**
 * The terms by which an article can be part of something that rises: content words of headline and first paragraph, and pairs of neighbours in the headline (names), each
 * once, the headline's first. No numbers: they rise every day.
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
  const tells = (word: string): boolean => isContent(word) && word.length > 1 && /\p{L}/u.test(word);
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
