import { type Element, isElement, isText, type Text } from '../dom/tree.ts';
import { type Block, foldSpace, textLength } from './blocks.ts';

/**
 * The elements of a page in document order, in columns indexed by element, and its text blocks.
 * The blocks of element e are `blocks[starts[e]]` to `blocks[ends[e] - 1]`.
 */
export interface PageTree {
  readonly elements: readonly Element[];
  readonly tags: readonly string[];
  /** Index of the parent; -1 for the root. */
  readonly parents: readonly number[];
  readonly depths: readonly number[];
  readonly childCounts: readonly number[];
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  readonly blocks: readonly Block[];
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Elements within a line; all others, custom elements included, break the line. */
export const inlineTags = words(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd mark q rp rt ruby s samp small span strike strong sub sup time tt u var wbr img nobr picture source label blink amp-img',
);
/** Elements whose content is not read. */
const unreadTags = words(
  'head title script style noscript template svg math iframe object embed select option datalist textarea input canvas audio video map frameset colgroup meta link',
);
const boldTags = words('b strong em i');
/** At most this many blocks are read, as each costs about .1 ms in total. Of 1,400 pages one had over 3,000 blocks: 6,570. */
const maxBlocks = 8_000;

/** Cuts the text below `root` into blocks, in document order; blocks without a letter or digit are left out. */
export const cutBlocks = (root: Element): readonly Block[] => readPageTree(root).blocks;

/** Reads the tree below `root`, which is element 0. The depth of the DOM bounds the recursion (parse.ts). */
export function readPageTree(root: Element): PageTree {
  return new TreeReader(root).tree;
}

/** The style that the ancestors of a text node give it. */
interface Style {
  /** Index of the link around it; -1: none. */
  readonly link: number;
  readonly isBold: boolean;
}

interface Piece {
  readonly node: Text;
  readonly parent: number;
  readonly style: Style;
}

class TreeReader {
  readonly tree;
  readonly #elements: Element[] = [];
  readonly #tags: string[] = [];
  readonly #parents: number[] = [];
  readonly #depths: number[] = [];
  readonly #childCounts: number[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  readonly #blocks: Block[] = [];
  #pieces: Piece[] = [];
  #images = 0;
  #breaks = 0;
  #inPre = false;

  /** Text after the last block is ignored. */
  get #isFull(): boolean {
    return this.#blocks.length >= maxBlocks;
  }

  constructor(root: Element) {
    this.#read(root, -1, -1, { link: -1, isBold: false });
    this.tree = {
      elements: this.#elements,
      tags: this.#tags,
      parents: this.#parents,
      depths: this.#depths,
      childCounts: this.#childCounts,
      starts: this.#starts,
      ends: this.#ends,
      blocks: this.#blocks,
    };
  }

  /** @param line the block element around, to which text below inline elements belongs */
  #read(element: Element, parent: number, line: number, style: Style): void {
    const tag = element.localName;
    const at = this.#elements.push(element) - 1;
    const isInline = inlineTags.has(tag);
    if (!isInline) this.#endBlock(line, 0);
    this.#tags.push(tag);
    this.#parents.push(parent);
    this.#depths.push(parent < 0 ? 0 : (this.#depths[parent] ?? 0) + 1);
    this.#childCounts.push(0);
    this.#starts.push(this.#blocks.length);
    this.#ends.push(this.#blocks.length);
    if (parent >= 0) this.#childCounts[parent] = (this.#childCounts[parent] ?? 0) + 1;
    if (tag === 'img') this.#images += 1;
    const own = isInline ? line : at;
    let below = style;
    if (tag === 'a' && element.hasAttribute('href')) below = { ...below, link: at };
    if (boldTags.has(tag)) below = { ...below, isBold: true };
    const wasPre = this.#inPre;
    this.#inPre ||= tag === 'pre';
    for (let child = element.firstChild; child !== null; child = child.nextSibling) {
      if (isText(child)) this.#pieces.push({ node: child, parent: at, style: below });
      else if (isElement(child)) this.#readChild(child, at, own, below);
    }
    if (!isInline) this.#endBlock(own, 0);
    this.#inPre = wasPre;
    // an inline element has no blocks: they belong to the line
    this.#ends[at] = isInline ? (this.#starts[at] ?? 0) : this.#blocks.length;
  }

  #readChild(child: Element, parent: number, line: number, style: Style): void {
    if (unreadTags.has(child.localName) || isPermalink(child)) return;
    if (child.localName === 'br') this.#endBlock(line, this.#breaks + 1);
    else this.#read(child, parent, line, style);
  }

  /** @param breaks number of `<br>`s between this block and the next one */
  #endBlock(line: number, breaks: number): void {
    const pieces = this.#pieces;
    if (pieces.length > 0) this.#pieces = [];
    const whole = joinPieces(pieces);
    const text = foldSpace(whole);
    if (this.#isFull || !/[\p{L}\p{N}]/u.test(text)) {
      this.#breaks = breaks;
      return;
    }
    const length = textLength(text);
    const { inner, linkLength, boldLength, links } = measurePieces(pieces);
    this.#blocks.push({
      element: this.#elements[line] as Element,
      node: line,
      inner,
      text,
      written: this.#inPre ? whole.replace(/^\n+|\s+$/g, '') : text,
      length,
      linkLength: Math.min(length, linkLength),
      links,
      boldLength,
      breaks: this.#breaks,
      imagesBefore: this.#images,
      pieces: pieces.map(({ node }) => node),
    });
    this.#breaks = breaks === 0 ? 0 : 1;
  }
}

/** The mark behind a heading that links to it: "¶", "#", "§". */
const isPermalink = (element: Element): boolean =>
  element.localName === 'a' &&
  element.getAttribute('href')?.startsWith('#') === true &&
  /^\s*[^\p{L}\p{N}\s]{1,2}\s*$/u.test(element.textContent);

function joinPieces(pieces: readonly Piece[]): string {
  let whole = '';
  for (const { node } of pieces) whole += node.data;
  return whole;
}

/** Measures links and bold text of a block. @param pieces at least one */
function measurePieces(pieces: readonly Piece[]) {
  let [inner, maxLength, linkLength, boldLength] = [pieces[0]?.parent ?? -1, 0, 0, 0];
  const links = new Set<number>();
  for (const { node, parent, style } of pieces) {
    const length = textLength(node.data.trim());
    if (length > maxLength) [inner, maxLength] = [parent, length];
    if (style.link >= 0) {
      linkLength += length;
      links.add(style.link);
    }
    if (style.isBold) boldLength += length;
  }
  return { inner, linkLength, boldLength, links: links.size };
}

/** Returns the same page without some of its blocks. */
export function withoutBlocks(tree: PageTree, isDropped: readonly boolean[]): PageTree {
  const newIndex = [0];
  for (const dropped of isDropped) newIndex.push((newIndex.at(-1) ?? 0) + (dropped ? 0 : 1));
  return {
    ...tree,
    blocks: tree.blocks.filter((_, at) => isDropped[at] !== true),
    starts: tree.starts.map((start) => newIndex[start] ?? 0),
    ends: tree.ends.map((end) => newIndex[end] ?? 0),
  };
}
