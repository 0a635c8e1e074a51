import { webUrl } from '../../../model/web/canonical-url.ts';
import type { Element } from '../dom/tree.ts';
import type { ArticlePlace, PlacedElement } from '../page/article-place.ts';

const pictureTags = new Set(['img']);
/** Attributes in which lazy loaders keep the address of a picture. */
const sources = ['data-src', 'data-lazy-src', 'data-original', 'data-url', 'src'];

/** CSS px. Smaller pictures are icons and portraits. */
const minSide = 100;
/** Class names of a picture, or of the box around it, that is the article's own. */
const ownNames =
  /(?:^|[-_\s])(?:wp-post-image|post-thumbnail|u-featured|(?:featured?|hero|lead|cover|main|header|banner|article|post|entry|story)[-_]?(?:image|img|media|picture|photo|figure|thumbnail|thumb|cover)|thumbnail-?wrap)(?=[-_\s]|$)/i;
/** Class names of pictures that belong to the page's furniture or to a person. */
const otherNames =
  /(?:^|[-_\s])(?:avatars?|author[-_]?(?:image|img|photo|pic\w*)?|gravatar|logo|icons?|emoji|smil(?:ey|ies)|badge|flag|sprite|pixel|tracking|spinner|loader|qr(?:-?code)?|rating|ads?)(?=[-_\s]|$)/i;
/** Names of files that are no picture of the article: the last word says what it is. */
const otherFile =
  /(?:^|[-_.])(?:logo|icon|favicon|avatar|gravatar|sprite|pixel|blank|spacer|spinner|loading|placeholder|emoji|badge|1x1)(?:[-_.@]?\d{1,4}(?:x\d{1,4})?(?:px|x)?)?(?:[-_](?:white|black|dark|light|default|small|large|rgb))?\.\w{2,5}$/i;
const otherPath = /\/(?:avatars?|emoji|smilies|icons?|logos?|gravatar)\//i;

/** Whether an address is that of a logo, an icon, a portrait or a tracking pixel, by the name of its file or host. */
export function isFurniturePicture(url: string): boolean {
  const { hostname, pathname } = new URL(url);
  return otherFile.test(fileOf(pathname)) || otherPath.test(pathname) || /(?:^|\.)gravatar\.com$/.test(hostname);
}

const fileOf = (pathname: string): string => pathname.slice(pathname.lastIndexOf('/') + 1);

/**
 * The address of the article's first picture: one that is named as its own, wherever it stands near the headline; else the first between the lines around the
 * headline and the end of the text. Null: the article shows none.
 */
export function leadPicture(place: ArticlePlace, url: string): string | null {
  const pictures = place.elementsOf(pictureTags).filter(({ element }) => isPicture(element));
  const own = pictures.find(({ element }) => isNamedAsOwn(element) && !isLinkedElsewhere(element, place, url));
  const chosen =
    own ?? pictures.find((picture) => isBeforeEnd(picture, place) && !isLinkedElsewhere(picture.element, place, url));
  return chosen === undefined ? null : addressOf(chosen.element, url);
}

function isPicture(element: Element): boolean {
  const alt = element.getAttribute('alt') ?? '';
  if (isTooSmall(element) || /^(?:avatar|logo|icon)\b|\b(?:avatar|logo)$/i.test(alt)) return false;
  const names = `${element.className} ${element.parentElement?.className ?? ''} ${element.parentElement?.parentElement?.className ?? ''}`;
  return !otherNames.test(names);
}

function isTooSmall(element: Element): boolean {
  const sides = ['width', 'height'].map((name) => Number.parseFloat(element.getAttribute(name) ?? ''));
  return sides.some((side) => side < minSide);
}

const isNamedAsOwn = (element: Element): boolean => {
  const { parentElement: box } = element;
  return [element, box, box?.parentElement].some((around) => ownNames.test(around?.className ?? ''));
};

/** Below the last line of the text stand pictures of other articles, unless a box around headline and text ends later. */
function isBeforeEnd({ element, block }: PlacedElement, place: ArticlePlace): boolean {
  const { headline, text } = place;
  if (text.to === text.from || place.isInBox(element)) return true;
  return block < text.to && block >= Math.min(headline === -1 ? text.from : headline - 2, text.from);
}

const pictureFile = /\.(?:jpe?g|png|webp|gif|avif|svg)$/i;

/** Whether a picture leads to another page: that of a teaser, a shop, a person. A link to the picture's own file or to the same page does not count. */
function isLinkedElsewhere(element: Element, place: ArticlePlace, url: string): boolean {
  const link = element.closest('a[href]');
  const href = link?.getAttribute('href') ?? '';
  const isElsewhere =
    link !== null &&
    URL.canParse(href, url) &&
    !pictureFile.test(new URL(href, url).pathname) &&
    !isSamePage(href, url);
  return isElsewhere || place.isInTeaser(element);
}

const isSamePage = (href: string, url: string): boolean => {
  const [target, own] = [new URL(href, url), new URL(url)];
  return target.pathname === own.pathname && target.search === own.search;
};

function addressOf(element: Element, url: string): string | null {
  const set = (element.getAttribute('srcset') ?? element.getAttribute('data-srcset'))?.trim().split(/,\s+/).at(-1);
  const named = [...sources.map((name) => element.getAttribute(name)), set?.split(/\s+/)[0]];
  for (const source of named) {
    const address = source && !source.startsWith('data:') ? webUrl(source, url) : null;
    if (address !== null) return isFurniturePicture(address) ? null : address;
  }
  return null;
}
