import { createHash } from 'node:crypto';
import type { Fingerprint } from '../../model/draft.ts';
import { contentWords, units } from '../../text/tokenize.ts';
import { simhash } from './simhash.ts';

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
  };
}

/** A word's weight grows with the logarithm of its count: the tenth mention says less than the first. */
function weighted(words: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].map(([word, count]) => [word, 1 + Math.log2(count)]);
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
