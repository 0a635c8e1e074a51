import type { Element, Text } from '../dom/tree.ts';

/** A run of text between two boundaries of block elements: the unit of all rules that read the page's text. Lengths are in Latin letters (`lengthOf`). */
export interface Block {
  /** The innermost block element around it. */
  readonly element: Element;
  /** Index of `element` in the page tree. */
  readonly node: number;
  /** Index of the parent of its longest text node: an inline element, or `node`. */
  readonly inner: number;
  /** Text with folded white space. */
  readonly text: string;
  /** In a `pre` the text with its white space; else the same as `text`. */
  readonly written: string;
  readonly length: number;
  /** Length of the text in links, at most `length`. */
  readonly linkLength: number;
  /** Number of links. */
  readonly links: number;
  /** Length of bold or emphasised text. */
  readonly boldLength: number;
  /** Number of `<br>`s between the previous block and this one; 0 if a new element begins. */
  readonly breaks: number;
  /** Number of images of the page before the end of the block. */
  readonly imagesBefore: number;
  /** Its text nodes. */
  readonly pieces: readonly Text[];
}

/** Plain text of blocks: a line feed where one `<br>` divides them, else a blank line. */
export const blocksText = (blocks: readonly Block[]): string =>
  blocks.map(({ written, breaks }, at) => (at === 0 ? '' : breaks === 1 ? '\n' : '\n\n') + written).join('');

/** Folds white space to single spaces. */
export function foldSpace(text: string): string {
  const bare = text.trim();
  // most texts are already folded; the check costs a tenth of the work
  if (isFolded(bare)) return bare;
  // the pattern skips single spaces: replacing them by themselves would be nine tenths of the rest
  return bare.replace(/[\s\u200b]{2,}|[^\S ]|\u200b/g, ' ').trim();
}

/** By character code: `\s`, and the zero-width space. */
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

/** Number of CJK characters in a text. */
export function cjkIn(text: string): number {
  // a quick answer for texts in Latin letters
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

/** Length in Latin letters: a CJK character counts as 2.5, as it holds as much information. */
export const textLength = (text: string): number => text.length + cjkIn(text) * 1.5;

/** Whether a block is long text: at least 80 Latin letters, less than 40 % of them in links. */
export const isLong = ({ length, linkLength }: Block): boolean => length >= 80 && linkLength < 0.4 * length;

/** Whether a block is a line of links: more than 80 % of it is in links. */
export const isLinkLine = ({ length, linkLength }: Block): boolean => linkLength > 0.8 * length;

/** Latin letters of blocks. */
export const lettersIn = (blocks: readonly Block[]): number => blocks.reduce((sum, { length }) => sum + length, 0);

/** Latin letters of the long text among blocks. */
export const longLettersIn = (blocks: readonly Block[]): number =>
  blocks.reduce((sum, block) => sum + (isLong(block) ? block.length : 0), 0);

/** Whether a text ends with a full stop or the like; quotation marks and brackets may follow it. */
export const endsSentence = (text: string): boolean => /[.!?。！？…]["'”’»」』)）\]]*$/.test(text.slice(-12));
