import { foreignName, moreLabel, moreName, nextLabel, notMoreOfList, sentinelName } from '../../../text/more-words.ts';
import { closestWhere } from '../dom/closest-where.ts';
import type { Document } from '../dom/document.ts';
import type { Element } from '../dom/tree.ts';
import { foldSpace } from '../page/blocks.ts';

const [more, notMore, next] = [moreLabel, notMoreOfList, nextLabel].map((source) => new RegExp(source, 'iu')) as [
  RegExp,
  RegExp,
  RegExp,
];
const [named, sentinel, foreign] = [moreName, sentinelName, foreignName].map((source) => new RegExp(source, 'i')) as [
  RegExp,
  RegExp,
  RegExp,
];
/** Characters of a label, at most. */
const maxLabel = 60;
/** Attributes with which libraries name the next part of a list, or load it when it comes into view. */
const loadingAttribute = /^(?:data-)?(?:infinite|load-?more|next-?(?:page|url|cursor))/i;
const whenSeen = /\b(?:revealed|intersect)\b/;

/**
 * Whether a list shows more when it is scrolled or a control is clicked, as far as its HTML says so: a "load more" control without an address, or the mark of a
 * box that loads when it is seen. False where the page links its next page: then no browser is needed.
 */
export function loadsMore(document: Document): boolean {
  return document.body.elementsWhere(isMark).length > 0 && !linksNextPage(document);
}

function isMark(element: Element): boolean {
  return isMoreControl(element) ? !isElsewhere(element) : isSentinel(element);
}

/** Whether an element is a control without an address whose label or name says "load more". */
export function isMoreControl(element: Element): boolean {
  const names = `${element.getAttribute('class') ?? ''} ${element.getAttribute('id') ?? ''}`;
  const isNamed = named.test(names);
  if (!isControl(element) && !(isNamed && isSmallBox(element))) return false;
  const labels = [
    foldSpace(element.textContent),
    element.getAttribute('aria-label') ?? '',
    element.getAttribute('value') ?? '',
  ];
  const short = labels.filter((label) => label !== '' && label.length <= maxLabel);
  if (short.some((label) => notMore.test(label))) return false;
  return short.some((label) => more.test(label)) || (isNamed && short.length > 0);
}

/** A box that is itself a control, with nothing else in it to click on. */
const isSmallBox = (element: Element): boolean =>
  (element.localName === 'div' || element.localName === 'span') &&
  element.elementsWhere((inner) => inner.localName === 'a' || inner.localName === 'button').length === 0;

function isControl(element: Element): boolean {
  const { localName } = element;
  if (localName === 'button')
    return element.getAttribute('type') !== 'submit' || closestWhere(element, isForm) === null;
  if (localName === 'input') return element.getAttribute('type') === 'button';
  if (localName === 'a') return !isAddress(element.getAttribute('href'));
  return element.getAttribute('role') === 'button';
}

const isForm = ({ localName }: Element): boolean => localName === 'form';

/** Whether it leads somewhere: `#` and `javascript:` do not. */
const isAddress = (href: string | null): boolean => href !== null && !/^\s*(?:#.*|javascript:.*)?$/i.test(href);

/** In a menu, banner, comment or side box, or a menu itself. */
const isElsewhere = (element: Element): boolean =>
  element.getAttribute('aria-haspopup') !== null ||
  element.getAttribute('aria-expanded') !== null ||
  closestWhere(element, (box) => {
    if (box.localName === 'body' || box.localName === 'html') return false;
    if (/^(?:nav|header|aside|dialog|article)$/.test(box.localName)) return true;
    return foreign.test(`${box.getAttribute('class') ?? ''} ${box.getAttribute('id') ?? ''}`);
  }) !== null;

function isSentinel(element: Element): boolean {
  if (/^(?:html|body|script|template)$/.test(element.localName)) return false;
  const names = `${element.getAttribute('class') ?? ''} ${element.getAttribute('id') ?? ''}`;
  if (names !== ' ' && sentinel.test(names)) return true;
  return element.attributes.some(
    ({ name, value }) =>
      loadingAttribute.test(name) ||
      name === 'x-intersect' ||
      name.startsWith('x-intersect') ||
      (/^(?:data-)?hx-trigger$/.test(name) && whenSeen.test(value)),
  );
}

const isNextLink = (element: Element): boolean => {
  if (element.localName !== 'a' || !isAddress(element.getAttribute('href'))) return false;
  if (/\bnext\b/i.test(element.getAttribute('rel') ?? '')) return true;
  const label = foldSpace(element.textContent) || (element.getAttribute('aria-label') ?? '');
  return label !== '' && label.length <= maxLabel && next.test(label);
};

const linksNextPage = (document: Document): boolean =>
  document.head.querySelector('link[rel~="next"][href]') !== null || document.body.elementsWhere(isNextLink).length > 0;
