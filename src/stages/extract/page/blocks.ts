import type { Element, Text } from '../dom/tree.ts';
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
export function foldSpace(text: string): string {
  const bare = text.trim();
  // most texts are folded as they stand, and to tell so is a tenth of the work
  if (isFolded(bare)) return bare;
  // a single space is left alone: to replace it by itself would be nine tenths of what is left
  return bare.replace(/[\s\u200b]{2,}|[^\S ]|\u200b/g, ' ').trim();
}

/** By character code: `\s`, and the space of no width. */
const isSpace = new Uint8Array(0x10000);
for (const char of '\t\n\v\f\r \u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff') isSpace[char.charCodeAt(0)] = 1;
isSpace.fill(1, 0x2000, 0x200c);

/** @param text without white space at its ends */
function isFolded(text: string): boolean {
  let last = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isSpace[code] === 1 && (code !== 0x20 || last === 0x20)) return false;
    last = code;
  }
  return true;
}

const mayBeCjk = /[\u3040-\uffff]/;

/** CJK characters of a text. */
export function cjkIn(text: string): number {
  // a text of Latin letters is told at once, without a look at each of them
  if (!mayBeCjk.test(text)) return 0;
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 0x3040 && isCjk(code)) count += 1;
  }
  return count;
}

const isCjk = (code: number): boolean =>
  code <= 0x30ff ||
  (code >= 0x3400 && code <= 0x4dbf) ||
  (code >= 0x4e00 && code <= 0x9fff) ||
  (code >= 0xac00 && code <= 0xd7af) ||
  (code >= 0xf900 && code <= 0xfaff);

/** Length in Latin letters: a CJK character says as much as 2.5 (block-classifier findings). */
export const lengthOf = (text: string): number => text.length + cjkIn(text) * 1.5;

/** A block that carries text: at least 80 letters, under 40 % links. */
export const isLong = ({ length, linkLength }: Pick<Block, 'length' | 'linkLength'>): boolean =>
  length >= 80 && linkLength < 0.4 * length;

/** Whether a text ends with a stop, quotation marks and brackets after it not counted. */
export const endsSentence = (text: string): boolean => /[.!?。！？…]["'”’»」』)）\]]*$/.test(text.slice(-12));
