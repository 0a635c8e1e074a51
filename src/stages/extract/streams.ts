import type { DefaultTreeAdapterTypes } from 'parse5';

type Element = DefaultTreeAdapterTypes.Element;
type Parent = DefaultTreeAdapterTypes.ParentNode;

/**
 * React's streaming sends late parts as `<div hidden id="S:0">` at the end, and a script moves them to `<template id="B:0">` (a boundary, followed by its
 * fallback up to the comment `/$`) or `<template id="P:0">` (a placeholder). Without scripts the text stays hidden at the end: this does the moves.
 */
export function placeStreams(root: Parent): void {
  const segments = new Map<string, Element>();
  const slots: { key: string; template: Element }[] = [];
  for (const element of walk(root)) {
    const [, letter, key] = /^([SBP]):(\w+)$/.exec(idOf(element)) ?? [];
    if (key === undefined) continue;
    if (letter === 'S') segments.set(key, element);
    else if (element.tagName === 'template') slots.push({ key, template: element });
  }
  for (const { key, template } of slots) {
    const segment = segments.get(key);
    const parent = template.parentNode;
    if (segment === undefined || parent === null || holds(segment, template)) continue;
    detach(segment);
    const at = parent.childNodes.indexOf(template);
    const fallback = idOf(template).startsWith('B') ? fallbackLength(parent, at) : 0;
    for (const child of segment.childNodes) child.parentNode = parent;
    parent.childNodes.splice(at, 1 + fallback, ...segment.childNodes);
    segment.childNodes = [];
  }
}

const idOf = (element: Element): string => element.attrs.find(({ name }) => name === 'id')?.value ?? '';

function* walk(root: Parent): Generator<Element> {
  const pending: Parent[] = [root];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const child of next.childNodes) {
      if (!('tagName' in child)) continue;
      yield child;
      pending.push(child);
    }
  }
}

function holds(ancestor: Element, node: Element): boolean {
  for (let at: Parent | null = node; at !== null; at = 'parentNode' in at ? at.parentNode : null) {
    if (at === ancestor) return true;
  }
  return false;
}

function detach(element: Element): void {
  const siblings = element.parentNode?.childNodes;
  if (siblings !== undefined) siblings.splice(siblings.indexOf(element), 1);
}

/** Nodes between a boundary and its closing comment: what was shown while waiting. */
function fallbackLength(parent: Parent, at: number): number {
  const rest = parent.childNodes.slice(at + 1);
  const end = rest.findIndex((node) => node.nodeName === '#comment' && 'data' in node && node.data === '/$');
  return end === -1 ? 0 : end;
}
