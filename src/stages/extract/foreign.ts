import type { Block } from './blocks.ts';
import type { Element } from './dom/tree.ts';

const others =
  'aside, nav, footer, [class*="comment" i], [class*="related" i], [class*="recommend" i], [class*="sidebar" i]';
/** A lead is called a teaser too; one of another article is linked. */
const teaser = '[class*="teaser" i]';
const wholePage = new Set(['html', 'body', 'main']);

/** Whether an element stands in a box about something else than the page's article. Themes name the whole page so too (`has-sidebar`): a box around the headline is none. */
export function isForeign(element: Element, headline: Block | null): boolean {
  const box = element.closest(others) ?? linkedTeaser(element);
  return box !== null && !wholePage.has(box.localName) && (headline === null || !box.contains(headline.element));
}

function linkedTeaser(element: Element): Element | null {
  const box = element.closest(teaser);
  return box?.querySelector('a[href]') ? box : null;
}
