import type { Element } from '../dom/tree.ts';
import { isLong } from '../page/blocks.ts';
import type { PageTree } from '../page/page-tree.ts';
import { furnitureNamesOf } from './class-names.ts';
import { runningSum, sumBetween } from './gaps.ts';

// The four limits are chosen on the written layouts (test/quality/names); they cost nothing on the sealed corpora.

/** Probability, without names, from which a block is text. */
const textFrom = 0.5;
/** Probability from which a block is certain. */
const certainFrom = 0.75;
/** A box holds the article if at least this share of its length is text. */
const minTextShare = 0.75;
/** The boxes of one name must hold at least this share of the certain text: furniture that looks like text has less. */
const minPageShare = 0.05;

/** Returns the elements with furniture names if these hold enough of the page's long text; empty on most pages. */
export function findSuspiciousBoxes({ elements, starts, ends, blocks }: PageTree): ReadonlySet<Element> {
  const named = new Set<Element>();
  const long = runningSum(blocks.map((block) => (isLong(block) ? block.length : 0)));
  let [inside, last] = [0, 0];
  for (const [at, element] of elements.entries()) {
    const [start, end] = [starts[at] ?? 0, ends[at] ?? 0];
    if (start === end || furnitureNamesOf(element).length === 0) continue;
    named.add(element);
    // a nested box is counted with the outer one
    if (end > last) inside += sumBetween(long, start, end);
    last = Math.max(last, end);
  }
  return inside >= Math.max(1, minPageShare * sumBetween(long, 0, blocks.length)) ? named : new Set();
}

/** Returns the suspicious elements that hold the article. @param probabilities by block, predicted without the names of these elements */
export function findArticleBoxes(
  { elements, starts, ends, blocks }: PageTree,
  suspicious: ReadonlySet<Element>,
  probabilities: readonly number[],
): ReadonlySet<Element> {
  const lengthsFrom = (probability: number) =>
    runningSum(blocks.map(({ length }, at) => ((probabilities[at] ?? 0) >= probability ? length : 0)));
  const [all, text, certain] = [lengthsFrom(0), lengthsFrom(textFrom), lengthsFrom(certainFrom)];
  // a page may have no certain text
  const weighed = sumBetween(certain, 0, blocks.length) > 0 ? certain : text;
  const boxes: Element[] = [];
  const texts = new Map<string, { length: number; end: number }>();
  for (const [at, element] of elements.entries()) {
    const [start, end] = [starts[at] ?? 0, ends[at] ?? 0];
    if (!suspicious.has(element)) continue;
    const length = sumBetween(all, start, end);
    if (length === 0 || sumBetween(text, start, end) < minTextShare * length) continue;
    boxes.push(element);
    const weight = sumBetween(weighed, start, end);
    for (const name of furnitureNamesOf(element)) {
      const previous = texts.get(name) ?? { length: 0, end: 0 };
      // a nested box of the same name is counted with the outer one
      if (end > previous.end) texts.set(name, { length: previous.length + weight, end });
    }
  }
  const minWeight = minPageShare * sumBetween(weighed, 0, blocks.length);
  return new Set(
    boxes.filter((element) => furnitureNamesOf(element).some((name) => (texts.get(name)?.length ?? 0) >= minWeight)),
  );
}
