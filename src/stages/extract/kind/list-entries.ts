import { type CanonicalUrl, tryCanonicalUrl } from '../../../model/web/canonical-url.ts';
import { type Element, isElement } from '../dom/tree.ts';
import { type Block, isLinkLine, lettersIn } from '../page/blocks.ts';
import { memberAddress } from '../page/known-addresses.ts';
import { parametersHere } from '../page/page-parts.ts';
import type { PageTree } from '../page/page-tree.ts';
import { elementWithout, isDateLine, type PostRange } from '../text/posts.ts';

// A list is recognised by its structure: siblings of one markup, each with a title that links to another page of the site, hold the page's text. The text itself
// says nothing: excerpts and full posts read like articles.

/** What a page's entries, titles that link to other pages of the site, hold of its text. */
export interface ListEntries {
  /** Number of pages that entries lead to. */
  readonly count: number;
  /** Latin letters of the text in entries, their titles included. */
  readonly letters: number;
  /** Number of entries with unlinked text: an excerpt or a full post. */
  readonly withText: number;
  /** Latin letters of unlinked text in entries, and in the entry that has most. */
  readonly text: number;
  readonly largest: number;
  /** Latin letters of text in the page's content outside of entries, without headings and labels. */
  readonly ownLetters: number;
  /** Whether the page's own headline, which no entry has, has a date below it before the first entry, or above it and few entries without text follow. */
  readonly hasOwnDate: boolean;
  /** Texts of the titles. */
  readonly titles: ReadonlySet<string>;
  /** All titles have the same text: answers in a thread. */
  readonly isThread: boolean;
}

export interface EntriesInput {
  readonly tree: PageTree;
  readonly titleBlock: Block | null;
  /** Addresses of the page itself: after redirects, and the one that it names as its own. */
  readonly ownUrls: ReadonlySet<CanonicalUrl>;
  readonly baseUrl: string;
  /** Tells which blocks are around the content (`aroundContent`). */
  readonly isAround: (block: Block) => boolean;
}

/** Latin letters of a title outside of a heading: a shorter link is a label. */
const minTitleLetters = 12;
const maxTitleLetters = 300;
/** Latin letters of the line with a title, a date and a name. */
const maxLineLetters = 200;
/** Share of the title in its line. */
const minTitleShare = 0.4;
/** Titles that are examined: the work is bounded. */
const maxTitles = 300;
/** Levels between a text and the link or heading around it. */
const maxLevels = 6;

interface Title {
  readonly at: number;
  readonly url: CanonicalUrl;
  readonly isHeading: boolean;
  /** Markup of the title. */
  readonly style: string;
}

/** Reads the entries of a page. Call it before `chooseBody`, which changes the document. */
export function readListEntries(input: EntriesInput): ListEntries {
  const { tree, titleBlock, isAround } = input;
  const titles = findTitles(input);
  const groups = [...Map.groupBy(titles, ({ style }) => style).values()].filter(isGroup);
  const inEntry = tree.blocks.map(() => false);
  const entries = groups.flat();
  const ranges = groups.flatMap((group) => rangesOf(tree, group, isAround));
  for (const { start, end } of ranges) inEntry.fill(true, start, end);
  const textOfEach = ranges.map(({ start, end }) => unlinkedLetters(tree.blocks.slice(start, end)));
  const urls = new Set(entries.map(({ url }) => url));
  const texts = entries.map(({ at }) => tree.blocks[at]?.text ?? '');
  const own = tree.blocks.filter((block, at) => !inEntry[at] && !isAround(block));
  const withText = textOfEach.filter((text) => text >= minOwnLetters).length;
  const isBesideText = urls.size <= maxBesideText && withText < 2;
  return {
    count: urls.size,
    letters: lettersIn(tree.blocks.filter((_, at) => inEntry[at])),
    withText,
    text: unlinkedLetters(tree.blocks.filter((_, at) => inEntry[at])),
    largest: Math.max(0, ...textOfEach),
    ownLetters: lettersIn(own.filter(isOwnText)),
    hasOwnDate: hasDateBelow(tree, titleBlock, inEntry) || (isBesideText && hasDateAbove(tree, titleBlock, inEntry)),
    titles: new Set(texts),
    isThread: urls.size > 1 && new Set(texts.map(withoutReply)).size === 1,
  };
}

const unlinkedLetters = (blocks: readonly Block[]): number =>
  blocks.reduce((sum, { length, linkLength }) => sum + length - linkLength, 0);

/** Latin letters. Shorter lines are labels. */
const minOwnLetters = 40;

const isOwnText = (block: Block): boolean =>
  block.length >= minOwnLetters && block.linkLength < 0.4 * block.length && headingAround(block) === null;

const withoutReply = (title: string): string => title.replace(/^(?:re|aw|sv|ré|回复|回覆)\s*[:：]\s*/i, '');

/** A heading that links to another page is an entry also alone: the last page of a list has one. */
const isGroup = (group: readonly Title[]): boolean =>
  group.some(({ isHeading }) => isHeading) || new Set(group.map(({ url }) => url)).size > 1;

function findTitles({ tree, baseUrl, ownUrls, isAround }: EntriesInput): Title[] {
  const titles: Title[] = [];
  const { host } = new URL(baseUrl);
  const ownParameters = [...ownUrls].map(parametersHere);
  for (const [at, block] of tree.blocks.entries()) {
    if (titles.length >= maxTitles) break;
    if (block.links === 0 && block.linkLength === 0) continue;
    const heading = headingAround(block);
    const link = linkOf(block);
    if (link === null || isLabel(link) || block.length > maxTitleLetters) continue;
    const isTitle = heading === null ? isNamedTitle(link) || isTitleLine(block) : isLinkLine(block);
    if (!isTitle) continue;
    const url = tryCanonicalUrl(link.getAttribute('href') ?? '', baseUrl);
    if (url === null || ownUrls.has(url) || new URL(url).host !== host || isAround(block)) continue;
    // the heading's own address: `?id=what-we-learned`
    if (heading !== null && heading.id !== '' && ownParameters.some((of) => of(url).includes(heading.id))) continue;
    titles.push({ at, url, isHeading: heading !== null || isNamedTitle(link), style: styleOf(heading, link) });
  }
  return titles;
}

const titleName = /(?:^|[-_\s])(?:title|headline)(?:$|[-_\s])/i;

const isNamedTitle = (link: Element): boolean =>
  titleName.test(link.className) || titleName.test(link.parentElement?.className ?? '');

/** A link to an author, a member, a tag or a licence. */
const isLabel = (link: Element): boolean =>
  memberAddress.test(link.getAttribute('href') ?? '') ||
  /\b(?:author|tag|category|license|nofollow)\b/i.test(link.getAttribute('rel') ?? '');

/** "12 May · A headline · by Ann": the link is most of a short line. */
const isTitleLine = ({ length, linkLength, links }: Block): boolean =>
  links <= 2 && length <= maxLineLetters && linkLength >= minTitleLetters && linkLength >= minTitleShare * length;

const headingTag = /^h[1-6]$/;

function headingAround({ element }: Block): Element | null {
  for (let at: Element | null = element, level = 0; at !== null && level < 3; at = at.parentElement, level++)
    if (headingTag.test(at.localName)) return at;
  return null;
}

/** The link that most of a block's text is in: inside the block, or around it where a whole card is a link. */
function linkOf({ pieces }: Block): Element | null {
  const longest = pieces
    .toSorted((a, b) => b.data.length - a.data.length)
    .find(({ parentNode }) => parentNode !== null && linkAround(parentNode) !== null);
  return longest === undefined ? null : linkAround(longest.parentNode);
}

function linkAround(from: unknown): Element | null {
  let at = from as Element | null;
  for (let level = 0; at !== null && isElement(at) && level < maxLevels; level++, at = at.parentElement)
    if (at.localName === 'a' && at.hasAttribute('href')) return at;
  return null;
}

/** Without the names of the boxes around: templates give entries names by category, or by whether they have a picture. */
function styleOf(heading: Element | null, link: Element): string {
  const outer = heading ?? link.parentElement;
  return `${styleName(link)}<${heading === null ? outer?.localName : styleName(outer)}<${outer?.parentElement?.localName}`;
}

const styleName = (element: Element | null): string =>
  element === null ? '' : `${element.localName}.${(element.getAttribute('class') ?? '').replace(/\d+/g, '#')}`;

/** The blocks of each entry: its box, or in a flat list all up to the next title. */
const rangesOf = (tree: PageTree, group: readonly Title[], isAround: (block: Block) => boolean): PostRange[] =>
  group.map(({ at, isHeading }, index) => {
    const [before, after] = [group[index - 1]?.at, group[index + 1]?.at];
    const others = [before, after].filter((other) => other !== undefined);
    const box = others.length === 0 ? boxOfOne(tree, at, isAround) : elementWithout(tree, at, others);
    if (box === null) return { start: at, end: at + 1 };
    const range = { start: tree.starts[box] ?? at, end: tree.ends[box] ?? at + 1 };
    if (range.end - range.start > 1 || others.length === 0 || !isHeading) return range;
    return { start: range.start, end: after ?? tree.ends[tree.parents[box] ?? box] ?? range.end };
  });

/** The box of a list's only entry: its `article`, else the largest one without what is around the content and without an earlier heading. */
function boxOfOne(tree: PageTree, at: number, isAround: (block: Block) => boolean): number | null {
  const { blocks, elements, parents } = tree;
  for (let box = blocks[at]?.node ?? -1; box >= 0; box = parents[box] ?? -1)
    if (elements[box]?.localName === 'article')
      return blocks.slice(tree.starts[box], at).some((block) => headingAround(block) !== null) ? null : box;
  const isBorder = (block: Block): boolean => isAround(block) || headingAround(block) !== null;
  const before = blocks.findLastIndex((block, index) => index < at && isBorder(block));
  const after = blocks.findIndex((block, index) => index > at && isAround(block));
  return elementWithout(
    tree,
    at,
    [before, after].filter((other) => other >= 0),
  );
}

/** Blocks after the headline within which its date is, and before it. */
const dateDistance = 8;
const dateDistanceAbove = 4;
/** Entries of a box beside a short post: "Latest posts". */
const maxBesideText = 10;

/** Whether the page's own headline is followed by a date, before the first entry. */
function hasDateBelow({ blocks }: PageTree, titleBlock: Block | null, inEntry: readonly boolean[]): boolean {
  const from = titleBlock === null ? -1 : blocks.indexOf(titleBlock);
  if (from < 0 || inEntry[from]) return false;
  const entry = inEntry.indexOf(true, from);
  return blocks.slice(from, Math.min(from + dateDistance, entry < 0 ? blocks.length : entry)).some(isDated);
}

/** The same above: the day in the head of a front page stands there, too. */
function hasDateAbove({ blocks }: PageTree, titleBlock: Block | null, inEntry: readonly boolean[]): boolean {
  const to = titleBlock === null ? -1 : blocks.indexOf(titleBlock);
  if (to < 0 || inEntry[to]) return false;
  return blocks.some((block, at) => at < to && at >= to - dateDistanceAbove && !inEntry[at] && isDated(block));
}

/** Whether a line has a date, in words or as `<time>`. */
export const isDated = (block: Block): boolean =>
  isDateLine(block) || block.pieces.some(({ parentNode }) => (parentNode as Element | null)?.localName === 'time');
