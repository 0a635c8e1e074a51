import { type Block, isLong } from '../blocks.ts';
import type { PageTree } from '../page-tree.ts';
import { type ElementNames, groupBits, namesOf, styleOf } from './class-names.ts';
import { wordsOf } from './tokens.ts';

/** What the page says of itself, as far as it speaks of the body. */
export interface PageSayings {
  readonly title: string;
  readonly titleBlock: Block | null;
  /** Texts that its structured data call the article's body. */
  readonly bodies: readonly string[];
  readonly description: string;
}

/** What the features of a page are computed from; columns by block unless said otherwise. Lengths in Latin letters. */
export interface PageMeasures {
  readonly tree: PageTree;
  readonly says: PageSayings;
  readonly count: number;
  /** Place of the headline; -1: it is no block. */
  readonly titleAt: number;
  readonly titleWords: readonly string[];
  readonly words: readonly (readonly string[])[];
  readonly lengths: readonly number[];
  readonly linkLengths: readonly number[];
  readonly commas: readonly number[];
  readonly sentences: readonly number[];
  readonly isLong: readonly boolean[];
  /** Number of the container: the block's own element where it holds more blocks, else the one around it. */
  readonly containers: readonly number[];
  /** Styles of element and container: blocks of the same kind have the same. */
  readonly paths: readonly string[];
  /** Product of the penalties of all elements around, .02 to 1: how far their names speak against the block. */
  readonly trust: readonly number[];
  readonly sums: RunningSums;
  /** Letters of the page, at least 1. */
  readonly total: number;
  /** By element. */
  readonly names: readonly ElementNames[];
  readonly styles: readonly string[];
  /** An element and those around it, innermost first. */
  ancestors(element: number): readonly number[];
}

/** Sums over all blocks before a place: [n] is the whole page. */
export interface RunningSums {
  readonly length: readonly number[];
  readonly links: readonly number[];
  readonly sentences: readonly number[];
  /** Length of long blocks. */
  readonly long: readonly number[];
}

const comma = /[,，、;；،]/g;
const sentence = /[.!?](?=[\s"'”’»)]|$)|[。！？]/g;

export function measure(tree: PageTree, says: PageSayings): PageMeasures {
  const { blocks, elements } = tree;
  const lengths = blocks.map(({ length }) => length);
  const linkLengths = blocks.map(({ linkLength }) => linkLength);
  const sentences = blocks.map(({ text }) => countOf(text, sentence));
  const long = blocks.map(isLong);
  const names = elements.map(namesOf);
  const styles = elements.map(styleOf);
  const containers = blocks.map(({ node }) => containerOf(tree, node));
  const sums = {
    length: runningSum(lengths),
    links: runningSum(linkLengths),
    sentences: runningSum(sentences),
    long: runningSum(lengths.map((length, at) => (long[at] ? length : 0))),
  };
  const trustOf = trustByElement(tree, names);
  return {
    tree,
    says,
    count: blocks.length,
    titleAt: says.titleBlock === null ? -1 : blocks.indexOf(says.titleBlock),
    titleWords: wordsOf(says.title),
    words: blocks.map(({ text }) => wordsOf(text)),
    lengths,
    linkLengths,
    commas: blocks.map(({ text }) => countOf(text, comma)),
    sentences,
    isLong: long,
    containers,
    paths: blocks.map(({ node }, at) => `${styles[node]}<${styles[containers[at] ?? 0]}`),
    trust: blocks.map(({ node }) => trustOf[node] ?? 1),
    sums,
    total: Math.max(1, sums.length.at(-1) ?? 0),
    names,
    styles,
    ancestors: rememberedAncestors(tree),
  };
}

export const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

function runningSum(values: readonly number[]): number[] {
  let sum = 0;
  return [0, ...values.map((value) => (sum += value))];
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

function trustByElement({ tags, parents }: PageTree, names: readonly ElementNames[]): number[] {
  const trust: number[] = [];
  // parents come before their children
  for (const [at, tag] of tags.entries()) {
    const groups = unnamed.has(tag) ? 0 : (names[at]?.groups ?? 0);
    const own = groups & ofComments ? 0.1 : groups & ofFurniture && !(groups & ofText) ? 0.4 : 1;
    const above = trust[parents[at] ?? -1] ?? 1;
    trust.push(Math.max(0.02, above * own * (aside.has(tag) ? 0.4 : 1)));
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
export const sumIn = ({ tree: { starts, ends } }: PageMeasures, sums: readonly number[], element: number): number =>
  (sums[ends[element] ?? 0] ?? 0) - (sums[starts[element] ?? 0] ?? 0);

/** Share of an element's letters that stand in links. */
export function linkShareIn(page: PageMeasures, element: number): number {
  const length = sumIn(page, page.sums.length, element);
  return length > 0 ? sumIn(page, page.sums.links, element) / length : 0;
}
