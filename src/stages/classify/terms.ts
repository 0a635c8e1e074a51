import type { TermWeights } from '../../model/article/draft.ts';
import { contentFilter, innerWords, joinWords, words } from '../../text/tokenize.ts';

type Place = Exclude<keyof TermWeights, 'highest' | 'meta'>;

/** How much a mention counts by where it stands. */
export const placeWeights = { title: 5, heading: 3, lead: 2, body: 1 } as const satisfies Record<Place, number>;

/**
 * Counts a document's terms by where they stand: single content words and pairs of neighbours, so that a keyword of several words can be found, and
 * the words inside of longer Chinese ones. The lead is the body's first paragraph, and is not counted in `body` again.
 * @param wantedTerms terms whose counts are given; all of them by default. A page has over a thousand, and topics look few of them up: to hand all of them from thread
 *   to thread cost more than to count them
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
  const [lead = '', ...rest] = text.body.trim().split(/\n\s*\n/);
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
  /** Of the whole document so far, by term. */
  readonly totals: Map<string, number>;
  readonly weight: number;
}

/** By passage, so that no pair reaches over the end of a paragraph. */
function countTerms(
  passages: readonly string[],
  { lang, wantedTerms: asked, totals, weight }: Counting,
): Readonly<Record<string, number>> {
  const isContent = contentFilter(lang);
  const counts = new Map<string, number>();
  const count = (term: string) => {
    if (asked.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
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
      // "bank of" and "of england" are kept: longer keywords are found through all their pairs
      if (previousWord !== null && (wasPreviousContent || isWordContent)) {
        const pair = joinWords(previousWord, word);
        // a pair with a space is never more frequent than the content word in it; a Chinese one may be a word that stands elsewhere too
        if (pair.length === previousWord.length + word.length) add(pair);
        else count(pair);
      }
      previousWord = word;
      wasPreviousContent = isWordContent;
    }
  }
  return Object.fromEntries(counts);
}
