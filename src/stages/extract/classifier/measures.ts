import type { Element } from '../dom/tree.ts';
import { type Block, isLong } from '../page/blocks.ts';
import type { PageTree } from '../page/page-tree.ts';
import { groupBits, groupsOf, nameWordsOf, otherGroupsOf, otherNameWordsOf, styleOf } from './class-names.ts';
import { sentenceMarksIn } from './sentence-marks.ts';
import { wordsOf } from './tokens.ts';

/** What the page says of itself, as far as it speaks of the body. */
export interface PageSayings {
  readonly title: string;
  readonly titleBlock: Block | null;
  /** Texts that its structured data call the article's body. */
  readonly bodies: readonly string[];
  readonly description: string;
}

/**
 * What the features of a page are computed from; columns by block unless said otherwise. Lengths in Latin letters. Numbers stand in typed arrays: a plain one is
 * another kind of array on a page of whole numbers than on a Chinese one, of halves, and what runs over both is compiled anew or not at all.
 */
export interface PageMeasures {
  readonly tree: PageTree;
  readonly says: PageSayings;
  readonly count: number;
  /** Place of the headline; -1: it is no block. */
  readonly titleAt: number;
  readonly titleWords: readonly string[];
  readonly lengths: Float64Array;
  readonly linkLengths: Float64Array;
  readonly commas: Int32Array;
  readonly sentences: Int32Array;
  readonly isLong: readonly boolean[];
  /** Number of the container: the block's own element where it holds more blocks, else the one around it. */
  readonly containers: Int32Array;
  /** Styles of element and container: blocks of the same kind have the same. */
  readonly paths: readonly string[];
  /** Product of the penalties of all elements around, .02 to 1: how far their names speak against the block. */
  readonly trust: Float64Array;
  readonly sums: RunningSums;
  /** Letters of the page, at least 1. */
  readonly total: number;
  /** By element: what its names speak of, a bit mask of `groupNames`. */
  readonly groups: Int32Array;
  /** By element. */
  readonly styles: readonly string[];
  /** Words of a block. */
  words(block: number): readonly string[];
  /** Single words of an element's names. */
  nameWords(element: number): readonly string[];
  /** An element and those around it, innermost first. */
  ancestors(element: number): readonly number[];
}

/** Sums over all blocks before a place: [n] is the whole page. */
export interface RunningSums {
  readonly length: Float64Array;
  readonly links: Float64Array;
  readonly sentences: Float64Array;
  /** Length of long blocks. */
  readonly long: Float64Array;
}

/** @param ownBoxes elements of the article: what their names say of furniture doesn't count */
export function measure(tree: PageTree, says: PageSayings, ownBoxes: ReadonlySet<Element> = new Set()): PageMeasures {
  const { blocks, elements } = tree;
  const lengths = Float64Array.from(blocks, ({ length }) => length);
  const linkLengths = Float64Array.from(blocks, ({ linkLength }) => linkLength);
  const { commas, sentences } = sentenceMarksIn(blocks);
  const long = blocks.map(isLong);
  const groups = Int32Array.from(elements, (element) =>
    ownBoxes.has(element) ? otherGroupsOf(element) : groupsOf(element),
  );
  const styles = elements.map(styleOf);
  const containers = Int32Array.from(blocks, ({ node }) => containerOf(tree, node));
  const sums = {
    length: runningSum(lengths),
    links: runningSum(linkLengths),
    sentences: runningSum(Float64Array.from(sentences)),
    long: runningSum(lengths.map((length, at) => (long[at] ? length : 0))),
  };
  const trustOf = trustByElement(tree, groups);
  return {
    tree,
    says,
    count: blocks.length,
    titleAt: says.titleBlock === null ? -1 : blocks.indexOf(says.titleBlock),
    titleWords: wordsOf(says.title),
    lengths,
    linkLengths,
    commas,
    sentences,
    isLong: long,
    containers,
    paths: blocks.map(({ node }, at) => `${styles[node]}<${styles[containers[at] ?? 0]}`),
    trust: Float64Array.from(blocks, ({ node }) => trustOf[node] ?? 1),
    sums,
    total: Math.max(1, sums.length.at(-1) ?? 0),
    groups,
    styles,
    // half of the blocks, and most elements, are never asked for
    words: remembered(blocks, ({ text }) => wordsOf(text)),
    nameWords: remembered(elements, (element) =>
      ownBoxes.has(element) ? otherNameWordsOf(element) : nameWordsOf(element),
    ),
    ancestors: rememberedAncestors(tree),
  };
}

function runningSum(values: Float64Array): Float64Array {
  const sums = new Float64Array(values.length + 1);
  for (let at = 0; at < values.length; at++) sums[at + 1] = (sums[at] as number) + (values[at] as number);
  return sums;
}

/** By place: what is made of it, once, when it is first asked for. */
export function remembered<Key, Value>(keys: readonly Key[], make: (key: Key) => Value): (at: number) => Value {
  const known: Value[] = [];
  return (at) => (known[at] ??= make(keys[at] as Key));
}

function containerOf({ tags, parents, starts, ends }: PageTree, node: number): number {
  const holdsMore = (ends[node] ?? 0) - (starts[node] ?? 0) > 1;
  if (holdsMore || tags[node] === 'body' || tags[node] === 'html') return node;
  return Math.max(parents[node] ?? -1, 0);
}

/** Comments are hardly ever the article; other furniture is seldom. The numbers are the prototype's. */
const ofComments = groupBits('comment');
const ofFurniture = groupBits('related', 'nav', 'footer', 'side', 'share', 'consent', 'news');
const ofText = groupBits('body', 'content');
const unnamed = new Set(['html', 'body', 'main', 'article']);
const aside = new Set(['aside', 'nav', 'footer']);

function trustByElement({ tags, parents }: PageTree, groupsBy: Int32Array): Float64Array {
  const trust = new Float64Array(tags.length);
  // parents come before their children
  for (const [at, tag] of tags.entries()) {
    const groups = unnamed.has(tag) ? 0 : (groupsBy[at] ?? 0);
    const own = groups & ofComments ? 0.1 : groups & ofFurniture && !(groups & ofText) ? 0.4 : 1;
    const above = trust[parents[at] ?? -1] ?? 1;
    trust[at] = Math.max(0.02, above * own * (aside.has(tag) ? 0.4 : 1));
  }
  return trust;
}

function rememberedAncestors({ parents }: PageTree): (element: number) => readonly number[] {
  const known: number[][] = [];
  return (element) => {
    const before = known[element];
    if (before !== undefined) return before;
    const found: number[] = [];
    for (let at = element; at >= 0; at = parents[at] ?? -1) found.push(at);
    known[element] = found;
    return found;
  };
}

/** Sum over the blocks of an element. */
export const sumIn = ({ tree: { starts, ends } }: PageMeasures, sums: Float64Array, element: number): number =>
  (sums[ends[element] ?? 0] ?? 0) - (sums[starts[element] ?? 0] ?? 0);

/** Share of an element's letters that stand in links. */
export function linkShareIn(page: PageMeasures, element: number): number {
  const length = sumIn(page, page.sums.length, element);
  return length > 0 ? sumIn(page, page.sums.links, element) / length : 0;
}
