import { sharedWordsShare, wordTokens } from '../../../text/likeness.ts';
import { type Block, isLong, longLettersIn } from '../page/blocks.ts';
import type { PageTree } from '../page/page-tree.ts';
import {
  blocksIn,
  elementKind,
  elementWithout,
  isDateLine,
  maxHeadingLetters,
  minPostLetters,
  type PostRange,
} from './posts.ts';

/** Blocks between a heading and the date of its post, or between the end of a post and the heading of the next one. */
const maxGap = 4;
/** A line is a heading without a heading element if it is a link, or bold, in at least this share. */
const minMarkedShare = 0.9;
/** More dates of one markup belong to a list or to comments; the work is bounded. */
const maxPosts = 150;
/** Latin letters; a shorter line is the label of a control. */
const minTitleLetters = 12;
/** Least share of the headline's words in a title of the head. The title of a blog's front page is that of the blog, and all of its posts are its text. */
const minNamedShare = 0.8;

/**
 * Hides the further posts of a page whose dates have the markup of the date of the page's own post: the posts of a blog's front page, of endless scrolling. Each
 * has its own heading, near its date or behind the date of the post before. Entries of a live blog have times, and dated sections of an article have not the
 * markup of its date.
 */
export function findDatedPosts(tree: PageTree, headline: Block | null, headTitles: readonly string[]): boolean[] {
  const isNamed = headline !== null && isNamedAfter(headline, headTitles);
  return blocksIn(tree, isNamed ? datedPosts(tree, tree.blocks.indexOf(headline)) : []);
}

/** Whether a title of the page's head has the words of its headline. */
function isNamedAfter(headline: Block, headTitles: readonly string[]): boolean {
  const words = wordTokens(headline.text);
  return words.length > 1 && headTitles.some((title) => sharedWordsShare(words, wordTokens(title)) >= minNamedShare);
}

function datedPosts(tree: PageTree, headlineAt: number): readonly PostRange[] {
  const { blocks } = tree;
  const dated = blocks.flatMap((block, at) => (at !== headlineAt && isDateOfPost(block) ? [at] : []));
  const kinds = [...Map.groupBy(dated, (at) => markupOf(tree, at)).values()].filter(
    ({ length }) => length > 1 && length <= maxPosts,
  );
  for (const kind of kinds) {
    const own = kind.findIndex((at) => at > headlineAt - maxGap);
    if (own < 0) continue;
    const posts = postsBy(tree, { headlineAt, dates: kind.slice(own) });
    const first = posts[0]?.start ?? 0;
    if (posts.length > 0 && longLettersIn(blocks.slice(headlineAt, first)) >= minPostLetters) return posts;
  }
  return [];
}

interface DatedPosts {
  readonly headlineAt: number;
  /** Dates of one markup; the first is that of the page's own post. */
  readonly dates: readonly number[];
}

function postsBy(tree: PageTree, { headlineAt, dates }: DatedPosts): PostRange[] {
  const { blocks } = tree;
  const [own = 0, ...others] = dates;
  const isAtHead = longLettersIn(blocks.slice(Math.min(own, headlineAt), Math.max(own, headlineAt))) === 0;
  if (isAtHead && Math.abs(own - headlineAt) > maxGap) return [];
  const headings = others.map((date, at) =>
    isAtHead ? headingNear(blocks, date) : headingAfter(blocks, dates[at] ?? 0, date),
  );
  // a date without a heading is that of something else: all posts of a page are built alike
  if (headings.some((heading) => heading === null || heading <= headlineAt)) return [];
  if (new Set(headings.map((heading) => markupOf(tree, heading ?? 0))).size > 1) return [];
  const [ownUnit, ...units] = unitsOf(tree, [headlineAt, ...headings.map((heading) => heading ?? 0)]);
  if (ownUnit === undefined || units.some((unit) => !isLike(tree, unit, ownUnit))) return [];
  const ranges = units.map((unit) => ({ start: tree.starts[unit] ?? 0, end: tree.ends[unit] ?? 0 }));
  return ranges.filter(({ start, end }) => longLettersIn(blocks.slice(start, end)) >= minPostLetters);
}

/** For each heading the index of the largest element that holds none of the others. */
function unitsOf(tree: PageTree, headings: readonly number[]): number[] {
  return headings.map((heading) => {
    const others = headings.filter((other) => other !== heading);
    return elementWithout(tree, heading, others) ?? tree.blocks[heading]?.node ?? 0;
  });
}

/** Whether two elements are siblings of one kind. */
const isLike = (tree: PageTree, a: number, b: number): boolean =>
  tree.parents[a] === tree.parents[b] && elementKind(tree, a) === elementKind(tree, b);

/** The heading of the post whose head has this date: before it, or right behind it. */
function headingNear(blocks: readonly Block[], date: number): number | null {
  for (let at = date - 1; at >= Math.max(0, date - maxGap); at--) {
    const block = blocks[at] as Block;
    if (isLong(block)) break;
    if (isHeading(block)) return at;
  }
  const behind = [date + 1, date + 2].filter((at) => blocks[at] !== undefined && isHeading(blocks[at] as Block));
  return behind[0] ?? null;
}

/** The heading of the post that ends with a date: right behind the date of the post before. */
function headingAfter(blocks: readonly Block[], before: number, date: number): number | null {
  for (let at = before + 1; at < Math.min(date, before + 1 + 2 * maxGap); at++)
    if (isHeading(blocks[at] as Block)) return at;
  return null;
}

function isHeading({ element, length, boldLength, linkLength }: Block): boolean {
  if (length > maxHeadingLetters) return false;
  if (element.closest('h1, h2, h3, h4, h5, h6') !== null) return true;
  return length >= minTitleLetters && Math.max(boldLength, linkLength) >= minMarkedShare * length;
}

/** Tag and class names of a line and of the element around it. */
function markupOf({ blocks }: PageTree, at: number): string {
  const { element } = blocks[at] as Block;
  const around = element.parentElement;
  return `${element.localName}.${element.className}<${around?.localName}.${around?.className}`;
}

/** A date in a quotation is that of the quoted text. */
const isDateOfPost = (block: Block): boolean => isDateLine(block) && block.element.closest('blockquote') === null;
