import type { Element, Node, Text } from './dom/tree.ts';
/** A run of text between two borders of block elements: the unit of all rules that read the page's text. Lengths are in Latin letters (`lengthOf`). */
export interface Block {
  /** The innermost block element around it. */
  readonly element: Element;
  /** Place of `element` in its page tree. */
  readonly node: number;
  /** Place of the parent of its longest piece: an inline element, or `node`. */
  readonly inner: number;
  /** White space folded. */
  readonly text: string;
  /** As it stands, where it stands in a `pre`; else the same as `text`. */
  readonly written: string;
  readonly length: number;
  /** Length of what stands in links, at most `length`. */
  readonly linkLength: number;
  /** Number of links. */
  readonly links: number;
  /** Length of what is bold or emphasised. */
  readonly boldLength: number;
  /** `<br>`s between it and the block before; 0 where a new element began. */
  readonly breaks: number;
  /** Images of the page before its end. */
  readonly imagesBefore: number;
  /** The text nodes that it is made of. */
  readonly pieces: readonly Text[];
}

/** Plain text of blocks: a blank line between paragraphs, a line feed where one `<br>` divided. */
export const textOf = (blocks: readonly Block[]): string =>
  blocks.map(({ written, breaks }, at) => (at === 0 ? '' : breaks === 1 ? '\n' : '\n\n') + written).join('');

/** White space folded to single spaces. */
export const fold = (text: string): string =>
  // a single space is left alone: to replace it by itself would be nine tenths of the work
  text.replace(/[\s\u200b]{2,}|[^\S ]|\u200b/g, ' ').trim();

const cjk = /[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]/g;
/** CJK characters of a text. */
export const cjkIn = (text: string): number => text.match(cjk)?.length ?? 0;

/** Length in Latin letters: a CJK character says as much as 2.5 (block-classifier findings). */
export const lengthOf = (text: string): number => text.length + cjkIn(text) * 1.5;

/** A block that carries text: at least 80 letters, under 40 % links. */
export const isLong = ({ length, linkLength }: Pick<Block, 'length' | 'linkLength'>): boolean =>
  length >= 80 && linkLength < 0.4 * length;

/** Whether a text ends with a stop, quotation marks and brackets after it not counted. */
export const endsSentence = (text: string): boolean => /[.!?。！？…]["'”’»」』)）\]]*$/.test(text.slice(-12));

export const isElement = (node: Node): node is Element => node.nodeType === 1;
