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

/** Whether an element stands in a box about something else than the page's article. Themes name the whole page so too (`has-sidebar`): a box around the headline is none. */
export function isForeign(element: Element, headline: Block | null): boolean {
  const box = closestWhere(element, isOther) ?? linkedTeaser(element);
  if (box !== null && headline !== null && isArticleFooter(box, headline)) return false;
  return box !== null && !wholePage.has(box.localName) && (headline === null || !box.contains(headline.element));
}

/** Names of an element that holds the date, whatever else its maker calls it (`ArticleHeaderComment_publishDate`). */
const dateName = /publish|pub-?date|date-?line|post-?date/i;

/** The same for the line next to the headline: an aside or a footer there, not named for anything else, holds date and byline. */
export function isForeignNearHeadline(element: Element, headline: Block | null): boolean {
  const box = closestWhere(element, isOther);
  const isPlain =
    box !== null &&
    (box.localName === 'aside' || box.localName === 'footer') &&
    closestWhere(element, isNamed) === null;
  return !isPlain && !dateName.test(element.className) && isForeign(element, headline);
}

/** The footer of the article itself, where some put date and byline. */
const isArticleFooter = (box: Element, headline: Block): boolean =>
  box.localName === 'footer' && box.closest('article')?.contains(headline.element) === true;

function linkedTeaser(element: Element): Element | null {
  const box = closestWhere(element, isTeaser);
  return box?.querySelector('a[href]') ? box : null;
}
