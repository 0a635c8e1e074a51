import type { Region } from '../../../model/article/draft.ts';
import type { Element } from '../dom/tree.ts';
import type { Block } from '../page/blocks.ts';

/** More are not drawn: a picture shows no more. */
const mostRegions = 200;

/** Where headline and text stand on the page, as far as its source says so (`data-r`, written by the browser's side on demand). To be read off what is left of the page. */
export function regionsOf(titleBlock: Block | null, body: Element): Region[] {
  const title = titleBlock === null ? [] : regionOf(titleBlock.element, 'title');
  const text = outermost(body).flatMap((element) => regionOf(element, 'body'));
  // the headline last: it is drawn above the text, if the text has it too
  return [...text.slice(0, mostRegions), ...title];
}

/** Elements with a place of which no other one is around them. */
function outermost(body: Element): Element[] {
  const placed = body.querySelectorAll('[data-r]');
  const boxes = new Set(['div', 'section', 'article', 'main', 'body', 'table']);
  // a box around everything would show nothing but itself
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
