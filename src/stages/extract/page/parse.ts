import { parseFragment } from 'parse5';
import type { Document } from '../dom/document.ts';
import { PageParser } from '../dom/page-parser.ts';
import type { Element, Node, ParentNode } from '../dom/tree.ts';
import { isElement, isText, Template } from '../dom/tree.ts';
import { isJsonLd, TreeBuilder, type TreeTypes } from '../dom/tree-builder.ts';
import { allRulesOn, type RulesOff } from '../rules-off.ts';
import { placeStreams } from './streams.ts';

/** A parsed page. The rules may change the document. */
export interface ParsedPage {
  readonly document: Document;
  /** Text of each JSON-LD script, in document order. */
  readonly jsonLd: readonly string[];
}

/** Depth at which Chromium makes elements siblings (kMaximumHTMLParserDOMTreeDepth). It bounds all later recursion. */
const maxDepth = 512;
/** Depth of the children of head and body. */
const topDepth = 2;

/** Elements that are removed: their text is not text of the page. */
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
 * Parses a page as a browser does (parse5), directly into the tree that the rules read. Inserts open shadow roots and React's streamed parts; removes elements
 * without text of the page.
 * @throws NewshawkError too-large above 500,000 nodes
 */
export function parsePage(html: string, off: RulesOff = allRulesOn): ParsedPage {
  const treeAdapter = new TreeBuilder();
  const document = PageParser.parse<TreeTypes>(html, { treeAdapter });
  if (treeAdapter.hasStreams && !off.has('page/react-streams')) placeStreams(document);
  keepHeadAndBody(document);
  const jsonLd: string[] = [];
  for (const part of document.documentElement.children) tidy(part, jsonLd);
  return { document, jsonLd };
}

/** Parses HTML of our own or of a site's rules into an element. @throws NewshawkError too-large above 500,000 nodes */
export function parseInto(element: Element, html: string): Element {
  element.appendAllOf(parseFragment<TreeTypes>(html, { treeAdapter: new TreeBuilder() }));
  tidy(element, []);
  return element;
}

/** Reduces a document to html, head and body: a page of frames has a frameset instead of a body, and text or comments may be between. */
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

/** Removes elements without text, inserts shadow roots, and limits the depth. The walk has no recursion. */
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

/** Whether a node is a declarative shadow root, from our serialiser or from a server. */
const isShadowRoot = (node: Node): node is Template => node instanceof Template && node.hasAttribute('shadowrootmode');

function moveBehind(node: Node, moving: readonly Node[]): void {
  const before = node.nextSibling;
  for (const child of moving) node.parentNode?.insertBefore(child, before);
}
