import type { Element } from '../dom/tree.ts';
import { isLong } from '../page/blocks.ts';
import type { PageTree } from '../page/page-tree.ts';
import { furnitureNamesOf } from './class-names.ts';

/** From here on the model, asked without names, takes a block for text. */
const taken = 0.5;
/** From here on a block is certain. */
const certainFrom = 0.75;
/** A box is the article's where so much of its text is taken, … */
const mostly = 0.75;
/** … and its name stands on so much of what is certain: of furniture that looks like text there is less. All four are chosen on the written layouts (test/quality/names) and cost nothing on the sealed corpora. */
const leastShare = 0.05;

/** Elements with a name of furniture, where a good part of the page's long text stands in such; empty on most pages. */
export function boxesUnderSuspicion({ elements, starts, ends, blocks }: PageTree): ReadonlySet<Element> {
  const named = new Set<Element>();
  const long = runningSum(blocks.map((block) => (isLong(block) ? block.length : 0)));
  let [inside, last] = [0, 0];
  for (const [at, element] of elements.entries()) {
    const [start, end] = [starts[at] ?? 0, ends[at] ?? 0];
    if (start === end || furnitureNamesOf(element).length === 0) continue;
    named.add(element);
    // what stands in a box of the last one was counted with it
    if (end > last) inside += sumIn(long, start, end);
    last = Math.max(last, end);
  }
  return inside >= Math.max(1, leastShare * sumIn(long, 0, blocks.length)) ? named : new Set();
}

/** Those that hold the article, by what the model says of the page without their names. */
export function boxesOfText(
  { elements, starts, ends, blocks }: PageTree,
  suspicious: ReadonlySet<Element>,
  probabilities: readonly number[],
): ReadonlySet<Element> {
  const lengthsFrom = (least: number) =>
    runningSum(blocks.map(({ length }, at) => ((probabilities[at] ?? 0) >= least ? length : 0)));
  const [all, text, certain] = [lengthsFrom(0), lengthsFrom(taken), lengthsFrom(certainFrom)];
  // a page may have nothing certain
  const weighed = sumIn(certain, 0, blocks.length) > 0 ? certain : text;
  const boxes: Element[] = [];
  const texts = new Map<string, { length: number; end: number }>();
  for (const [at, element] of elements.entries()) {
    const [start, end] = [starts[at] ?? 0, ends[at] ?? 0];
    if (!suspicious.has(element)) continue;
    const length = sumIn(all, start, end);
    if (length === 0 || sumIn(text, start, end) < mostly * length) continue;
    boxes.push(element);
    const weight = sumIn(weighed, start, end);
    for (const name of furnitureNamesOf(element)) {
      const before = texts.get(name) ?? { length: 0, end: 0 };
      // a box within a box of the same name is counted with it
      if (end > before.end) texts.set(name, { length: before.length + weight, end });
    }
  }
  const least = leastShare * sumIn(weighed, 0, blocks.length);
  return new Set(
    boxes.filter((element) => furnitureNamesOf(element).some((name) => (texts.get(name)?.length ?? 0) >= least)),
  );
}

/** Sums before each place: [n] is that of all. */
function runningSum(values: readonly number[]): Float64Array {
  const sums = new Float64Array(values.length + 1);
  for (const [at, value] of values.entries()) sums[at + 1] = (sums[at] ?? 0) + value;
  return sums;
}

const sumIn = (sums: Float64Array, start: number, end: number): number => (sums[end] ?? 0) - (sums[start] ?? 0);
