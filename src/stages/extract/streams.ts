import { type Element, isElement, type Node, nodeAfter, type ParentNode } from './dom/tree.ts';

/**
 * React's streaming sends late parts as `<div hidden id="S:0">` at the end, and a script moves them to `<template id="B:0">` (a boundary, followed by its
 * fallback up to the comment `/$`) or `<template id="P:0">` (a placeholder). Without scripts the text stays hidden at the end: this does the moves.
 */
export function placeStreams(root: ParentNode): void {
  const segments = new Map<string, Element>();
  const slots: { key: string; template: Element }[] = [];
  for (let node = nodeAfter(root, root); node !== null; node = nodeAfter(node, root)) {
    if (!isElement(node)) continue;
    const [, letter, key] = /^([SBP]):(\w+)$/.exec(node.id) ?? [];
    if (key === undefined) continue;
    if (letter === 'S') segments.set(key, node);
    else if (node.localName === 'template') slots.push({ key, template: node });
  }
  for (const { key, template } of slots) {
    const segment = segments.get(key);
    if (segment === undefined || template.parentNode === null || segment.contains(template)) continue;
    segment.remove();
    if (template.id.startsWith('B')) for (const node of fallbackOf(template)) node.remove();
    template.replaceWith(...segment.childNodes);
  }
}

/** What stands between a boundary and its closing comment: what was shown while waiting. */
function fallbackOf(boundary: Element): Node[] {
  const nodes: Node[] = [];
  for (let node = boundary.nextSibling; node !== null; node = node.nextSibling) {
    if (node.nodeType === 8 && node.nodeValue === '/$') return nodes;
    nodes.push(node);
  }
  return [];
}
