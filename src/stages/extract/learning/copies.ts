import type { PageProfile } from '../../../model/wrapper/page-profile.ts';

/** Share of the smaller page's text that the other has, from which both show the same article. */
const minShared = 0.4;

/**
 * Pages without copies: of several pages with the same article (other addresses, later versions), a corrected one counts, else the first. Copies would make the
 * article's own lines recur.
 */
export function withoutCopies(pages: readonly PageProfile[]): PageProfile[] {
  const kept: { readonly at: number; readonly text: ReadonlyMap<string, number>; readonly words: number }[] = [];
  const order = [...pages.entries()].sort(([, a], [, b]) => Number(b.isCorrected) - Number(a.isCorrected));
  for (const [at, page] of order) {
    const text = articleLines(page);
    const words = [...text.values()].reduce((sum, count) => sum + count, 0);
    const isCopy = kept.some((other) => sharedWords(text, other.text) > minShared * Math.min(words, other.words));
    if (!isCopy || words === 0) kept.push({ at, text, words });
  }
  const remaining = new Set(kept.map(({ at }) => at));
  return pages.filter((_, at) => remaining.has(at));
}

/** Words by code of the article's longer lines: short ones recur anywhere. */
function articleLines({ blocks }: PageProfile): Map<string, number> {
  const lines = new Map<string, number>();
  for (const { code, words, score, isArticle } of blocks)
    if ((isArticle ?? score >= 0.5) && words >= minLineWords) lines.set(code, words);
  return lines;
}

/** Words of a line by which copies are noticed: shorter ones stand on many pages. Chosen by hand, not measured. */
const minLineWords = 12;

function sharedWords(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [code, words] of a) if (b.has(code)) sum += words;
  return sum;
}
