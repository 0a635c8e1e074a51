import { parseHTML } from 'linkedom';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { NewshawkError } from '../../errors.ts';
import { placeStreams } from './streams.ts';

type Parent = DefaultTreeAdapterTypes.ParentNode;
type Child = DefaultTreeAdapterTypes.ChildNode;

/** A page as the other rules see it. The document is their own: they may change it. */
export interface ParsedPage {
  readonly document: Document;
  /** Texts of the JSON-LD scripts, in document order. */
  readonly jsonLd: readonly string[];
}

/** As deep as Chromium builds a tree (kMaximumHTMLParserDOMTreeDepth): deeper elements become siblings. Keeps every recursion after us bounded. */
const maxDepth = 512;
/** Resource safety (operations.md): DOM nodes of one page. */
const maxNodes = 500_000;

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
 * Parses as a browser does (parse5) and hands the tree over to linkedom node by node: linkedom's own parser leaves out html and body on odd sources, and
 * serialising for it would undo what the specification says of tables and paragraphs. Open shadow roots and React's hidden streams are put in place.
 * @throws NewshawkError too-large above 500,000 nodes
 */
export function parsePage(html: string): ParsedPage {
  const tree = parse(html);
  placeStreams(tree);
  const { document } = parseHTML('<!doctype html><html><head></head><body></body></html>');
  const jsonLd: string[] = [];
  const pending: { node: Child; into: Element; depth: number }[] = [];
  const push = (parent: Parent, into: Element, depth: number) => {
    for (let at = parent.childNodes.length - 1; at >= 0; at--) {
      const node = parent.childNodes[at];
      if (node !== undefined) pending.push({ node, into, depth });
    }
  };
  for (const top of elementsOf(tree)) {
    copyAttributes(top, document.documentElement);
    // the last one pushed is the first one taken
    for (const part of elementsOf(top).reverse()) {
      const into = part.tagName === 'head' ? document.head : document.body;
      copyAttributes(part, into);
      push(part, into, 2);
    }
  }
  let nodes = 0;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (++nodes > maxNodes) throw new NewshawkError('too-large', `the page has more than ${maxNodes} nodes`);
    const { node, into, depth } = next;
    if ('value' in node) into.appendChild(document.createTextNode(node.value));
    if (!('tagName' in node)) continue;
    if (isJsonLd(node)) jsonLd.push(node.childNodes.map((child) => ('value' in child ? child.value : '')).join(''));
    if (isShadowRoot(node)) push(node.content, into, depth);
    if (dropped.has(node.tagName)) continue;
    const element = document.createElement(node.tagName);
    copyAttributes(node, element);
    into.appendChild(element);
    push(node, depth >= maxDepth ? into : element, depth >= maxDepth ? depth : depth + 1);
  }
  return { document, jsonLd };
}

const elementsOf = (parent: Parent): DefaultTreeAdapterTypes.Element[] =>
  parent.childNodes.filter((node) => 'tagName' in node);

const attributeOf = (element: DefaultTreeAdapterTypes.Element, name: string): string | null =>
  element.attrs.find((attribute) => attribute.name === name)?.value ?? null;

const isJsonLd = (element: DefaultTreeAdapterTypes.Element): boolean =>
  element.tagName === 'script' && /^application\/ld\+json\b/i.test(attributeOf(element, 'type')?.trim() ?? '');

/** What our own serialiser writes for an open shadow root, and what servers send. */
const isShadowRoot = (element: DefaultTreeAdapterTypes.Element): element is DefaultTreeAdapterTypes.Template =>
  element.tagName === 'template' && attributeOf(element, 'shadowrootmode') !== null;

/** Inlined pictures would be carried through every later step for nothing. */
const longData = /^data:[^,]{0,100},.{1000}/is;

function copyAttributes(from: DefaultTreeAdapterTypes.Element, to: Element): void {
  for (const { name, value } of from.attrs) {
    if (!name.startsWith('on') && !longData.test(value)) to.setAttribute(name, value);
  }
}
