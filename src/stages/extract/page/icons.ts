import type { Element } from '../dom/tree.ts';

/** Icon fonts and sets name the picture of a person so: `fa-user`, `bi bi-person`, `i-ri:quill-pen-line`. */
export const personIcon = /(?:^|[-_:\s])(?:user|person|author|account|feather|quill)(?:[-_]\w+)*(?=\s|$)/i;
/** The picture of a day: `fa-calendar`, `bi bi-calendar-date`. */
export const dayIcon = /(?:^|[-_:\s])calendar(?:[-_]\w+)*(?=\s|$)/i;

/** Elements around a line that are searched for its icon. */
const maxLevels = 2;
/** Characters of the text around an icon. */
const maxAround = 160;

/** Whether a line has an icon of some kind beside it: an empty element whose class or address names the picture. */
export function hasIcon(line: Element, kind: RegExp): boolean {
  const isIcon = (icon: Element): boolean =>
    (kind.test(icon.className) || kind.test(icon.getAttribute('href') ?? '')) && (icon.textContent ?? '').trim() === '';
  let box: Element | null = line;
  for (let level = 0; box !== null && level < maxLevels; level++, box = box.parentElement) {
    if ((box.textContent ?? '').length > maxAround) return false;
    if (box.querySelectorAll('i, em, span, svg, use').some(isIcon)) return true;
  }
  return false;
}
