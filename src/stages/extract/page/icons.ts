import type { Document } from '../dom/document.ts';
import type { Element } from '../dom/tree.ts';
import type { Block } from './blocks.ts';

/** Icon fonts and sets name the picture of a person so: `fa-user`, `bi bi-person`, `i-ri:quill-pen-line`. */
export const personIcon = /(?:^|[-_:\s])(?:user|person|author|account|feather|quill)(?:[-_]\w+)*(?=\s|$)/i;
/** The picture of a day: `fa-calendar`, `bi bi-calendar-date`. */
export const dayIcon = /(?:^|[-_:\s])calendar(?:[-_]\w+)*(?=\s|$)/i;

const iconTags = new Set(['i', 'em', 'span', 'svg', 'use']);
/** Elements around an icon that may hold its line. */
const maxLevels = 3;
/** Characters of the text around an icon. */
const maxAround = 160;

/** The lines of a page that have an icon of some kind beside them: an empty element whose class or address names the picture. */
export function linesWithIcon(document: Document, blocks: readonly Block[], kind: RegExp): readonly Block[] {
  const boxes = new Set<Element>();
  const isIcon = (element: Element): boolean =>
    iconTags.has(element.localName) &&
    (kind.test(element.className) || kind.test(element.getAttribute('href') ?? '')) &&
    (element.textContent ?? '').trim() === '';
  for (const icon of document.elementsWhere(isIcon)) {
    let box = icon.parentElement;
    for (let level = 0; box !== null && level < maxLevels; level++, box = box.parentElement) {
      if ((box.textContent ?? '').length > maxAround) break;
      boxes.add(box);
    }
  }
  return boxes.size === 0 ? [] : blocks.filter(({ element }) => boxes.has(element));
}
