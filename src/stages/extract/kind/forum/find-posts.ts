import type { Element } from '../../dom/tree.ts';
import { type Block, longLettersIn } from '../../page/blocks.ts';
import { memberAddress } from '../../page/known-addresses.ts';
import type { PageTree } from '../../page/page-tree.ts';
import { isDateLine } from '../../text/posts.ts';
import { type IsMark, textElements } from './post-texts.ts';

// Posts are found by their structure alone: boxes of one markup, each with who wrote it, when, and a text. The comments below an article are such boxes, too; what else
// the page has tells the two apart (page-model/).

/** The boxes with the posts of a page, as indexes of elements in document order. In nested answers a box holds other boxes. */
export interface PostBoxes {
  readonly boxes: readonly number[];
  /** For each box the element with the post's text; null: no element holds that alone. */
  readonly texts: readonly (number | null)[];
  /** Share of the boxes with a link to a member of the site. */
  readonly memberShare: number;
  /** Latin letters of long text in the boxes, and before the first one. */
  readonly lettersInside: number;
  readonly lettersBefore: number;
  /** Share of the text of the boxes in links: the rows of a list consist of links. */
  readonly linkShare: number;
  /** Share of the boxes with a heading that is a link, and that no other one has: the entries of a list. */
  readonly titledShare: number;
}

/** Class names and properties of the place of a member's name. */
const memberName =
  /(?:^|[-_\s])(?:authors?|(?:big)?user(?:name|info|details|card)?|poster(?:name|info)?|postername|postauthor|member|nick(?:name)?|hnuser|tagline|byline)(?:$|[-_\s])/i;
const maxNameLetters = 60;
/** Days and hours before now: "2d", "5 hr. ago", "vor 3 Tagen", "3 小时前", "today at 4 pm". The short forms are the whole line. */
const agoLine =
  /^\d{1,3}\s*(?:s|m|h|d|w|mo|y|min|hr)s?\.?$|(?<!\d)\d{1,3}\s*(?:s|m|h|d|w|mo|y|mins?|hrs?|minutes?|hours?|days?|weeks?|months?|years?)\.?\s+ago|(?:vor|il y a|hace|há)\s+\d|^(?:today|yesterday|heute|gestern|hier|ayer|hoy)\b|\d\s*(?:分钟|分鐘|小时|小時|天|日)以?前|昨天|今天/iu;
const maxAgoLetters = 60;
/** Words of a post's text in one line, at least. */
const minPostWords = 4;
/** Boxes of one markup that are read: the work is bounded. */
const maxBoxes = 400;
/** Latin letters of a line that is a link: a headline. */
const minHeadlineLetters = 15;

/** The posts of a page; null where it has fewer than two boxes of one markup with a name, a date and a text each. */
export function findPosts(tree: PageTree): PostBoxes | null {
  const names = nameMarks(tree);
  if (names.length < 2) return null;
  const dates = dateMarks(tree);
  if (dates.length < 2) return null;
  const kinds = new Kinds(tree);
  const named = nearestBoxes(tree, kinds, names);
  const dated = nearestBoxes(tree, kinds, dates);
  const both = new Set([...named].filter((at) => dated.has(at)));
  if (both.size < 2) return null;
  // without two boxes of one kind, which most pages do not have, their text is not looked at
  const repeated = [...Map.groupBy(both, (at) => kinds.numberOf(at)).values()]
    .filter(({ length }) => length > 1)
    .flat();
  if (repeated.length === 0) return null;
  const withText = nearestBoxes(tree, kinds, textMarks(tree));
  const groups = Map.groupBy(
    repeated.filter((at) => withText.has(at)),
    (at) => kinds.numberOf(at),
  );
  let best: readonly number[] = [];
  let mostBlocks = 0;
  for (const boxes of groups.values()) {
    if (boxes.length < Math.max(2, best.length) || boxes.length > maxBoxes) continue;
    const blocks = outermost(tree, boxes).reduce((sum, at) => sum + (tree.ends[at] ?? 0) - (tree.starts[at] ?? 0), 0);
    // of as many boxes in boxes the larger ones are the posts
    if (boxes.length === best.length && blocks <= mostBlocks) continue;
    best = boxes;
    mostBlocks = blocks;
  }
  if (best.length < 2) return null;
  const marks = new Set([...names, ...dates]);
  return describeBoxes(
    tree,
    best.toSorted((a, b) => a - b),
    (at) => marks.has(at),
  );
}

/** For each mark the nearest element of every markup around it: a box around boxes of the same markup has only what is outside of these. */
function nearestBoxes({ parents }: PageTree, kinds: Kinds, marks: readonly number[]): Set<number> {
  const nearest = new Set<number>();
  // by kind the last mark that met it
  const seenBy = new Map<number, number>();
  for (const mark of marks.slice(0, maxMarks)) {
    for (let at = mark; at >= 0; at = parents[at] ?? -1) {
      const kind = kinds.numberOf(at);
      if (seenBy.get(kind) === mark) continue;
      seenBy.set(kind, mark);
      nearest.add(at);
    }
  }
  return nearest;
}

/** The kinds of a page's elements, as numbers, each computed once. */
class Kinds {
  readonly #tree: PageTree;
  readonly #numbers: Int32Array;
  readonly #numberByName = new Map<string, number>();

  constructor(tree: PageTree) {
    this.#tree = tree;
    this.#numbers = new Int32Array(tree.elements.length);
  }

  numberOf(at: number): number {
    const known = this.#numbers[at] ?? 0;
    if (known !== 0) return known;
    const name = kindOf(this.#tree.elements[at]);
    let number = this.#numberByName.get(name);
    if (number === undefined) {
      number = this.#numberByName.size + 1;
      this.#numberByName.set(name, number);
    }
    this.#numbers[at] = number;
    return number;
  }
}

/** Names, dates and lines of text that are read: the work is bounded. */
const maxMarks = 1_500;

function describeBoxes(tree: PageTree, boxes: readonly number[], isMark: IsMark): PostBoxes {
  const { blocks, starts, ends, elements } = tree;
  const outer = outermost(tree, boxes);
  const inside = outer.flatMap((at) => blocks.slice(starts[at], ends[at]));
  const letters = inside.reduce((sum, { length }) => sum + length, 0);
  const linked = inside.reduce((sum, { linkLength }) => sum + linkLength, 0);
  const titles = outer.flatMap((at) => blocks.slice(starts[at], ends[at]).find(isHeadlineLink)?.text ?? []);
  // the answers of a topic have its title
  const ownTitles = new Set(titles.map((title) => title.replace(/^(?:re|aw|sv|ré)\s*:\s*/i, '')));
  const isOfMember = (at: number): boolean =>
    [...(elements[at]?.querySelectorAll('a[href]') ?? [])]
      .slice(0, maxLinksOfBox)
      .some((link) => memberAddress.test(link.getAttribute('href') ?? ''));
  return {
    boxes,
    texts: textElements(tree, boxes, (at) => kindOf(tree.elements[at]), isMark),
    memberShare: boxes.filter(isOfMember).length / boxes.length,
    lettersInside: longLettersIn(inside),
    lettersBefore: longLettersIn(blocks.slice(0, starts[boxes[0] ?? 0])),
    linkShare: letters === 0 ? 0 : linked / letters,
    titledShare: ownTitles.size < 2 ? 0 : ownTitles.size / outer.length,
  };
}

const maxLinksOfBox = 40;

const isHeadlineLink = ({ element, length, linkLength, links }: Block): boolean =>
  links === 1 &&
  length >= minHeadlineLetters &&
  linkLength > 0.8 * length &&
  (element.closest('h1, h2, h3, h4') ?? null) !== null;

/** The boxes that no other one holds. */
function outermost({ parents }: PageTree, boxes: readonly number[]): readonly number[] {
  const all = new Set(boxes);
  return boxes.filter((box) => {
    for (let at = parents[box] ?? -1; at >= 0; at = parents[at] ?? -1) if (all.has(at)) return false;
    return true;
  });
}

/** Elements that name a member. */
const nameMarks = (tree: PageTree): number[] => [...tree.tags.keys()].filter((at) => isNameMark(tree, at));

/** Class names of one page repeat: most are looked up. Bounded by being emptied. */
const knownNames = new Map<string, boolean>();
const maxKnownNames = 5_000;

function isMemberName(name: string): boolean {
  const known = knownNames.get(name);
  if (known !== undefined) return known;
  if (knownNames.size >= maxKnownNames) knownNames.clear();
  const is = memberName.test(name);
  knownNames.set(name, is);
  return is;
}

/** Whether an element names a member: a link to one, or a short text in an element with such a name. */
export function isNameMark({ elements, tags, starts, ends, blocks }: PageTree, at: number): boolean {
  const [start, end] = [starts[at] ?? 0, ends[at] ?? 0];
  const isLink = tags[at] === 'a';
  // most elements hold more, or nothing
  if (!isLink && end - start > 3) return false;
  const { attributes } = elements[at] as Element;
  let isNamed = false;
  for (const { name, value } of attributes) {
    if (isLink && ((name === 'href' && memberAddress.test(value)) || (name === 'rel' && value === 'author')))
      return true;
    if ((name === 'class' || name === 'itemprop') && value !== '' && isMemberName(value)) isNamed = true;
  }
  if (!isNamed || end - start > 3) return false;
  let letters = 0;
  for (let block = start; block < end; block++) letters += blocks[block]?.length ?? 0;
  return letters <= maxNameLetters;
}

/** Elements that say when: `time` and its kin, and lines with a date. */
function dateMarks(tree: PageTree): number[] {
  const marks = [...tree.tags.keys()].filter((at) => isDateMark(tree, at));
  for (const block of tree.blocks)
    if (isDateLine(block) || (block.length <= maxAgoLetters && agoLine.test(block.text))) marks.push(block.node);
  return marks;
}

/** Whether an element is there for a date: `time` and its kin, or one with a date in its tooltip. */
export function isDateMark({ tags, elements }: PageTree, at: number): boolean {
  const tag = tags[at] ?? '';
  return tag === 'time' || tag.endsWith('-time') || hasDateInTooltip(tag, elements[at]);
}

const tooltipTags = new Set(['span', 'abbr', 'a', 'li']);
const hasDateInTooltip = (tag: string, element: Element | undefined): boolean =>
  tooltipTags.has(tag) && /\b(?:19|20)\d\d\b/.test(element?.getAttribute('title') ?? '');

/** Tag and first class name, digits as `#`: the further names tell odd from even posts. */
const kindOf = (element: Element | undefined): string =>
  `${element?.localName}.${element?.className.trim().split(/\s+/, 1)[0]?.replace(/\d+/g, '#') ?? ''}`;

/** Lines that are more than links and labels. */
const textMarks = ({ blocks }: PageTree): number[] =>
  blocks
    .filter(
      ({ text, length, linkLength }) => linkLength < 0.5 * length && !isDateText(text) && length >= 5 * minPostWords,
    )
    .map(({ node }) => node);

/** A line that begins with a number or is short says when, or how many posts somebody has. */
const isDateText = (text: string): boolean => text.length < 25 && /\d/.test(text);
