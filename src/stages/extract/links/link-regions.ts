import type { Token } from 'parse5';
import type { LinkRegion } from '../../../model/web/link.ts';
import type { Element } from '../dom/tree.ts';
import { foldSpace, textLength } from '../page/blocks.ts';

/** Kinds of elements, as a bit mask. */
const [footer, navigation, pager, banner] = [1, 2, 4, 8] as const;

const tags = new Map([
  ['footer', footer],
  ['nav', navigation],
  ['header', banner],
]);
const namePatterns = [
  { kind: footer, pattern: /footer/i },
  // a pager leads to the next pages of a list, so its links are content wherever it stands
  { kind: pager, pattern: /pag/i },
  // the word "nav", case-sensitive
  { kind: navigation, pattern: /(?:^|\s)nav(?:$|\s)/ },
] as const;
/** Patterns for attribute values, by attribute. */
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

/** The kinds of an element as a bit mask. */
function kindsOf({ localName, attributes }: Element): number {
  let kinds = tags.get(localName) ?? 0;
  for (const { name, value } of attributes)
    for (const { kind, pattern } of attributeSigns.get(name) ?? []) if (pattern.test(value)) kinds |= kind;
  return kinds;
}

/** Elements that contain rows of links. */
const lists = new Set(['ul', 'ol', 'dl', 'tr', 'table']);
/** A menu has at least this many links, with a mean text length (Latin letters) below this, and little other text. */
const minMenuLinks = 4;
const maxMenuAnchorLength = 16;

/** Facts about an element from itself and its ancestors. */
interface Surroundings {
  readonly inFooter: boolean;
  readonly inPager: boolean;
  readonly inNavigation: boolean;
  readonly inArticle: boolean;
  /** The nearest header belongs to the page, not to an article. */
  readonly inPageHeader: boolean;
  /** The nearest list; null if there is none. */
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

/** The regions of links by the page's structure. Caches results per element, because many links share their ancestors. */
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

  /** Recursive; `parse.ts` limits the depth of the tree. */
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

/** Whether a list consists of short links with little other text. */
function isMenu(list: Element): boolean {
  const anchors = list.elementsWhere(({ localName, attributes }) => localName === 'a' && attributes.some(isHref));
  if (anchors.length < minMenuLinks) return false;
  const linked = anchors.reduce((sum, anchor) => sum + textLength(foldSpace(anchor.textContent)), 0);
  return linked / anchors.length < maxMenuAnchorLength && linked > 0.7 * textLength(foldSpace(list.textContent));
}
