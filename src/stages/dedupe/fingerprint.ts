import { createHash } from 'node:crypto';
import type { Fingerprint } from '../../model/article/draft.ts';
import { countedPart } from '../../text/text-limits.ts';
import { contentWords, units } from '../../text/tokenize.ts';
import { comparedText } from './compared-text.ts';
import { heaviestOf, titleKeywordsOf } from './keywords.ts';
import { simhash } from './simhash.ts';
import { sketchOf } from './sketch.ts';

/**
 * The marks by which copies of a text are found. White space, case, width, punctuation and traditional Chinese characters make no difference.
 * Hash and sketch are of the whole text, the words of its first 200,000 characters.
 * @param text body: blank lines separate paragraphs; lang: ISO 639-1 or null
 */
export function fingerprint(text: {
  readonly title: string;
  readonly body: string;
  readonly lang: string | null;
}): Fingerprint {
  const bodyUnits = units(text.body);
  const counts = countsOf(contentWords(countedPart(text.body), text.lang));
  return {
    bodyHash: createHash('sha256').update(bodyUnits.join(' ')).digest('hex'),
    simhash: simhash(weighted(counts)),
    titleKeywords: titleKeywordsOf(text.title, text.lang),
    bodyKeywords: heaviestOf(counts),
    sketch: sketchOf(comparedText(text, bodyUnits).shingles),
  };
}

function countsOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/**
 * A word's weight is its count to the power of 1.5: the main words decide, and an edit of others changes few bits. Measured on
 * 1,500 documents with edited copies: 41 % of the copies within distance 3, against 24 % with 1 + log2(count) and 30 % with the count.
 */
function* weighted(counts: ReadonlyMap<string, number>): Iterable<[string, number]> {
  for (const [word, count] of counts) yield [word, count === 1 ? 1 : count * Math.sqrt(count)];
}
