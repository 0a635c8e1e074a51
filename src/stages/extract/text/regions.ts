import type { Region } from '../../../model/article/draft.ts';
import type { Element } from '../dom/tree.ts';
import type { Block } from '../page/blocks.ts';

/** At most this many regions are drawn. */
const maxRegions = 200;

/** Returns where headline and text stand on the page. The browser writes the positions (`data-r`) on demand. Read them after pruning. */
export function readRegions(titleBlock: Block | null, body: Element): Region[] {
  const title = titleBlock === null ? [] : regionOf(titleBlock.element, 'title');
  const text = outermost(body).flatMap((element) => regionOf(element, 'body'));
  // the headline last: where the text contains it, its frame is drawn on top
  return [...text.slice(0, maxRegions), ...title];
}

/** Outermost elements with a position. */
function outermost(body: Element): Element[] {
  const placed = body.querySelectorAll('[data-r]');
  const boxes = new Set(['div', 'section', 'article', 'main', 'body', 'table']);
  // a box around everything would hide the paragraphs
  return placed.filter(
    (element) =>
      !boxes.has(element.localName) &&
      element.parentElement?.closest('p, ul, ol, dl, blockquote, figure, h1, h2, h3, h4') == null,
  );
}

function regionOf(element: Element, of: Region['of']): Region[] {
  const [x = 0, y = 0, width = 0, height = 0] = (element.getAttribute('data-r') ?? '').split(',').map(Number);
  return [x, y, width, height].every(Number.isFinite) && width > 0 && height > 0 ? [{ of, x, y, width, height }] : [];
}
