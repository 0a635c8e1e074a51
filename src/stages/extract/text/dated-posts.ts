import { datePattern } from '../authors/visible-authors.ts';
import { type Block, isLong } from '../page/blocks.ts';
import type { PageTree } from '../page/page-tree.ts';

/** Latin letters of full paragraphs; the page's own post and each other one have at least these. */
const minPostLetters = 250;
/** Latin letters of a date line. */
const maxDateLetters = 120;
/** Latin letters of a heading. */
const maxHeadingLetters = 300;
/** Blocks between a heading and the date of its post, or between the end of a post and the heading of the next one. */
const maxGap = 4;
/** A line is a heading without a heading element if it is a link, or bold, in at least this share. */
const minMarkedShare = 0.9;
/** More dates of one markup belong to a list or to comments; the work is bounded. */
const maxPosts = 150;
/** Latin letters; a shorter line is the label of a control. */
const minTitleLetters = 12;

/** The blocks of a post; end exclusive. */
export interface PostRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds the further posts of a page whose dates have the markup of the date of the page's own post: the posts of a blog's front page, of endless scrolling. Each
 * has its own heading, near its date or behind the date of the post before. Entries of a live blog have times, and dated sections of an article have not the
 * markup of its date.
 */
export function findDatedPosts(tree: PageTree, headlineAt: number): readonly PostRange[] {
  const { blocks } = tree;
  const dated = blocks.flatMap((block, at) => (at !== headlineAt && isDateLine(block) ? [at] : []));
  const kinds = [...Map.groupBy(dated, (at) => markupOf(tree, at)).values()].filter(
    ({ length }) => length > 1 && length <= maxPosts,
  );
  for (const kind of kinds) {
    const own = kind.findIndex((at) => at > headlineAt - maxGap);
    if (own < 0) continue;
    const posts = postsBy(tree, { headlineAt, dates: kind.slice(own) });
    const first = posts[0]?.start ?? 0;
    if (posts.length > 0 && longLetters(blocks, { start: headlineAt, end: first }) >= minPostLetters) return posts;
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
  const isAtHead = longLetters(blocks, { start: Math.min(own, headlineAt), end: Math.max(own, headlineAt) }) === 0;
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
  return ranges.filter((range) => longLetters(blocks, range) >= minPostLetters);
}

/** For each heading the index of the largest element that holds none of the others. */
function unitsOf({ parents, starts, ends, blocks }: PageTree, headings: readonly number[]): number[] {
  return headings.map((heading) => {
    let unit = blocks[heading]?.node ?? 0;
    for (let at = unit; at >= 0; at = parents[at] ?? -1) {
      const [start, end] = [starts[at] ?? 0, ends[at] ?? 0];
      if (headings.some((other) => other !== heading && start <= other && other < end)) break;
      unit = at;
    }
    return unit;
  });
}

/** Whether two elements are siblings of the same tag and the same class names, digits aside. */
function isLike({ elements, parents }: PageTree, a: number, b: number): boolean {
  const styleOf = (at: number) =>
    `${elements[at]?.localName}.${(elements[at]?.getAttribute('class') ?? '').replace(/\d+/g, '#')}`;
  return parents[a] === parents[b] && styleOf(a) === styleOf(b);
}

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

const longLetters = (blocks: readonly Block[], { start, end }: PostRange): number =>
  blocks.slice(start, end).reduce((sum, block) => sum + (isLong(block) ? block.length : 0), 0);

/** A time of day is no date: entries of a live blog have it. */
const isDateLine = ({ text, length, element }: Block): boolean =>
  length <= maxDateLetters &&
  element.closest('blockquote') === null &&
  (text.match(datePattern) ?? []).some((date) => !/^\d{1,2}:\d{2}/.test(date));
