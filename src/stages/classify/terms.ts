import type { TermWeights } from '../../model/draft.ts';
import { contentFilter, innerWords, joinWords, words } from '../../text/tokenize.ts';

/**
 * Counts a document's terms by where they stand: single content words and pairs of neighbours, so that a keyword of several words can be found, and
 * the words inside of longer Chinese ones. The lead is the body's first paragraph, and is not counted in `body` again.
 */
export function termWeights(text: {
  readonly title: string;
  readonly headings: readonly string[];
  readonly body: string;
  readonly lang: string | null;
}): TermWeights {
  const [lead = '', ...rest] = text.body.trim().split(/\n\s*\n/);
  return {
    title: count([text.title], text.lang),
    heading: count(text.headings, text.lang),
    lead: count([lead], text.lang),
    body: count(rest, text.lang),
  };
}

/** By passage, so that no pair reaches over the end of a paragraph. */
function count(passages: readonly string[], lang: string | null): Record<string, number> {
  const isContent = contentFilter(lang);
  const counts = new Map<string, number>();
  const add = (term: string) => counts.set(term, (counts.get(term) ?? 0) + 1);
  for (const passage of passages) {
    let before: string | null = null;
    for (const word of words(passage, lang)) {
      if (isContent(word)) add(word);
      for (const inner of innerWords(word)) add(inner);
      // "bank of" and "of england" are kept: longer keywords are found through all their pairs
      if (before !== null && (isContent(before) || isContent(word))) add(joinWords(before, word));
      before = word;
    }
  }
  return Object.fromEntries(counts);
}
