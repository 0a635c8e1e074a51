import type { DefaultTreeAdapterTypes } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;
export type HtmlElement = DefaultTreeAdapterTypes.Element;

export const isHtmlElement = (node: Node): node is HtmlElement => 'tagName' in node;

/** All elements below the root, in document order, without recursion: a hostile page may nest as deep as it likes. @param tagName only these */
export function elementsIn(root: Node, tagName?: string): HtmlElement[] {
  const elements: HtmlElement[] = [];
  const open: Node[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isHtmlElement(node) && node !== root && (tagName ?? node.tagName) === node.tagName) elements.push(node);
    if ('childNodes' in node) open.push(...node.childNodes.toReversed());
  }
  return elements;
}

const unseen = new Set(['script', 'style']);

/** The text below a node. @param withCode also of scripts and styles */
export function nodeText(root: Node, withCode = false): string {
  let text = '';
  const open: Node[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.nodeName === '#text') text += (node as DefaultTreeAdapterTypes.TextNode).value;
    if ('childNodes' in node && (withCode || !unseen.has(node.nodeName))) open.push(...node.childNodes.toReversed());
  }
  return text;
}
