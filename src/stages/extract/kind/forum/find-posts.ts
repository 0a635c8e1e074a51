import { type Block, lettersIn, longLettersIn } from '../../page/blocks.ts';
import type { PageTree } from '../../page/page-tree.ts';
import { postKind } from '../../text/posts.ts';
import { dateMarks, isMemberAddress, labelMarks, nameMarks, textMarks } from './post-marks.ts';
import { type IsMark, textElements } from './post-texts.ts';

// Posts are found by their structure alone: boxes of one markup, each with who wrote it, when, and a text. The comments below an article are such boxes, too; what else
// the page has tells the two apart (page-model/).

/** The boxes with the posts of a page, as indexes of elements in document order. In nested answers a box holds other boxes. */
export interface PostBoxes {
  readonly boxes: readonly number[];
  /** Each box says who wrote it. Without that, boxes with a date are posts, entries of a change log or of a list: what else the page has must tell. */
  readonly areNamed: boolean;
  /** For each box the element with the post's text; null: no element holds that alone. */
  readonly texts: readonly (number | null)[];
  /** They, or a box around them, are called comments. */
  readonly areComments: boolean;
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

/** Boxes of one markup that are read: the work is bounded. */
const maxBoxes = 400;
/** Latin letters of a line that is a link: a headline. */
const minHeadlineLetters = 15;

/** The posts of a page: at least two boxes of one markup with a name, a date and a text each; without names, with a line each that may be one. Null: there are none. */
export function findPosts(tree: PageTree): PostBoxes | null {
  const dates = dateMarks(tree);
  if (dates.length < 2) return null;
  const names = nameMarks(tree);
  const named = names.length < 2 ? null : (boxesWith(tree, names, dates) ?? boxesBelow(tree, names, dates));
  if (named !== null) return { ...named, areNamed: true };
  const unnamed = boxesWith(tree, labelMarks(tree), dates);
  return unnamed === null || unnamed.titledShare > maxTitled || unnamed.linkShare > maxTitled
    ? null
    : { ...unnamed, areNamed: false };
}

/** Share of boxes with a headline that is a link, and of letters in links, from which boxes without names are entries of a list. */
const maxTitled = 0.35;

function boxesWith(tree: PageTree, names: readonly number[], dates: readonly number[]) {
  if (names.length < 2) return null;
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
  const ordered = best.toSorted((a, b) => a - b);
  return describeBoxes(tree, withoutArticle(tree, ordered), (at) => marks.has(at));
}

/** Some forums put the head of a post, with its date, in a box of its own before the post: then the date counts as the post's. */
function boxesBelow(tree: PageTree, names: readonly number[], dates: readonly number[]) {
  const below = dates.slice(0, maxMarks).flatMap((date) => boxBelowHead(tree, date) ?? []);
  return below.length < 2 ? null : boxesWith(tree, names, below);
}

/** Latin letters of the head of a post. */
const maxHead = 80;

/** The box after the largest one around a date that is a head; null: there is none, or it has the same markup. */
function boxBelowHead(tree: PageTree, date: number): number | null {
  const { parents, depths, elements } = tree;
  let head = date;
  for (let at = date; at >= 0 && isHead(tree, at); at = parents[at] ?? -1) head = at;
  let next = head + 1;
  while ((depths[next] ?? 0) > (depths[head] ?? 0)) next++;
  const isBelow = parents[next] === parents[head] && postKind(elements[next]) !== postKind(elements[head]);
  return isBelow ? next : null;
}

/** The head of the post in a box: the element before it, where that is short; null: there is none. */
export function headBefore(tree: PageTree, box: number): number | null {
  const { parents, depths } = tree;
  let before = box - 1;
  while ((depths[before] ?? 0) > (depths[box] ?? 0)) before--;
  return before >= 0 && parents[before] === parents[box] && isHead(tree, before) ? before : null;
}

const isHead = ({ blocks, starts, ends }: PageTree, at: number): boolean =>
  lettersIn(blocks.slice(starts[at], ends[at])) <= maxHead;

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
    const name = postKind(this.#tree.elements[at]);
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

function describeBoxes(tree: PageTree, boxes: readonly number[], isMark: IsMark) {
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
      .some((link) => isMemberAddress(link.getAttribute('href') ?? ''));
  return {
    boxes,
    texts: textElements(tree, boxes, (at) => postKind(tree.elements[at]), isMark),
    areComments: areComments(tree, outer[0]),
    memberShare: boxes.filter(isOfMember).length / boxes.length,
    lettersInside: longLettersIn(inside),
    lettersBefore: longLettersIn(blocks.slice(0, starts[boxes[0] ?? 0])),
    linkShare: letters === 0 ? 0 : linked / letters,
    titledShare: ownTitles.size < 2 ? 0 : ownTitles.size / outer.length,
  };
}

/** Links of a box that are looked at: bounds the work. Chosen by hand, not measured. */
const maxLinksOfBox = 40;

const commentName = /comment|respond|disqus|kommentar|comentario|commentaire|feedback/i;
/** Levels around a post in which the name of a comment area counts. Chosen by hand, not measured. */
const maxLevels = 6;

/** So many times the text of the longest comment: what they are about is an article, and no post. */
const timesLongestComment = 1.5;

/** Without the first box where only the others are comments, and it is longer than all of them: it has their markup, but is what they are about. */
function withoutArticle(tree: PageTree, boxes: readonly number[]): readonly number[] {
  const [first, ...others] = boxes;
  if (first === undefined || others.length < 2 || areComments(tree, first)) return boxes;
  const textOf = (at: number): number => longLettersIn(tree.blocks.slice(tree.starts[at], tree.ends[at]));
  const isLonger = textOf(first) > timesLongestComment * Math.max(...others.map(textOf));
  return isLonger && others.every((at) => areComments(tree, at)) ? others : boxes;
}

function areComments({ elements, parents }: PageTree, first: number | undefined): boolean {
  for (let at = first ?? -1, level = 0; at >= 0 && level < maxLevels; at = parents[at] ?? -1, level++) {
    const element = elements[at];
    if (element !== undefined && element.localName !== 'body' && commentName.test(`${element.className} ${element.id}`))
      return true;
  }
  return false;
}

/** A post with a subject links itself: such a link has a fragment. */
const isHeadlineLink = ({ element, length, linkLength, links }: Block): boolean => {
  if (links !== 1 || length < minHeadlineLetters || linkLength <= 0.8 * length) return false;
  const heading = element.closest('h1, h2, h3, h4');
  const link = heading?.querySelector('a[href]') ?? heading?.closest('a[href]') ?? null;
  return heading !== null && link?.getAttribute('href')?.includes('#') !== true;
};

/** The boxes that no other one holds. */
function outermost({ parents }: PageTree, boxes: readonly number[]): readonly number[] {
  const all = new Set(boxes);
  return boxes.filter((box) => {
    for (let at = parents[box] ?? -1; at >= 0; at = parents[at] ?? -1) if (all.has(at)) return false;
    return true;
  });
}
