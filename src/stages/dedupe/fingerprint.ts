import { createHash } from 'node:crypto';
import type { Fingerprint } from '../../model/draft.ts';
import { contentWords, units } from '../../text/tokenize.ts';
import { simhash } from './simhash.ts';
import { sketchOf } from './sketch.ts';
import { comparedText } from './verify.ts';

/** Design: the N heaviest keywords of a title. */
const keywordCount = 8;

/**
 * The marks by which copies of a text are found. White space, case, width, punctuation and the kind of Chinese characters make no difference.
 * @param text body: paragraphs divided by a blank line; lang: ISO 639-1 or null
 */
export function fingerprint(text: {
  readonly title: string;
  readonly body: string;
  readonly lang: string | null;
}): Fingerprint {
  return {
    bodyHash: createHash('sha256').update(units(text.body).join(' ')).digest('hex'),
    simhash: simhash(weighted(contentWords(text.body, text.lang))),
    titleKeywords: titleKeywords(text.title, text.lang),
    sketch: sketchOf(comparedText(text).shingles),
  };
}

/**
 * A word's weight is its count to the power of 1.5: the few words that a text is about decide, and an edit of some others moves few bits. Measured on
 * 1,500 documents with edited copies: 41 % of the copies within distance 3, against 24 % with 1 + log2(count) and 30 % with the count.
 */
function weighted(words: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].map(([word, count]) => [word, count ** 1.5]);
}

function titleKeywords(title: string, lang: string | null): string[] {
  const distinct = [...new Set(contentWords(title, lang))];
  return distinct.sort((a, b) => rarity(b) - rarity(a) || (a < b ? -1 : 1)).slice(0, keywordCount);
}

/**
 * Longer words are rarer; a Chinese character stands for about three letters. A measure of the word alone, so that a text that was cut or extended keeps
 * its keywords, where counting them in the body would not.
 */
const rarity = (word: string): number => word.length + 2 * (word.match(/\p{Script=Han}/gu)?.length ?? 0);
