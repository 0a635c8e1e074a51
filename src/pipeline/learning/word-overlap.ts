import { wordsOf } from '../../stages/extract/classifier/tokens.ts';

/** F1 of the words of two texts, each word counted as often as it occurs. */
export function wordF1(text: string, gold: string): number {
  const [words, wanted] = [wordsOf(text), wordsOf(gold)];
  if (words.length + wanted.length === 0) return 1;
  const left = new Map<string, number>();
  for (const word of wanted) left.set(word, (left.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of words) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    common += 1;
  }
  return Math.round(((2 * common) / (words.length + wanted.length)) * 10_000) / 10_000;
}

export const wordCount = (text: string): number => wordsOf(text).length;
