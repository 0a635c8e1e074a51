import type { Document } from '../dom/document.ts';
import { type Element, isElement, type Node } from '../dom/tree.ts';
import type { Block } from '../page/blocks.ts';
import { cutBlocks, inlineTags } from '../page/page-tree.ts';
import { shownPieces } from './boilerplate/notes.ts';

/** Elements whose content is never text of the body. */
const unwantedTags = new Set(
  'head title script style noscript template iframe object embed select textarea input button audio video canvas map svg math link meta'.split(
    ' ',
  ),
);
/** Elements of a table; those of a layout table become plain boxes. */
const tableTags = new Set('table caption thead tbody tfoot tr th td'.split(' '));

/**
 * Returns the smallest element around some blocks. It keeps only these, the images between them, and the images' captions. Changes the document.
 * @param blocks at least one, in document order
 */
export function pruneTo(document: Document, blocks: readonly Block[]): Element {
  const kept = new Set<Node>(shownPieces(blocks));
  const common = commonElement(blocks.map(({ element }) => element));
  // rows need their table
  const root = /^(?:tr|tbody|thead|tfoot)$/.test(common.localName) ? (common.closest('table') ?? common) : common;
  const body = document.createElement('div');
  if (containerTags.has(root.localName)) body.appendAllOf(root);
  else body.append(root);
  new Pruning(document, kept).prune(body);
  return body;
}

function commonElement(elements: readonly Element[]): Element {
  let common = elements[0] as Element;
  const last = elements.at(-1) as Element;
  const holdsAll = () => elements.every((element) => common.contains(element));
  // the last element is the likeliest to stand outside
  while (common.parentElement !== null && !(common.contains(last) && holdsAll())) common = common.parentElement;
  return common;
}

/** Elements that need their parent: only their content is kept. */
const containerTags = new Set('html body td th caption li dt dd'.split(' '));

/** What an element contains after pruning. */
interface PruneResult {
  /** It holds text of the body. */
  readonly text: boolean;
  /** Text was removed from it, captions not counted. */
  readonly lost: boolean;
  /** Images of which an element around decides whether they belong to the body. */
  readonly pictures: readonly Element[];
}

const nothing: PruneResult = { text: false, lost: false, pictures: [] };

class Pruning {
  readonly #document: Document;
  readonly #kept: ReadonlySet<Node>;

  constructor(document: Document, kept: ReadonlySet<Node>) {
    this.#document = document;
    this.#kept = kept;
  }

  prune(element: Element): PruneResult {
    if (element.localName === 'img') return { ...nothing, pictures: [element] };
    const results = [...element.childNodes].map((child) => this.#child(child));
    const text = results.some((result) => result.text);
    const lost = results.some((result) => result.lost) && element.localName !== 'figure';
    const pictures = results.flatMap((result) => result.pictures);
    if (text && lost && element.localName === 'table') this.#replaceLayoutTable(element);
    // an image belongs to the body if the smallest box with text around it has body text; otherwise it belongs to a teaser
    if (lost && !text) for (const picture of pictures) (picture.closest('figure') ?? picture).remove();
    return { text, lost, pictures: text || lost ? [] : pictures };
  }

  #child(node: Node): PruneResult {
    if (node.nodeType === 3) {
      if (this.#kept.has(node)) return { ...nothing, text: true };
      if (!/\S/.test(node.nodeValue ?? '')) return nothing;
      node.parentNode?.removeChild(node);
      return { ...nothing, lost: /[\p{L}\p{N}]/u.test(node.nodeValue ?? '') };
    }
    if (
      !isElement(node) ||
      (unwantedTags.has(node.localName) && !(node.localName === 'button' && this.#holdsKept(node)))
    ) {
      node.parentNode?.removeChild(node);
      return nothing;
    }
    // its figure decides
    if (node.localName === 'figcaption' && node.closest('figure') !== null && !this.#holdsKept(node)) return nothing;
    const left = this.prune(node);
    const isEmpty = !left.text && left.pictures.length === 0 && !/^(?:br|hr|td|th)$/.test(node.localName);
    if (!isEmpty) return left;
    // a removed block still separates the lines on both sides
    if (left.lost && !inlineTags.has(node.localName) && isOfLine(node.previousSibling))
      node.replaceWith(this.#document.createElement('br'), this.#document.createElement('br'));
    else node.remove();
    return left;
  }

  #holdsKept = (element: Element): boolean =>
    [...element.childNodes].some((node) => this.#kept.has(node) || (isElement(node) && this.#holdsKept(node)));

  /** A table that lost cells is a layout table: its elements become plain boxes. */
  #replaceLayoutTable(table: Element): void {
    for (const element of [...table.querySelectorAll('*'), table]) {
      if (!tableTags.has(element.localName)) continue;
      const box = this.#document.createElement('div');
      box.appendAllOf(element);
      if (cutBlocks(box).length === 0 && box.querySelector('img') === null) element.remove();
      else element.replaceWith(box);
    }
  }
}

const isOfLine = (node: Node | null): boolean =>
  node !== null && (isElement(node) ? inlineTags.has(node.localName) : /\S/.test(node.nodeValue ?? ''));
