import { closestWhere } from '../dom/closest-where.ts';
import type { Element } from '../dom/tree.ts';
import type { Block } from './blocks.ts';
import { foreignNames, teaserNames } from './furniture-names.ts';

type Test = (element: Element) => boolean;
const otherTags = new Set(['aside', 'nav', 'footer']);
const foreign = new RegExp(foreignNames, 'i');
const isNamed: Test = ({ className }) => foreign.test(className);
const isOther: Test = (element) => otherTags.has(element.localName) || isNamed(element);
const teaser = new RegExp(teaserNames, 'i');
const isTeaser: Test = ({ className }) => teaser.test(className);
const wholePage = new Set(['html', 'body', 'main']);

/**
 * Whether an element is in a box that does not belong to the article. Boxes around the headline do not count: themes give such names to the whole page, too
 * (`has-sidebar`).
 */
export function isForeign(element: Element, headline: Block | null): boolean {
  const box = closestWhere(element, isOther) ?? linkedTeaser(element);
  if (box !== null && headline !== null && isArticleFooter(box, headline)) return false;
  return box !== null && !wholePage.has(box.localName) && (headline === null || !box.contains(headline.element));
}

/** Names of an element that holds the date, even if the name matches `foreign`, too (`ArticleHeaderComment_publishDate`). */
const dateName = /publish|pub-?date|date-?line|post-?date/i;

/** The same for a line next to the headline: there, an aside or a footer without a foreign name holds date and byline. */
export function isForeignNearHeadline(element: Element, headline: Block | null): boolean {
  const box = closestWhere(element, isOther);
  const isPlain =
    box !== null &&
    (box.localName === 'aside' || box.localName === 'footer') &&
    closestWhere(element, isNamed) === null;
  return !isPlain && !dateName.test(element.className) && isForeign(element, headline);
}

/** The same for a line that may stand in the page's footer. */
export function isForeignOutsideFooter(element: Element, headline: Block | null): boolean {
  const box = closestWhere(element, isOther);
  return !(box?.localName === 'footer' && closestWhere(element, isNamed) === null) && isForeign(element, headline);
}

/** Whether a box is the footer of the article, where some sites put date and byline. */
const isArticleFooter = (box: Element, headline: Block): boolean =>
  box.localName === 'footer' && box.closest('article')?.contains(headline.element) === true;

function linkedTeaser(element: Element): Element | null {
  const box = closestWhere(element, isTeaser);
  return box?.querySelector('a[href]') ? box : null;
}
