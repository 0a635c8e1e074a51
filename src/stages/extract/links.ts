import { type CanonicalUrl, tryCanonicalUrl } from '../../model/canonical-url.ts';
import type { Link, LinkRegion } from '../../model/link.ts';
import { fold, lengthOf } from './blocks.ts';

export interface LinkQuestion {
  readonly document: Document;
  /** Address against which relative ones are resolved; a `<base>` counts before it. */
  readonly baseUrl: string;
  readonly foundOn: CanonicalUrl;
  /** CSS selector of the regions that count as content; null: told by structure. */
  readonly selector: string | null;
}

const footer = 'footer, [role="contentinfo"], [class*="footer" i], [id*="footer" i]';
const navigation =
  'nav, [role="navigation"], [role="menubar"], [role="menu"], [class~="nav"], [class*="navbar" i], [class*="navigation" i], [class*="main-nav" i], [class*="menu" i], [class*="breadcrumb" i], [id~="nav"], [id*="menu" i], [class*="social" i], [class*="share" i]';
/** A pager's links lead on through the list: they count, whatever element is around them. */
const pager = '[class*="pag" i], [id*="pag" i], [rel="next"], [rel="prev"], [aria-label*="pag" i]';

/** A row of at least so many links, with hardly any other text and short words in them, is a menu. */
const menuLinks = 4;
const menuAnchorLength = 16;

/** All http(s) links of a page, one an address: with where it stands, the words in it and around it. The best place of several counts. */
export function findLinks({ document, baseUrl, foundOn, selector }: LinkQuestion): Link[] {
  const base = tryCanonicalUrl(document.querySelector('base[href]')?.getAttribute('href') ?? '', baseUrl) ?? baseUrl;
  const regions = selector === null ? null : [...document.querySelectorAll(selector)];
  const menus = new Map<Element, boolean>();
  const links = new Map<CanonicalUrl, Link>();
  for (const anchor of document.querySelectorAll('a[href], area[href]')) {
    const href = anchor.getAttribute('href') ?? '';
    if (/^\s*(#(?!!)|javascript:|mailto:|tel:|data:)/i.test(href)) continue;
    const url = tryCanonicalUrl(href, base);
    if (url === null) continue;
    const region =
      regions === null
        ? regionOf(anchor, menus)
        : regions.some((one) => one.contains(anchor))
          ? 'content'
          : 'navigation';
    const link = linkOf(anchor, url, foundOn, region);
    const known = links.get(url);
    links.set(url, known === undefined ? link : better(known, link));
  }
  return [...links.values()];
}

const order: readonly LinkRegion[] = ['content', 'navigation', 'footer'];

/** The picture, the headline and "more" of one teaser: the content's place, the longest words. */
function better(a: Link, b: Link): Link {
  const [first, second] = order.indexOf(b.region) < order.indexOf(a.region) ? [b, a] : [a, b];
  return first.region === second.region && second.anchorText.length > first.anchorText.length
    ? { ...first, anchorText: second.anchorText, context: second.context }
    : first;
}

function linkOf(anchor: Element, url: CanonicalUrl, foundOn: CanonicalUrl, region: LinkRegion): Link {
  const anchorText =
    fold(anchor.textContent ?? '') ||
    fold(anchor.getAttribute('title') ?? anchor.querySelector('img')?.getAttribute('alt') ?? '');
  return {
    url,
    foundOn,
    anchorText: anchorText.slice(0, 300),
    context: region === 'content' ? contextOf(anchor, anchorText) : '',
    region,
    publishedAt: null,
  };
}

/** The text of the smallest box around the anchor that says more than the anchor: its teaser. */
function contextOf(anchor: Element, anchorText: string): string {
  let box = anchor.parentElement;
  for (let up = 0; box !== null && up < 4; up++, box = box.parentElement) {
    const text = fold(box.textContent ?? '');
    if (text.length > 1_000) return '';
    if (text.length > anchorText.length + 20) return text.slice(0, 400);
  }
  return '';
}

function regionOf(anchor: Element, menus: Map<Element, boolean>): LinkRegion {
  if (anchor.closest(footer) !== null) return 'footer';
  if (anchor.closest(pager) !== null) return 'content';
  if (anchor.closest(navigation) !== null) return 'navigation';
  const header = anchor.closest('header, [role="banner"]');
  if (header !== null && header.closest('article, main') === null) return 'navigation';
  return inMenu(anchor, menus) ? 'navigation' : 'content';
}

/** Whether the nearest list around the anchor is a row of short links with no text between them. */
function inMenu(anchor: Element, menus: Map<Element, boolean>): boolean {
  const list = anchor.closest('ul, ol, dl, tr, table') ?? anchor.parentElement;
  if (list === null || list.localName === 'p') return false;
  const known = menus.get(list);
  if (known !== undefined) return known;
  const anchors = [...list.querySelectorAll('a[href]')].map((one) => fold(one.textContent ?? ''));
  const linked = anchors.reduce((sum, text) => sum + lengthOf(text), 0);
  const all = lengthOf(fold(list.textContent ?? ''));
  const isMenu = anchors.length >= menuLinks && linked / anchors.length < menuAnchorLength && linked > 0.7 * all;
  menus.set(list, isMenu);
  return isMenu;
}
