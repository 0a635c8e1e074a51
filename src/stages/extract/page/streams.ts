import { type Element, isElement, type Node, nodeAfter, type ParentNode } from '../dom/tree.ts';

/**
 * Moves the late parts of a page that React streams. They arrive as `<div hidden id="S:0">` at the end; without scripts they stay hidden there. Their targets
 * are `<template id="B:0">` (a boundary, followed by its fallback up to the comment `/$`) and `<template id="P:0">` (a placeholder).
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
    if (template.id.startsWith('B')) removeFallback(template);
    for (const node of segment.childNodes) template.parentNode.insertBefore(node, template);
    template.remove();
  }
}

/** At most this many nodes of a fallback are read: a real one is a spinner or a grey box. */
const maxFallbackNodes = 1_000;

/** Removes the fallback: the nodes between a boundary and its closing comment. */
function removeFallback(boundary: Element): void {
  const nodes: Node[] = [];
  for (let node = boundary.nextSibling; node !== null && nodes.length < maxFallbackNodes; node = node.nextSibling) {
    if (node.nodeType !== 8 || node.nodeValue !== '/$') nodes.push(node);
    else {
      for (const fallback of nodes) fallback.remove();
      return;
    }
  }
}
