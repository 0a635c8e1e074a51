import type { Region } from '../../../model/article/draft.ts';
import type { Element } from '../dom/tree.ts';
import type { Block } from '../page/blocks.ts';

/** At most this many regions are drawn. */
const maxRegions = 200;

/** Returns where headline and text stand on the page. The browser writes the positions (`data-r`) on demand, those of texts (`data-g`) always. Read them after pruning. */
export function readRegions(titleBlock: Block | null, body: Element): Region[] {
  const title = titleBlock === null ? [] : regionOf(titleBlock.element, 'title');
  const text = outermost(body).flatMap((element) => regionOf(element, 'body'));
  // the headline last: where the text contains it, its frame is drawn on top
  return [...text.slice(0, maxRegions), ...title];
}

/** Where authors and date stand. Only their values are known: they are looked for, before pruning. @param publishedAt ISO 8601; null: unknown */
export function readBylineRegions(page: Element, authors: readonly string[], publishedAt: string | null): Region[] {
  if (!page.hasAttribute('data-r')) return [];
  const names = authors.slice(0, maxAuthors).flatMap((name) => regionOf(shortest(page, name), 'authors'));
  return [...names, ...regionOf(timeOf(page, publishedAt), 'publishedAt')];
}

/** Authors whose names are drawn, at most. */
const maxAuthors = 5;
/** A byline is not longer, in letters. */
const maxByline = 200;

/** The innermost element of a byline with this name. */
function shortest(page: Element, name: string): Element | null {
  const candidates = page
    .querySelectorAll('[data-r]')
    .map((element) => ({ element, length: (element.textContent ?? '').length }))
    .filter(({ element, length }) => length <= maxByline && (element.textContent ?? '').includes(name));
  return candidates.sort((a, b) => a.length - b.length)[0]?.element ?? null;
}

/** The element that names the day. */
function timeOf(page: Element, publishedAt: string | null): Element | null {
  if (publishedAt === null) return null;
  const day = publishedAt.slice(0, 10);
  const times = page.querySelectorAll('time[data-r]');
  return times.find((element) => element.getAttribute('datetime')?.startsWith(day) === true) ?? null;
}

/** Outermost elements with a position. */
function outermost(body: Element): Element[] {
  const placed = body.querySelectorAll('[data-r], [data-g]');
  const boxes = new Set(['div', 'section', 'article', 'main', 'body', 'table']);
  // a box around everything would hide the paragraphs
  return placed.filter(
    (element) =>
      !boxes.has(element.localName) &&
      element.parentElement?.closest('p, ul, ol, dl, blockquote, figure, h1, h2, h3, h4') == null,
  );
}

/** `x,y,width,height`, and perhaps more; a stored page has places of texts only, which may stand further in. */
const placeOf = (element: Element): string =>
  element.getAttribute('data-r') ??
  element.getAttribute('data-g') ??
  element.querySelector('[data-g]')?.getAttribute('data-g') ??
  '';

function regionOf(element: Element | null, of: Region['of']): Region[] {
  if (element === null) return [];
  const [x = 0, y = 0, width = 0, height = 0] = placeOf(element).split(',').map(Number);
  return [x, y, width, height].every(Number.isFinite) && width > 0 && height > 0 ? [{ of, x, y, width, height }] : [];
}
