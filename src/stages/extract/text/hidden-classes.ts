import { closestWhere } from '../dom/closest-where.ts';
import type { Element, Text } from '../dom/tree.ts';
import { type Block, longLettersIn } from '../page/blocks.ts';
import { forScreenReaders, hidingNames } from '../page/furniture-names.ts';
import type { PageTree } from '../page/page-tree.ts';
import { lettersOf } from './flat-copies.ts';

/** Their words inside longer names mean something else: `hide-on-print`. */
const hidingClass = new RegExp(`(?:^|\\s)(?:${hidingNames})(?:\\s|$)`);
/** Shows the box again on wide or narrow screens: `d-md-block`, `lg:block`, `visible-xs`. */
const showingClass =
  /(?:^|\s)(?:d-\w+-(?:block|flex|inline|grid)\S*|\w+:(?:block|flex|inline|grid|visible)\S*|visible-\S+|js-\S*|\S*reveal\S*)(?:\s|$)/;
/** Latin letters of full paragraphs that the page must have besides: with fewer, the hidden box may be the article. */
const minShownLetters = 600;
/** Share of the page's full paragraphs in a single box that may be hidden. */
const maxSingleShare = 0.3;
/** Share in notes for screen readers. */
const maxNotesShare = 0.1;
/** Share in a box before the headline: no article is there. */
const maxShareBefore = 0.6;
/** Share in boxes of one kind; related articles may be longer than the article. */
const maxKindShare = 0.8;

interface HiddenBox {
  readonly at: number;
  readonly start: number;
  readonly end: number;
}

/**
 * Hides boxes with a utility class that hides them in the style sheet. A script may remove the class, so the name is not enough: the box is for screen readers,
 * or has a heading and links as a card, or stands beside another such box; it never holds the headline, and full paragraphs remain.
 */
export const findHiddenByClass = (tree: PageTree, headline: Block | null): boolean[] =>
  findHiddenBoxes(tree, headline, hasHidingClass);

/** The same for boxes that a style or an attribute hides: scripts show these, too. A copy of shown lines is for machines. */
export function findHiddenByStyle(tree: PageTree, headline: Block | null): boolean[] {
  const { blocks } = tree;
  const isHidden = findHiddenBoxes(tree, headline, hasHidingStyle);
  const boxes = hiddenBoxes(tree, headline === null ? -1 : blocks.indexOf(headline), hasHidingStyle);
  const inline = blocks.flatMap((block, at) =>
    block !== headline && isHiddenInline(block) ? [{ start: at, end: at + 1 }] : [],
  );
  const candidates = [...boxes, ...inline].filter(({ start, end }) => end - start <= maxCopyBlocks);
  if (candidates.length === 0) return isHidden;
  const lines = blocks.map(({ text }) => lettersOf(text));
  for (const { start, end } of candidates.slice(0, maxCopies))
    if (isCopy(tree, lines, start, end)) isHidden.fill(true, start, end);
  return isHidden;
}

/** Whether all of a block's text is in inline elements that a style hides. */
function isHiddenInline({ pieces, element }: Block): boolean {
  const words = pieces.filter(({ data }) => data.trim() !== '');
  const isHiddenPiece = ({ parentElement }: Text): boolean => {
    const box = parentElement === null ? null : closestWhere(parentElement, hasHidingStyle);
    return box !== null && box !== element && element.contains(box);
  };
  return words.length > 0 && words.every(isHiddenPiece);
}

/** Blocks of a hidden copy. */
const maxCopyBlocks = 3;
/** Boxes that are compared with the page's lines: the work is bounded on hostile pages. */
const maxCopies = 50;
/** Letters of a line that a copy may repeat, at least, and their share in it. The rest are addresses. */
const minCopiedLetters = 15;
const minCopiedShare = 0.5;

/** Whether lines of the page, the headline among them, stand again in a box: two or more. @param lines the letters of each block */
function isCopy({ blocks }: PageTree, lines: readonly string[], start: number, end: number): boolean {
  const whole = lines.slice(start, end).join('');
  const others = new Set(
    lines.filter((_, at) => (at < start || at >= end) && (blocks[at]?.length ?? 0) <= whole.length),
  );
  const copied = [...others].filter((line) => line.length >= minCopiedLetters && whole.includes(line));
  return copied.length >= 2 && copied.reduce((sum, line) => sum + line.length, 0) >= minCopiedShare * whole.length;
}

function findHiddenBoxes(tree: PageTree, headline: Block | null, isHiding: (element: Element) => boolean): boolean[] {
  const { blocks } = tree;
  const isHidden = blocks.map(() => false);
  const headlineAt = headline === null ? -1 : blocks.indexOf(headline);
  const boxes = hiddenBoxes(tree, headlineAt, isHiding);
  if (boxes.length === 0) return isHidden;
  const all = longLettersIn(blocks);
  const longLettersInBoxes = (some: readonly HiddenBox[]) =>
    some.reduce((sum, { start, end }) => sum + longLettersIn(blocks.slice(start, end)), 0);
  const notes = boxes.filter((box) => isNote(tree, box));
  // of all kinds together: a text in many boxes would be many kinds
  const hasFewNotes = longLettersInBoxes(notes) <= maxNotesShare * all;
  for (const { start, end } of hasFewNotes ? notes : []) isHidden.fill(true, start, end);
  const others = withoutNumbered(
    tree,
    boxes.filter((box) => !isNote(tree, box)),
  );
  for (const kind of Map.groupBy(others, ({ at }) => kindOf(tree, at)).values()) {
    const separate = kind.filter((box) => isSeparate(tree, box, kind.length));
    if (longLettersInBoxes(separate) > all * maxShareOf(separate, headlineAt)) continue;
    for (const { start, end } of separate) isHidden.fill(true, start, end);
  }
  const shown = longLettersIn(blocks.filter((_, at) => isHidden[at] !== true));
  return shown >= minShownLetters && shown >= (1 - maxKindShare) * all ? isHidden : blocks.map(() => false);
}

/** Outermost boxes with a hiding class and full paragraphs. */
function hiddenBoxes(
  { elements, starts, ends, blocks }: PageTree,
  headlineAt: number,
  isHiding: (element: Element) => boolean,
): HiddenBox[] {
  const boxes: HiddenBox[] = [];
  let last = 0;
  for (const [at, element] of elements.entries()) {
    const [start, end] = [starts[at] ?? 0, ends[at] ?? 0];
    if (start === end || end <= last || !isHiding(element) || (start <= headlineAt && headlineAt < end)) continue;
    // short labels stay: they mark where a text ends
    if (longLettersIn(blocks.slice(start, end)) > 0) boxes.push({ at, start, end });
    last = end;
  }
  return boxes;
}

function hasHidingClass(element: Element): boolean {
  const name = element.getAttribute('class');
  return name !== null && hidingClass.test(name) && !showingClass.test(name) && element.localName !== 'body';
}

const hasHidingStyle = (element: Element): boolean =>
  element.localName !== 'body' &&
  (element.hasAttribute('hidden') ||
    /display:none|visibility:hidden/i.test((element.getAttribute('style') ?? '').replaceAll(' ', '')));

const kindOf = ({ elements, parents }: PageTree, at: number): string =>
  `${parents[at]} ${elements[at]?.localName}.${elements[at]?.className}`;

const isNote = ({ elements }: PageTree, { at }: HiddenBox): boolean =>
  forScreenReaders.test(elements[at]?.className ?? '');

/** Whether a box is more than a part of a text whose end a script shows: of a single such box without a heading nobody knows. */
function isSeparate({ blocks }: PageTree, { start, end }: HiddenBox, count: number): boolean {
  const inside = blocks.slice(start, end);
  if (inside.length < 2) return false;
  const hasHeading = inside.slice(0, 2).some((block) => /^h[1-6]$/.test(block.element.localName));
  return count >= 2 || (hasHeading && inside[0]?.element.closest('details, [role="tabpanel"]') === null);
}

/** The boxes without those that begin with consecutive numbers: these are parts of one text. */
function withoutNumbered({ blocks }: PageTree, boxes: readonly HiddenBox[]): readonly HiddenBox[] {
  const numbers = boxes.map(({ start }) => Number(/^\D{0,12}?(\d{1,4})(?!\d)/u.exec(blocks[start]?.text ?? '')?.[1]));
  return boxes.filter((_, at) => {
    const number = numbers[at] ?? Number.NaN;
    return numbers[at - 1] !== number - 1 && numbers[at + 1] !== number + 1;
  });
}

/** The share of the page's full paragraphs that boxes of one kind may hide. */
function maxShareOf(boxes: readonly HiddenBox[], headlineAt: number): number {
  if (boxes.length > 1) return maxKindShare;
  return boxes.every(({ end }) => end <= headlineAt) ? maxShareBefore : maxSingleShare;
}
