import type { Element } from '../dom/tree.ts';
import { type Block, isLinkLine, isLong, longLettersIn } from '../page/blocks.ts';
import { postNames } from '../page/furniture-names.ts';
import type { PageTree } from '../page/page-tree.ts';
import { blocksIn, elementWithout, isDateLine, maxHeadingLetters, minPostLetters, type PostRange } from './posts.ts';

const postClass = new RegExp(`(?:^|\\s)(?:${postNames})(?:\\s|$)`);

/** Latin letters of the page's own text before posts in another markup: with fewer, they may be the parts of a live blog. */
const minOwnLetters = 600;
/** At most this many headings are examined on a page: the work is bounded. */
const maxHeadings = 150;
/** More articles in a text are its parts. */
const maxInserted = 2;
/** Length of articles in a text, as a share of the rest. */
const maxInsertedShare = 0.6;
/** Blocks at the beginning of a post among which its heading is: a date or a rubric may precede it. */
const maxBlocksBeforeHeading = 3;
/** Blocks at each end of a post among which its date or its author is. */
const signedEdge = 4;

/** An element that holds one post. */
interface Post extends PostRange {
  /** Index of the element. */
  readonly at: number;
}

/**
 * Hides further full posts beside the page's own post: those of a blog's front page, of endless scrolling. Two kinds of evidence: their headings have the
 * markup of the page's headline, and each post, the page's own included, has its own date or its own address. Sections of one article have neither.
 */
export function findOtherPosts(tree: PageTree, headline: Block | null): boolean[] {
  const { blocks } = tree;
  const headlineAt = headline === null ? -1 : blocks.indexOf(headline);
  if (headlineAt < 0) return blocksIn(tree, []);
  return blocksIn(tree, [
    ...postsLikeOwn(tree, headlineAt),
    ...declaredPosts(tree, headlineAt),
    ...insertedArticles(tree, headlineAt),
  ]);
}

/** Posts whose headings have the markup of the page's headline. Sections of one article have neither dates nor addresses. */
function postsLikeOwn(tree: PageTree, headlineAt: number): Post[] {
  const { blocks } = tree;
  const heading = headingOf(blocks[headlineAt] as Block);
  if (heading === null) return [];
  const rivals = headingsIn(blocks).filter((at) => at !== headlineAt && hasMarkupOf(blocks[at] as Block, heading));
  const own = rivals.length === 0 ? null : postAround(tree, headlineAt, rivals);
  if (own === null || longLettersOf(tree, own) < minPostLetters) return [];
  const ownSigns = signsOf(tree, own, headlineAt);
  return rivals.flatMap((at) => {
    const post = postAround(tree, at, [headlineAt, ...rivals.filter((rival) => rival !== at)]);
    if (post === null || longLettersOf(tree, post) < minPostLetters) return [];
    const signs = signsOf(tree, post, at);
    return (ownSigns.hasDate && signs.hasDate) || (ownSigns.hasAddress && signs.hasAddress) ? [post] : [];
  });
}

/** Elements that declare themselves posts, whatever their headings look like. They have a day, and a heading that is a link or of the first level. */
function declaredPosts(tree: PageTree, headlineAt: number): Post[] {
  const { blocks, elements } = tree;
  const headings = headingsIn(blocks);
  const posts = headings.flatMap((at) => {
    if (at === headlineAt) return [];
    const post = postAround(tree, at, [
      headlineAt,
      ...headings.filter((other) => other !== at && isPostTitle(blocks[other] as Block)),
    ]);
    if (post === null || longLettersOf(tree, post) < minPostLetters || !isPostTitle(blocks[at] as Block)) return [];
    return isDeclared(tree, elements, post) && signsOf(tree, post, at).hasDay ? [post] : [];
  });
  return behindOwnText(tree, headlineAt, posts);
}

/** Other articles inside the text: an `article` with its own heading between two paragraphs of the page's own. Many of them are parts of one text. */
function insertedArticles(tree: PageTree, headlineAt: number): Post[] {
  const { blocks, elements, starts, ends, tags } = tree;
  const isParagraphOf = (box: Element | null, block: Block | undefined) =>
    block !== undefined && isLong(block) && block.element.parentElement === box;
  const posts = tags.flatMap((tag, at) => {
    const [start, end] = [starts[at] ?? 0, ends[at] ?? 0];
    if (tag !== 'article' || start === end || start <= headlineAt) return [];
    const box = elements[at]?.parentElement ?? null;
    const isBetween = isParagraphOf(box, blocks[start - 1]) && isParagraphOf(box, blocks[end]);
    const hasHeading = blocks.slice(start, start + maxBlocksBeforeHeading).some((block) => headingOf(block) !== null);
    return isBetween && hasHeading ? [{ at, start, end }] : [];
  });
  const inside = posts.reduce((sum, post) => sum + longLettersOf(tree, post), 0);
  const outside = longLettersIn(blocks.slice(headlineAt)) - inside;
  return posts.length <= maxInserted && inside <= maxInsertedShare * outside ? posts : [];
}

/** The posts, if the page has its own text before them. */
function behindOwnText(tree: PageTree, headlineAt: number, posts: Post[]): Post[] {
  const first = Math.min(...posts.map(({ start }) => start));
  return posts.length > 0 && longLettersIn(tree.blocks.slice(headlineAt, first)) >= minOwnLetters ? posts : [];
}

const headingsIn = (blocks: readonly Block[]): number[] =>
  blocks
    .flatMap((block, at) => (block.length <= maxHeadingLetters && headingOf(block) !== null ? [at] : []))
    .slice(0, maxHeadings);

const isPostTitle = (block: Block): boolean => headingOf(block)?.localName === 'h1' || isLinkLine(block);

/** Whether a post, or an element inside it with the same text, is an article by its tag or by a microformat. */
const isDeclared = (
  { starts, ends, parents, blocks }: PageTree,
  elements: readonly Element[],
  { start, end }: Post,
): boolean => {
  for (
    let at = blocks[start]?.node ?? -1;
    at >= 0 && (starts[at] ?? 0) >= start && (ends[at] ?? 0) <= end;
    at = parents[at] ?? -1
  ) {
    const element = elements[at] as Element;
    if (element.localName === 'article' || postClass.test(element.className)) return true;
  }
  return false;
};

const headingTag = /^h[1-6]$/;

/** The heading element of a headline; a line in bold has none. */
function headingOf({ element }: Block): Element | null {
  for (
    let around: Element | null = element, level = 0;
    around !== null && level < 3;
    around = around.parentElement, level++
  )
    if (headingTag.test(around.localName)) return around;
  return null;
}

/** Whether a block is a heading of the same level, with the same class names. */
function hasMarkupOf(block: Block, heading: Element): boolean {
  const other = headingOf(block);
  return (
    other !== null &&
    other !== heading &&
    other.localName === heading.localName &&
    other.className === heading.className
  );
}

/** The largest element that begins with a heading and holds none of the other headings; null where the heading begins no element with text. */
function postAround(tree: PageTree, headingAt: number, others: readonly number[]): Post | null {
  const at = elementWithout(tree, headingAt, others);
  if (at === null) return null;
  const [start, end] = [tree.starts[at] ?? 0, tree.ends[at] ?? 0];
  return headingAt - start <= maxBlocksBeforeHeading ? { at, start, end } : null;
}

const longLettersOf = ({ blocks }: PageTree, { start, end }: PostRange): number =>
  longLettersIn(blocks.slice(start, end));

interface Signs {
  /** A day in a line of text. */
  readonly hasDay: boolean;
  /** A day, or a time element. */
  readonly hasDate: boolean;
  readonly hasAddress: boolean;
}

/** What a post says of itself: a day near its heading or at its end; the heading is a link to the post. */
function signsOf({ blocks, elements }: PageTree, { at, start, end }: Post, headingAt: number): Signs {
  const heading = blocks[headingAt] as Block;
  const edges = [
    ...blocks.slice(start, headingAt + 1 + signedEdge),
    ...blocks.slice(Math.max(start, end - signedEdge), end),
  ];
  const hasDay = edges.some((block) => block !== heading && isDateLine(block));
  return {
    hasDay,
    hasDate: hasDay || elements[at]?.querySelector('time[datetime]') !== null,
    hasAddress: isLinkLine(heading),
  };
}
