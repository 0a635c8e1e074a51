import type { TermWeights } from '../../model/article/draft.ts';
import { countedPart } from '../../text/text-limits.ts';
import { contentFilter, innerWords, joinWords, words } from '../../text/tokenize.ts';

type Place = Exclude<keyof TermWeights, 'highest' | 'meta'>;

/** Weight of a mention by its place. */
export const placeWeights = { title: 5, heading: 3, lead: 2, body: 1 } as const satisfies Record<Place, number>;

/**
 * Counts a document's terms by place: content words, pairs of neighbours (to find keywords of several words), and the words inside longer Chinese words. The lead is the
 * body's first paragraph; `body` does not contain it. Of a body, the first 200,000 characters are counted.
 * @param wantedTerms terms whose counts are returned; default: all. A page has over a thousand terms, and topics need few: passing all of them between threads costs more
 *   than counting them
 */
export function termWeights(
  text: {
    readonly title: string;
    readonly headings: readonly string[];
    readonly body: string;
    readonly lang: string | null;
    /** The page's own keywords and description; default: none. */
    readonly meta?: readonly string[];
  },
  wantedTerms: Pick<ReadonlySet<string>, 'has'> = everyTerm,
): TermWeights {
  const [lead = '', ...rest] = countedPart(text.body)
    .trim()
    .split(/\n\s*\n/);
  const totals = new Map<string, number>();
  const count = (passages: readonly string[], weight: number) =>
    countTerms(passages, { lang: text.lang, wantedTerms, totals, weight });
  return {
    title: count([text.title], placeWeights.title),
    heading: count(text.headings, placeWeights.heading),
    lead: count([lead], placeWeights.lead),
    body: count(rest, placeWeights.body),
    meta: countTerms(text.meta ?? [], { lang: text.lang, wantedTerms, totals: new Map(), weight: 1 }),
    highest: totals.values().reduce((highest, total) => Math.max(highest, total), 0),
  };
}

const everyTerm = { has: () => true };

interface Counting {
  readonly lang: string | null;
  readonly wantedTerms: Pick<ReadonlySet<string>, 'has'>;
  /** Weighted counts of the document so far, by term. */
  readonly totals: Map<string, number>;
  readonly weight: number;
}

/** Counts each passage alone, so that no pair crosses the end of a paragraph. */
function countTerms(
  passages: readonly string[],
  { lang, wantedTerms, totals, weight }: Counting,
): Readonly<Record<string, number>> {
  const isContent = contentFilter(lang);
  const counts = new Map<string, number>();
  const count = (term: string) => {
    if (wantedTerms.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
  };
  const add = (term: string) => {
    totals.set(term, (totals.get(term) ?? 0) + weight);
    count(term);
  };
  for (const passage of passages) {
    let previousWord: string | null = null;
    let wasPreviousContent = false;
    for (const word of words(passage, lang)) {
      const isWordContent = isContent(word);
      if (isWordContent) add(word);
      for (const inner of innerWords(word)) add(inner);
      // "bank of" and "of england" count: longer keywords are found by all their pairs
      if (previousWord !== null && (wasPreviousContent || isWordContent)) {
        const pair = joinWords(previousWord, word);
        // a pair with a space is never more frequent than its content word; a Chinese pair without one may be a word that also occurs elsewhere
        if (pair.length === previousWord.length + word.length) add(pair);
        else count(pair);
      }
      previousWord = word;
      wasPreviousContent = isWordContent;
    }
  }
  return Object.fromEntries(counts);
}
