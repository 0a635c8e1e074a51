import type { Token } from 'parse5';
import type { LinkRegion } from '../../../model/web/link.ts';
import type { Element } from '../dom/tree.ts';
import { foldSpace, lengthOf } from '../page/blocks.ts';

/** Kinds of elements, as a bit mask. */
const [footer, navigation, pager, banner] = [1, 2, 4, 8] as const;

const tags = new Map([
  ['footer', footer],
  ['nav', navigation],
  ['header', banner],
]);
const namePatterns = [
  { kind: footer, pattern: /footer/i },
  // a pager's links lead on through the list: they count, whatever element is around them
  { kind: pager, pattern: /pag/i },
  // the word by itself, as it is written
  { kind: navigation, pattern: /(?:^|\s)nav(?:$|\s)/ },
] as const;
/** By attribute: what its value shows. */
const attributeSigns = new Map<string, readonly { readonly kind: number; readonly pattern: RegExp }[]>([
  [
    'class',
    [...namePatterns, { kind: navigation, pattern: /navbar|navigation|main-nav|menu|breadcrumb|social|share/i }],
  ],
  ['id', [...namePatterns, { kind: navigation, pattern: /menu/i }]],
  [
    'role',
    [
      { kind: footer, pattern: /^contentinfo$/ },
      { kind: navigation, pattern: /^(?:navigation|menubar|menu)$/ },
      { kind: banner, pattern: /^banner$/ },
    ],
  ],
  ['rel', [{ kind: pager, pattern: /^(?:next|prev)$/i }]],
  ['aria-label', [{ kind: pager, pattern: /pag/i }]],
]);

function kindsOf({ localName, attributes }: Element): number {
  let kinds = tags.get(localName) ?? 0;
  for (const { name, value } of attributes)
    for (const { kind, pattern } of attributeSigns.get(name) ?? []) if (pattern.test(value)) kinds |= kind;
  return kinds;
}

/** Elements in which links stand in rows. */
const lists = new Set(['ul', 'ol', 'dl', 'tr', 'table']);
/** A row of at least so many links, with hardly any other text and short words in them, is a menu. */
const minMenuLinks = 4;
const maxMenuAnchorLength = 16;

/** What an element and those around it say of the links in it. */
interface Surroundings {
  readonly inFooter: boolean;
  readonly inPager: boolean;
  readonly inNavigation: boolean;
  readonly inArticle: boolean;
  /** The nearest header is the page's, no article's. */
  readonly inPageHeader: boolean;
  /** The nearest list. */
  readonly list: Element | null;
}

const noSurroundings: Surroundings = {
  inFooter: false,
  inPager: false,
  inNavigation: false,
  inArticle: false,
  inPageHeader: false,
  list: null,
};

/** Tells by a page's structure where its links stand. An element is looked at once, for all links in it. */
export class LinkRegions {
  readonly #places = new Map<Element, Surroundings>();
  readonly #menus = new Map<Element, boolean>();

  regionOf(anchor: Element): LinkRegion {
    const { inFooter, inPager, inNavigation, inPageHeader, list } = this.#placeOf(anchor);
    if (inFooter) return 'footer';
    if (inPager) return 'content';
    if (inNavigation || inPageHeader) return 'navigation';
    return this.#inMenu(list ?? anchor.parentElement) ? 'navigation' : 'content';
  }

  /** The depth of the tree bounds the recursion (parse.ts). */
  #placeOf(element: Element): Surroundings {
    const cached = this.#places.get(element);
    if (cached !== undefined) return cached;
    const parent = element.parentElement;
    const place = surroundingsIn(parent === null ? noSurroundings : this.#placeOf(parent), element);
    this.#places.set(element, place);
    return place;
  }

  #inMenu(list: Element | null): boolean {
    if (list === null || list.localName === 'p') return false;
    const cached = this.#menus.get(list);
    if (cached !== undefined) return cached;
    const result = isMenu(list);
    this.#menus.set(list, result);
    return result;
  }
}

function surroundingsIn(around: Surroundings, element: Element): Surroundings {
  const tag = element.localName;
  const kinds = kindsOf(element);
  const inArticle = around.inArticle || tag === 'article' || tag === 'main';
  return {
    inFooter: around.inFooter || (kinds & footer) !== 0,
    inPager: around.inPager || (kinds & pager) !== 0,
    inNavigation: around.inNavigation || (kinds & navigation) !== 0,
    inArticle,
    inPageHeader: (kinds & banner) === 0 ? around.inPageHeader : !inArticle,
    list: lists.has(tag) ? element : around.list,
  };
}

const isHref = ({ name }: Token.Attribute): boolean => name === 'href';

/** Whether a list is a row of short links with no text between them. */
function isMenu(list: Element): boolean {
  const anchors = list.elementsWhere(({ localName, attributes }) => localName === 'a' && attributes.some(isHref));
  if (anchors.length < minMenuLinks) return false;
  const linked = anchors.reduce((sum, anchor) => sum + lengthOf(foldSpace(anchor.textContent)), 0);
  return linked / anchors.length < maxMenuAnchorLength && linked > 0.7 * lengthOf(foldSpace(list.textContent));
}
