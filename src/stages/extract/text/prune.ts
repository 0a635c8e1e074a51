import type { Document } from '../dom/document.ts';
import type { Element, Node } from '../dom/tree.ts';
import { type Block, isElement } from '../page/blocks.ts';
import { cutBlocks, inline } from '../page/page-tree.ts';

/** Elements that hold nothing of a text, whatever is in them. */
const never = new Set(
  'head title script style noscript template iframe object embed select textarea input button audio video canvas map svg math link meta'.split(
    ' ',
  ),
);
/** Elements of a table; those of one that only lays out the page become plain boxes. */
const ofTable = new Set('table caption thead tbody tfoot tr th td'.split(' '));

/**
 * The smallest element around some blocks, with nothing left in it but them, the pictures between them and the captions of these. Changes the document.
 * @param blocks one or more, in document order
 */
export function onlyBlocks(document: Document, blocks: readonly Block[]): Element {
  const kept = new Set<Node>(blocks.flatMap(({ pieces }) => pieces));
  const common = commonElement(blocks.map(({ element }) => element));
  // rows without their table would be no table
  const root = /^(?:tr|tbody|thead|tfoot)$/.test(common.localName) ? (common.closest('table') ?? common) : common;
  const body = document.createElement('div');
  if (boxes.has(root.localName)) body.appendAllOf(root);
  else body.append(root);
  new Pruning(document, kept).prune(body);
  return body;
}

function commonElement(elements: readonly Element[]): Element {
  let common = elements[0] as Element;
  const last = elements.at(-1) as Element;
  const holdsAll = () => elements.every((element) => common.contains(element));
  // the ends are the likeliest to differ
  while (common.parentElement !== null && !(common.contains(last) && holdsAll())) common = common.parentElement;
  return common;
}

/** Elements that mean nothing without what is around them: their content is taken. */
const boxes = new Set('html body td th caption li dt dd'.split(' '));

/** What is left of an element. */
interface Left {
  /** Text of the body. */
  readonly text: boolean;
  /** Text that was taken out, captions not counted. */
  readonly lost: boolean;
  /** Pictures that wait for a word whether they belong to the body. */
  readonly pictures: readonly Element[];
}

const nothing: Left = { text: false, lost: false, pictures: [] };

class Pruning {
  readonly #document: Document;
  readonly #kept: ReadonlySet<Node>;

  constructor(document: Document, kept: ReadonlySet<Node>) {
    this.#document = document;
    this.#kept = kept;
  }

  prune(element: Element): Left {
    if (element.localName === 'img') return { ...nothing, pictures: [element] };
    const found = [...element.childNodes].map((child) => this.#child(child));
    const text = found.some((one) => one.text);
    const lost = found.some((one) => one.lost) && element.localName !== 'figure';
    const pictures = found.flatMap((one) => one.pictures);
    if (text && lost && element.localName === 'table') this.#layOut(element);
    // a picture belongs to the body where the smallest box with text around it has body text; in a box of other text it is a teaser's
    if (lost && !text) for (const picture of pictures) (picture.closest('figure') ?? picture).remove();
    return { text, lost, pictures: text || lost ? [] : pictures };
  }

  #child(node: Node): Left {
    if (node.nodeType === 3) {
      if (this.#kept.has(node)) return { ...nothing, text: true };
      if (!/\S/.test(node.nodeValue ?? '')) return nothing;
      node.parentNode?.removeChild(node);
      return { ...nothing, lost: /[\p{L}\p{N}]/u.test(node.nodeValue ?? '') };
    }
    if (!isElement(node) || never.has(node.localName)) {
      node.parentNode?.removeChild(node);
      return nothing;
    }
    // goes where its figure goes
    if (node.localName === 'figcaption' && node.closest('figure') !== null && !this.#holdsKept(node)) return nothing;
    const left = this.prune(node);
    const isEmpty = !left.text && left.pictures.length === 0 && !/^(?:br|hr|td|th)$/.test(node.localName);
    if (!isEmpty) return left;
    // the border of a block stays between the lines on both sides
    if (left.lost && !inline.has(node.localName) && isOfLine(node.previousSibling))
      node.replaceWith(this.#document.createElement('br'), this.#document.createElement('br'));
    else node.remove();
    return left;
  }

  #holdsKept = (element: Element): boolean =>
    [...element.childNodes].some((node) => this.#kept.has(node) || (isElement(node) && this.#holdsKept(node)));

  /** A table of which cells were taken out only laid out the page. */
  #layOut(table: Element): void {
    for (const element of [...table.querySelectorAll('*'), table]) {
      if (!ofTable.has(element.localName)) continue;
      const box = this.#document.createElement('div');
      box.appendAllOf(element);
      if (cutBlocks(box).length === 0 && box.querySelector('img') === null) element.remove();
      else element.replaceWith(box);
    }
  }
}

const isOfLine = (node: Node | null): boolean =>
  node !== null && (isElement(node) ? inline.has(node.localName) : /\S/.test(node.nodeValue ?? ''));
