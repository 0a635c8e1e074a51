import type { Element } from './tree.ts';

/** The element itself or the nearest one around it that passes. For what is asked of all lines of a page: a selector would take ten times as long. */
export function closestWhere(element: Element, test: (element: Element) => boolean): Element | null {
  let box: Element | null = element;
  while (box !== null && !test(box)) box = box.parentElement;
  return box;
}
