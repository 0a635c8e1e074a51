import type { PageBlocks } from '../../../model/wrapper/page-blocks.ts';

/** Steps of a block's length: texts of about the same length count as one. */
const lengthStep = 60;

/** The pages that show most of a layout, those that differ most from each other first; of equals the earlier. The first has the most blocks. */
export function differentPages<T extends { readonly blocks: PageBlocks }>(pages: readonly T[], count: number): T[] {
  const rest = pages.map((page) => ({ page, marks: marksOf(page.blocks) }));
  const chosen: typeof rest = [];
  while (chosen.length < count && rest.length > 0) {
    const scored = rest.map((one) => ({
      one,
      score:
        chosen.length === 0 ? one.marks.size : Math.min(...chosen.map((other) => distance(one.marks, other.marks))),
    }));
    const best = scored.reduce((a, b) => (b.score > a.score ? b : a)).one;
    chosen.push(best);
    rest.splice(rest.indexOf(best), 1);
  }
  return chosen.map(({ page }) => page);
}

/** How often each sort of block stands in the page, up to some. */
function marksOf({ blocks }: PageBlocks): ReadonlySet<string> {
  const counts = new Map<string, number>();
  const marks = new Set<string>();
  for (const { tag, text } of blocks) {
    const sort = `${tag} ${Math.min(5, Math.floor(text.length / lengthStep))}`;
    const count = (counts.get(sort) ?? 0) + 1;
    counts.set(sort, count);
    marks.add(`${sort} ${count}`);
  }
  return marks;
}

const distance = (a: ReadonlySet<string>, b: ReadonlySet<string>): number =>
  1 - a.intersection(b).size / Math.max(1, a.union(b).size);
