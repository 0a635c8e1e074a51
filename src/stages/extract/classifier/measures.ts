import { countedPart } from '../../../text/text-limits.ts';
import type { Element } from '../dom/tree.ts';
import { type Block, isLinkLine, isLong } from '../page/blocks.ts';
import type { PageTree } from '../page/page-tree.ts';
import { groupBits, nameGroupsOf, nameWordsOf, otherNameGroupsOf, otherNameWordsOf, styleOf } from './class-names.ts';
import { runningSum, sumBetween } from './gaps.ts';
import { countSentenceMarks } from './sentence-marks.ts';
import { modelWords } from './tokens.ts';

/** Hints at the body from the rest of the page. */
export interface PageHints {
  readonly title: string;
  readonly titleBlock: Block | null;
  /** The titles that the page's head declares; may be empty. */
  readonly headTitles: readonly string[];
  /** Texts that structured data declare as the article's body. */
  readonly bodies: readonly string[];
  readonly description: string;
  /** Names that structured data declare as authors; may be empty. */
  readonly authors: readonly string[];
}

/**
 * Measures of a page from which its features are computed. Columns are by block unless said otherwise, lengths in Latin letters. Numbers are in typed arrays:
 * lengths on Chinese pages are fractions, and V8 would recompile code that reads plain arrays of both kinds.
 */
export interface BlockMeasures extends NameMeasures {
  readonly tree: PageTree;
  readonly hints: PageHints;
  readonly count: number;
  /** Index of the headline's block; -1: none. */
  readonly titleAt: number;
  readonly titleWords: readonly string[];
  readonly lengths: Float64Array;
  readonly linkLengths: Float64Array;
  readonly commas: Int32Array;
  readonly sentences: Int32Array;
  readonly isLong: readonly boolean[];
  readonly isLinkLine: readonly boolean[];
  readonly isDatedLine: readonly boolean[];
  /** Element index of the container: the block's element if it holds other blocks too, else its parent. */
  readonly containers: Int32Array;
  /** Styles of element and container: the class path that blocks of one kind share. */
  readonly paths: readonly string[];
  readonly sums: RunningSums;
  /** Length of the page, at least 1. */
  readonly total: number;
  /** By element. */
  readonly styles: readonly string[];
  /** Words of a block. */
  words(block: number): readonly string[];
  /** An element and its ancestors, innermost first. */
  ancestors(element: number): readonly number[];
}

/** Measures of the names of elements: their classes, ids and similar attributes. */
export interface NameMeasures {
  /** By block: product of the penalties for the names of all ancestors, .02 to 1; 1: no penalty. */
  readonly trust: Float64Array;
  /** By element: the groups of its names, a bit mask of `groupNames`. */
  readonly groups: Int32Array;
  /** Single words of an element's names. */
  nameWords(element: number): readonly string[];
}

/** Prefix sums: [n] is the sum over the first n blocks. */
interface RunningSums {
  readonly length: Float64Array;
  readonly links: Float64Array;
  readonly sentences: Float64Array;
  /** Length of long blocks. */
  readonly long: Float64Array;
}

export function measureBlocks(tree: PageTree, hints: PageHints): BlockMeasures {
  const { blocks, elements } = tree;
  const lengths = Float64Array.from(blocks, ({ length }) => length);
  const linkLengths = Float64Array.from(blocks, ({ linkLength }) => linkLength);
  const { commas, sentences } = countSentenceMarks(blocks);
  const long = blocks.map(isLong);
  const styles = elements.map(styleOf);
  const containers = Int32Array.from(blocks, ({ node }) => containerOf(tree, node));
  const sums = {
    length: runningSum(lengths),
    links: runningSum(linkLengths),
    sentences: runningSum(sentences),
    long: runningSum(lengths.map((length, at) => (long[at] ? length : 0))),
  };
  return {
    ...measureNames(tree),
    tree,
    hints,
    count: blocks.length,
    titleAt: hints.titleBlock === null ? -1 : blocks.indexOf(hints.titleBlock),
    titleWords: modelWords(hints.title),
    lengths,
    linkLengths,
    commas,
    sentences,
    isLong: long,
    isLinkLine: blocks.map(isLinkLine),
    isDatedLine: blocks.map(isDatedLine),
    containers,
    paths: blocks.map(({ node }, at) => `${styles[node]}<${styles[containers[at] ?? 0]}`),
    sums,
    total: Math.max(1, sums.length.at(-1) ?? 0),
    styles,
    // half of the blocks and most elements are never needed
    words: memoizeByIndex(blocks, ({ text }) => modelWords(countedPart(text))),
    ancestors: memoizeAncestors(tree),
  };
}

/** @param without elements whose furniture names are ignored */
export function measureNames(tree: PageTree, without: ReadonlySet<Element> = new Set()): NameMeasures {
  const { blocks, elements } = tree;
  const groups = Int32Array.from(elements, (element) =>
    without.has(element) ? otherNameGroupsOf(element) : nameGroupsOf(element),
  );
  const trustOf = trustByElement(tree, groups);
  return {
    groups,
    trust: Float64Array.from(blocks, ({ node }) => trustOf[node] ?? 1),
    nameWords: memoizeByIndex(elements, (element) =>
      without.has(element) ? otherNameWordsOf(element) : nameWordsOf(element),
    ),
  };
}

/** Returns a function that computes the value of each index at its first call. */
export function memoizeByIndex<Key, Value>(keys: readonly Key[], make: (key: Key) => Value): (at: number) => Value {
  const values: Value[] = [];
  return (at) => (values[at] ??= make(keys[at] as Key));
}

function containerOf({ tags, parents, starts, ends }: PageTree, node: number): number {
  const holdsMore = (ends[node] ?? 0) - (starts[node] ?? 0) > 1;
  if (holdsMore || tags[node] === 'body' || tags[node] === 'html') return node;
  return Math.max(parents[node] ?? -1, 0);
}

/** Comments are hardly ever the article, other furniture seldom: penalties .1 and .4. */
const commentGroups = groupBits('comment');
const furnitureGroups = groupBits('related', 'nav', 'footer', 'side', 'share', 'consent', 'news');
const textGroups = groupBits('body', 'content');
const unnamed = new Set(['html', 'body', 'main', 'article']);
/** Elements that by their meaning are not the text. */
export const asideTags: ReadonlySet<string> = new Set(['aside', 'nav', 'footer']);

function trustByElement({ tags, parents }: PageTree, groupsBy: Int32Array): Float64Array {
  const trust = new Float64Array(tags.length);
  // parents come before their children
  for (const [at, tag] of tags.entries()) {
    const groups = unnamed.has(tag) ? 0 : (groupsBy[at] ?? 0);
    const own = groups & commentGroups ? 0.1 : groups & furnitureGroups && !(groups & textGroups) ? 0.4 : 1;
    const above = trust[parents[at] ?? -1] ?? 1;
    trust[at] = Math.max(0.02, above * own * (asideTags.has(tag) ? 0.4 : 1));
  }
  return trust;
}

function memoizeAncestors({ parents }: PageTree): (element: number) => readonly number[] {
  const cache: number[][] = [];
  return (element) => {
    const cached = cache[element];
    if (cached !== undefined) return cached;
    const chain: number[] = [];
    for (let at = element; at >= 0; at = parents[at] ?? -1) chain.push(at);
    cache[element] = chain;
    return chain;
  };
}

/** Sum over the blocks of an element. */
export const sumIn = ({ tree: { starts, ends } }: BlockMeasures, sums: Float64Array, element: number): number =>
  sumBetween(sums, starts[element] ?? 0, ends[element] ?? 0);

/** Share of an element's text that is in links. */
export function linkShareIn(page: BlockMeasures, element: number): number {
  const length = sumIn(page, page.sums.length, element);
  return length > 0 ? sumIn(page, page.sums.links, element) / length : 0;
}

/** A date or a time, in any language. */
const dateLike =
  /(?<![\p{L}\p{N}_])(?:19|20)\d\d(?![\p{L}\p{N}_])|\d{1,2}[:：]\d\d|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|[年月日]/u;
/** A cheap test first, a tenth of the work: most texts have none of these. */
const mayBeDated = /[\d年月日]/;
/** Latin letters; longer blocks with a date are text. */
const datedLineLetters = 90;

/** Whether a text seems to contain a date or a time. */
export const looksDated = (text: string): boolean => mayBeDated.test(text) && dateLike.test(text);

/** Whether a block is a short line with a date. */
export const isDatedLine = ({ text, length }: Block): boolean => length < datedLineLetters && looksDated(text);
