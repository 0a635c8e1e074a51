import type { TopicText } from '../../../model/topic/topic.ts';
import { contentFilter, innerWords, words } from '../../../text/tokenize.ts';

const han = /\p{Script=Han}/u;
const hanRuns = /\p{Script=Han}+/gu;
/** Characters. The beginning shows the subject, and a limit bounds the time per page. */
const maxBodyCharacters = 20_000;
const titleWeight = 3;

/**
 * A text's terms with their weighted counts: content words, English plurals as their singular. Chinese texts also count characters and pairs of characters: headlines share
 * these even when they are segmented differently.
 */
export function documentTerms({ title, body, lang }: TopicText): Map<string, number> {
  const counts = new Map<string, number>();
  const text = body.slice(0, maxBodyCharacters);
  countTerms(title, { counts, lang, weight: text.trim() === '' ? 1 : titleWeight });
  countTerms(text, { counts, lang, weight: 1 });
  return counts;
}

interface Counting {
  readonly counts: Map<string, number>;
  readonly lang: string | null;
  readonly weight: number;
}

function countTerms(passage: string, { counts, lang, weight }: Counting): void {
  const add = (term: string) => counts.set(term, (counts.get(term) ?? 0) + weight);
  const isContent = contentFilter(lang);
  for (const word of words(passage, lang)) {
    if (isContent(word)) add(singular(word));
    if (han.test(word)) for (const inner of innerWords(word)) add(inner);
  }
  for (const [run] of passage.matchAll(hanRuns)) {
    const characters = [...run];
    for (const [at, character] of characters.entries()) {
      add(`${seam}${character}`);
      if (at > 0) add(`${characters[at - 1]}${seam}${character}`);
    }
  }
}

/** Distinguishes characters from words with the same characters: U+00B7, which no word contains. */
const seam = '\u00b7';

/** A term without the seam; null for a single character, which a person cannot interpret. */
export const readableTerm = (term: string): string | null => (term.startsWith(seam) ? null : term.replaceAll(seam, ''));

function singular(word: string): string {
  if (!/^[a-z]{4,}$/.test(word) || !word.endsWith('s') || /(ss|us|is)$/.test(word)) return word;
  return word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.slice(0, -1);
}
