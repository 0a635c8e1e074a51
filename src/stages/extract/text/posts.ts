import { datePattern } from '../authors/visible-authors.ts';
import type { Element } from '../dom/tree.ts';
import type { Block } from '../page/blocks.ts';
import type { PageTree } from '../page/page-tree.ts';

/** Latin letters of full paragraphs; the page's own post and each other one have at least these. */
export const minPostLetters = 250;
/** Latin letters of a heading. */
export const maxHeadingLetters = 300;
/** Latin letters of a date line. */
const maxDateLetters = 120;

/** The blocks of a post; end exclusive. */
export interface PostRange {
  readonly start: number;
  readonly end: number;
}

/** For each block of a page whether one of the ranges holds it. */
export function blocksIn({ blocks }: PageTree, ranges: readonly PostRange[]): boolean[] {
  const isIn = blocks.map(() => false);
  for (const { start, end } of ranges) isIn.fill(true, start, end);
  return isIn;
}

/** Tag and class names of an element, digits as `#`: boxes of one list have the same. */
export const elementKind = ({ elements }: PageTree, at: number): string =>
  `${elements[at]?.localName}.${(elements[at]?.getAttribute('class') ?? '').replace(/\d+/g, '#')}`;

/** Tag and first class name of an element, digits as `#`: the further names tell odd from even posts. */
export const postKind = (element: Element | undefined): string =>
  `${element?.localName}.${element?.className.trim().split(/\s+/, 1)[0]?.replace(/\d+/g, '#') ?? ''}`;

/** A time of day is no date: entries of a live blog have it. */
export const isDateLine = ({ text, length }: Block): boolean =>
  length <= maxDateLetters &&
  // most lines have no digit, and the pattern is dear
  /\d/.test(text) &&
  (text.match(datePattern) ?? []).some((date) => !/^\d{1,2}:\d{2}/.test(date));

/** The index of the largest element that holds a block and none of the others; null where all its elements hold another one. */
export function elementWithout(
  { parents, starts, ends, blocks }: PageTree,
  block: number,
  others: readonly number[],
): number | null {
  let largest: number | null = null;
  for (let at = blocks[block]?.node ?? -1; at >= 0; at = parents[at] ?? -1) {
    const [start, end] = [starts[at] ?? 0, ends[at] ?? 0];
    if (others.some((other) => start <= other && other < end)) break;
    largest = at;
  }
  return largest;
}
