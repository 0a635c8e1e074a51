import { isAscii } from '../../../text/likeness.ts';
import { breakLongRuns } from '../../../text/text-limits.ts';

/** Words of a text, lower case; each CJK character is a word. The ASCII pattern avoids Unicode tables: a third of the time. */
export const modelWords = (text: string): string[] =>
  breakLongRuns(text)
    .toLowerCase()
    .match(
      isAscii(text)
        ? /\w+/g
        : /[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af]|[[\p{L}\p{N}_]--[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af]]+/gv,
    ) ?? [];

/** Runs of `size` tokens, joined; the whole text if it is shorter. */
export function wordNgrams(tokens: readonly string[], size: number): string[] {
  if (tokens.length === 0) return [];
  const grams: string[] = [];
  for (let at = 0; at < Math.max(1, tokens.length - size + 1); at++) grams.push(tokens.slice(at, at + size).join(' '));
  return grams;
}

/** Logarithm of 1 + value; 0 for negative values. */
export const log1 = (value: number): number => Math.log1p(Math.max(0, value));

export const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));
