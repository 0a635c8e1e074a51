import { contentWords } from '../../text/tokenize.ts';

/** Keywords kept of a title and of a body; the index has the first ones (model/article/neighbour-keys.ts). */
const titleKeywordCount = 8;
const bodyKeywordCount = 4;

/** The heaviest keywords of a title, heaviest first. */
export function titleKeywordsOf(title: string, lang: string | null): string[] {
  const distinct = [...new Set(contentWords(title, lang))];
  return distinct.sort((a, b) => rarity(b) - rarity(a) || (a < b ? -1 : 1)).slice(0, titleKeywordCount);
}

/** The heaviest of the counted words, by count times rarity, heaviest first; equal ones by code unit. */
export function heaviestOf(counts: ReadonlyMap<string, number>): string[] {
  const best: { readonly word: string; readonly weight: number }[] = [];
  for (const [word, count] of counts) {
    const weight = count * rarity(word);
    const last = best[bodyKeywordCount - 1];
    if (last !== undefined && (weight < last.weight || (weight === last.weight && word > last.word))) continue;
    const at = best.findIndex((other) => weight > other.weight || (weight === other.weight && word < other.word));
    best.splice(at === -1 ? best.length : at, 0, { word, weight });
    if (best.length > bodyKeywordCount) best.pop();
  }
  return best.map(({ word }) => word);
}

/**
 * A substitute for inverse document frequency (docs/adr/0012): longer words are rarer; a Chinese character counts as three letters. It depends on the word
 * alone, so a keyword's place never changes and later look-ups find it.
 */
function rarity(word: string): number {
  let size = word.length;
  for (const char of word) if (isHan(char)) size += 2;
  return size;
}

const isHan = (char: string): boolean => char >= '\u2e80' && /\p{Script=Han}/u.test(char);
