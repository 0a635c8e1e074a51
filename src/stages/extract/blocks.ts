/** A run of text between two borders of block elements: the unit of all rules that read the page's text. */
export interface Block {
  /** The innermost block element around it. */
  readonly element: Element;
  /** White space folded, except in `pre`. */
  readonly text: string;
  /** Characters of `text` that stand in links. */
  readonly linkLength: number;
  /** It follows a `<br>`, not a new element: the same paragraph goes on. */
  readonly afterBreak: boolean;
}

/** Elements that stand within a line; every other one, custom elements too, breaks it. */
const inline = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark nobr q rp rt ruby s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);

/** Elements whose content is no text to read. */
const silent = new Set(
  'script style noscript template svg math iframe select textarea button title video audio canvas object embed'.split(
    ' ',
  ),
);

/** Cuts everything below `root` into its text blocks, in document order; blocks without a letter or digit are left out. */
export function cutBlocks(root: Element): Block[] {
  const blocks: Block[] = [];
  let element = root;
  let text = '';
  let linked = 0;
  let afterBreak = false;
  let inPre = false;
  const end = (next: Element, isBreak: boolean) => {
    const folded = inPre ? text.replace(/^\n+|\s+$/g, '') : fold(text);
    if (/[\p{L}\p{N}]/u.test(folded))
      blocks.push({ element, text: folded, linkLength: Math.min(linked, folded.length), afterBreak });
    // a second <br> in a row, or nothing kept between two: the paragraph ended
    afterBreak = isBreak && /\S/.test(text);
    text = '';
    linked = 0;
    element = next;
  };
  const walk = (node: Element, inLink: boolean) => {
    for (const child of node.childNodes) {
      if (child.nodeType === 3) {
        const value = child.nodeValue ?? '';
        text += value;
        if (inLink) linked += fold(value).length;
      } else if (isElement(child) && !silent.has(child.localName)) {
        if (child.localName === 'br') end(element, true);
        else if (inline.has(child.localName)) walk(child, inLink || child.localName === 'a');
        else {
          const outer = element;
          const wasPre = inPre;
          end(child, false);
          inPre ||= child.localName === 'pre';
          walk(child, inLink);
          end(outer, false);
          inPre = wasPre;
        }
      }
    }
  };
  walk(root, false);
  end(root, false);
  return blocks;
}

/** Plain text of blocks: a blank line between paragraphs, a line feed where a `<br>` divided. */
export const textOf = (blocks: readonly Block[]): string =>
  blocks.map(({ text, afterBreak }, at) => (at === 0 ? '' : afterBreak ? '\n' : '\n\n') + text).join('');

/** White space folded to single spaces. */
export const fold = (text: string): string => text.replace(/[\s\u00a0\u200b\ufeff]+/gu, ' ').trim();

/** Length in Latin letters: a CJK character says as much as 2.5 (block-classifier findings). */
export function lengthOf(text: string): number {
  const cjk = text.match(/[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]/g)?.length ?? 0;
  return text.length + cjk * 1.5;
}

/** A block that carries text: at least 80 letters, under 40 % links. */
export const isLong = ({ text, linkLength }: Block): boolean => lengthOf(text) >= 80 && linkLength < 0.4 * text.length;

export const isElement = (node: Node): node is Element => node.nodeType === 1;
