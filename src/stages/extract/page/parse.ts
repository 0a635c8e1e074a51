import { parseFragment } from 'parse5';
import type { Document } from '../dom/document.ts';
import { PageParser } from '../dom/page-parser.ts';
import type { Element, Node, ParentNode } from '../dom/tree.ts';
import { isElement, isText, Template } from '../dom/tree.ts';
import { isJsonLd, TreeBuilder, type TreeTypes } from '../dom/tree-builder.ts';
import { placeStreams } from './streams.ts';

/** A page as the other rules see it. The document is their own: they may change it. */
export interface ParsedPage {
  readonly document: Document;
  /** Texts of the JSON-LD scripts, in document order. */
  readonly jsonLd: readonly string[];
}

/** As deep as Chromium builds a tree (kMaximumHTMLParserDOMTreeDepth): deeper elements become siblings. Keeps every recursion after us bounded. */
const maxDepth = 512;
/** Depth of what stands in head and body. */
const topDepth = 2;

/** Elements whose text is no text of the page. */
const dropped = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'object',
  'embed',
  'canvas',
  'link-preview',
]);

/**
 * Parses as a browser does (parse5), straight into the tree that the rules read. Open shadow roots and React's hidden streams are put in place; what is no
 * text of the page is taken out.
 * @throws NewshawkError too-large above 500,000 nodes
 */
export function parsePage(html: string): ParsedPage {
  const treeAdapter = new TreeBuilder();
  const document = PageParser.parse<TreeTypes>(html, { treeAdapter });
  if (treeAdapter.hasStreams) placeStreams(document);
  keepHeadAndBody(document);
  const jsonLd: string[] = [];
  for (const part of document.documentElement.children) tidy(part, jsonLd);
  return { document, jsonLd };
}

/** HTML of our own making, or of a site's rules, in an element of its own. @throws NewshawkError too-large above 500,000 nodes */
export function parseInto(element: Element, html: string): Element {
  element.appendAllOf(parseFragment<TreeTypes>(html, { treeAdapter: new TreeBuilder() }));
  tidy(element, []);
  return element;
}

/** Leaves an html with a head and a body: a page of frames has them instead of a body, and text or comments may stand between. */
function keepHeadAndBody(document: Document): void {
  const root = document.documentElement;
  document.textContent = '';
  document.appendChild(root);
  const [head, first, ...others] = root.children;
  root.textContent = '';
  const body = first?.localName === 'body' ? first : moveInto(document.createElement('body'), first);
  for (const part of others) moveInto(body, part);
  root.append(head ?? document.createElement('head'), body);
}

function moveInto(into: Element, from: Element | undefined): Element {
  for (const { name, value } of from?.attributes ?? []) into.setAttribute(name, value);
  if (from !== undefined) into.appendAllOf(from);
  return into;
}

/** Takes out what is no text, opens shadow roots, makes the tree shallow: a walk without recursion. */
function tidy(root: Element, jsonLd: string[]): void {
  let parent: ParentNode = root;
  let depth = topDepth;
  for (let node = root.firstChild; node !== null || parent !== root; ) {
    if (node === null) {
      node = parent.nextSibling;
      parent = parent.parentNode ?? root;
      depth -= 1;
    } else if (isText(node)) {
      node = node.nextSibling;
    } else if (isElement(node) && !dropped.has(node.localName)) {
      if (depth >= maxDepth) moveBehind(node, node.childNodes);
      if (node.firstChild === null) node = node.nextSibling;
      else {
        parent = node;
        node = node.firstChild;
        depth += 1;
      }
    } else {
      if (isElement(node) && isJsonLd(node)) jsonLd.push(node.textContent);
      if (isShadowRoot(node)) moveBehind(node, node.content.childNodes);
      const next: Node | null = node.nextSibling;
      node.remove();
      node = next;
    }
  }
}

/** What our own serialiser writes for an open shadow root, and what servers send. */
const isShadowRoot = (node: Node): node is Template => node instanceof Template && node.hasAttribute('shadowrootmode');

function moveBehind(node: Node, moving: readonly Node[]): void {
  const before = node.nextSibling;
  for (const one of moving) node.parentNode?.insertBefore(one, before);
}
