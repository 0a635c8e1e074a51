import { closestWhere } from '../dom/closest-where.ts';
import type { Element } from '../dom/tree.ts';
import type { Block } from './blocks.ts';
import type { PageTree } from './page-tree.ts';

/** The part of the page's blocks that is the main text: `from` to `to` (excluded). */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** An element of the article or of the lines around it. */
export interface PlacedElement {
  readonly element: Element;
  /** Index of the block in which it is, or which follows it. */
  readonly block: number;
}

/** Levels of boxes around an element that are looked at for a headline. */
const maxTeaserLevels = 4;

/** The tags of links, for `elementsOf`. */
export const linkTags: ReadonlySet<string> = new Set(['a']);

/** Blocks above and below the headline, and below the text, in which a theme puts date, author, tags and section. */
const maxBlocksAbove = 10;
const maxBlocksBelow = 10;
const maxBlocksAfterText = 14;

const articleTypes = /Article|BlogPosting|NewsArticle|CreativeWork|Recipe|Report/;
const articleClass = /(?:^|\s)(?:hentry|h-entry|post|blog-?post|article|single|single-post|entry|story)(?:\s|$)/i;

const isArticleBox = (element: Element): boolean =>
  element.localName === 'article' ||
  element.localName === 'main' ||
  (element.localName !== 'body' &&
    element.localName !== 'html' &&
    (element.getAttribute('role') === 'main' ||
      articleTypes.test(element.getAttribute('itemtype') ?? '') ||
      articleClass.test(element.className)));

const otherTags = new Set(['aside', 'nav', 'footer', 'header', 'dialog', 'form']);
/** Class names and ids of boxes with other content than the article's. */
const otherNames =
  /comment|disqus|related|recommend|sidebar|(?:^|\s)widget(?:s|-area|_\w+)?(?=\s|$)|(?:^|[-_\s])(?:aside|side|breadcrumbs?|pagination|pager|tag-?cloud|cloud|recent|popular|trending|read-?next|more-(?:posts|stories|articles)|newsletter|subscribe|toc|cookie|consent|modal|teasers?|recirculation)(?=[-_\s]|$)/i;
const menuNames = /(?:^|[-_\s])(?:menu|nav|navbar|navigation)(?=[-_\s]|$)/i;
/** Class names and ids of a post's own lines: `entry-meta`, `post__tags`, `article-footer`. */
const ownNames =
  /(?:^|[-_\s])(?:post|entry|article|story|blog|page)(?:[-_]{1,2}|(?-i:(?=[A-Z])))(?:meta(?:data)?|info|details?|authors?|by-?line|header|head|data|date|tags?|tag-?list|categor\w+|terms?|taxonom\w+|labels?|footer|foot|bottom|topics?)(?=[-_\s]|$)|(?:^|\s)by-?line(?=\s|$)/i;
/** A list of terms, which may be a `nav`. */
const termNames = /(?:^|[-_\s])(?:tags?|taglist|categor(?:y|ies)|keywords?|terms?)(?=[-_\s]|$)/i;

/** What a box says of its content by its tag and its names. */
interface BoxKind {
  /** A post's own lines. */
  readonly isOwn: boolean;
  /** Other content than the article's. */
  readonly isOther: boolean;
  readonly isMenu: boolean;
}

const namesOf = (element: Element): string => `${element.className} ${element.id}`;

/**
 * The place of the article on its page: the box around headline and text, or the lines near them, without boxes of other content: menus, sidebars, clouds of
 * tags, other posts, comments. A line that is named as the post's own counts also in such a box, if the box has one of them only.
 */
export class ArticlePlace {
  readonly #tree: PageTree;
  readonly #headline: number;
  readonly #text: TextRange;
  /** The elements around the headline, or around the first or last line of the text. */
  readonly #around: ReadonlySet<Element>;
  readonly #box: Element | null;
  readonly #kinds = new Map<Element, BoxKind>();
  readonly #headings = new Map<Element, Element | null>();
  readonly #counts = new Map<Element, ReadonlyMap<string, number>>();
  readonly #found = new Map<ReadonlySet<string>, readonly PlacedElement[]>();

  constructor(tree: PageTree, headline: Block | null, text: TextRange) {
    this.#tree = tree;
    this.#text = text;
    this.#headline = headline === null ? -1 : tree.blocks.indexOf(headline);
    const aroundHeadline = new Set(headline === null ? [] : ancestors(headline.element));
    const first = tree.blocks[text.from]?.element;
    const last = tree.blocks[text.to - 1]?.element;
    this.#around = new Set([...aroundHeadline, ...[first, last].flatMap((line) => (line ? ancestors(line) : []))]);
    const shared = last === undefined ? null : closestWhere(last, (box) => aroundHeadline.has(box));
    this.#box = shared === null ? null : closestWhere(shared, isArticleBox);
  }

  /** The index of the headline's block; -1: the page shows none. */
  get headline(): number {
    return this.#headline;
  }

  get text(): TextRange {
    return this.#text;
  }

  /** The elements with these tags that belong to the article, in document order. @param tags the same set gives the same list */
  elementsOf(tags: ReadonlySet<string>): readonly PlacedElement[] {
    const found = this.#found.get(tags) ?? this.#find(tags);
    this.#found.set(tags, found);
    return found;
  }

  #find(tags: ReadonlySet<string>): PlacedElement[] {
    const { elements, tags: names, starts } = this.#tree;
    const found: PlacedElement[] = [];
    for (const [at, tag] of names.entries()) {
      const element = elements[at];
      const block = starts[at] ?? 0;
      if (!tags.has(tag) || element === undefined) continue;
      if ((this.#isNear(block) || this.isInBox(element)) && this.isOwn(element)) found.push({ element, block });
    }
    return found;
  }

  /** Whether no box around an element is one of other content. */
  isOwn(element: Element): boolean {
    let own: Element | null = null;
    let isInMenu = false;
    for (let box: Element | null = element; box !== null && !this.#around.has(box); box = box.parentElement) {
      const { isOwn, isOther, isMenu } = this.#kindOf(box);
      if (isOwn) own = box;
      if (box.localName === 'article') return false;
      if (own !== null) isInMenu = false; // a post's own lines may be a menu within
      if (!isOther) continue;
      if (own === null && isMenu) isInMenu = true;
      else if (own === null || this.#countOf(box, own) > 1) return false;
    }
    return !isInMenu;
  }

  /** Whether an element stands in an entry of another list: a box with a linked headline of its own. */
  isInTeaser(element: Element): boolean {
    let box = element.parentElement;
    for (let level = 0; box !== null && level < maxTeaserLevels; level++, box = box.parentElement) {
      if (this.#around.has(box)) return false;
      const heading = this.#headingIn(box);
      if (heading === null) continue;
      if (heading.localName === 'h1' || this.#around.has(heading)) return false;
      return !heading.contains(element) && (heading.querySelector('a[href]') ?? heading.closest('a[href]')) !== null;
    }
    return false;
  }

  /** Memoized, as one box may hold thousands of links. */
  #headingIn(box: Element): Element | null {
    const known = this.#headings.get(box);
    const heading = known === undefined ? box.querySelector('h1, h2, h3, h4') : known;
    this.#headings.set(box, heading);
    return heading;
  }

  /** How many elements of a box have the class names of one of them. */
  #countOf(box: Element, { className }: Element): number {
    let counts = this.#counts.get(box);
    if (counts === undefined) {
      const named = box.elementsWhere((element) => element.className !== '');
      counts = new Map(
        [...Map.groupBy(named, (element) => element.className)].map(([name, all]) => [name, all.length]),
      );
      this.#counts.set(box, counts);
    }
    return counts.get(className) ?? 1;
  }

  #kindOf(box: Element): BoxKind {
    const kind = this.#kinds.get(box) ?? kindOf(box);
    this.#kinds.set(box, kind);
    return kind;
  }

  #isNear(block: number): boolean {
    const title = this.#headline;
    const { from, to } = this.#text;
    return (
      (title !== -1 && block >= title - maxBlocksAbove && block <= title + maxBlocksBelow) ||
      (to > from && block >= to && block <= to + maxBlocksAfterText)
    );
  }

  /** Whether an element is in a box that is marked as the article or the main part of the page. */
  isInBox(element: Element): boolean {
    return this.#box?.contains(element) === true;
  }
}

function kindOf(box: Element): BoxKind {
  const names = `${box.className} ${box.id}`;
  const isUnnamed = names === ' ';
  const isMenu = box.localName === 'nav' || (!isUnnamed && menuNames.test(names));
  const isOtherTag = otherTags.has(box.localName) && (box.localName !== 'nav' || !termNames.test(names));
  const isOther =
    (otherTags.has(box.localName) ? isOtherTag : isMenu || (!isUnnamed && otherNames.test(names))) &&
    !isFooterOfArticle(box);
  const isOwn = !isUnnamed && (ownNames.test(names) || (termNames.test(names) && isInArticle(box)));
  return { isOwn, isOther, isMenu };
}

/** A post's own footer or header stands in its article, which holds the headline. */
const isFooterOfArticle = (box: Element): boolean =>
  (box.localName === 'footer' || box.localName === 'header') && !otherNames.test(namesOf(box)) && isInArticle(box);

const isInArticle = (box: Element): boolean => closestWhere(box, ({ localName }) => localName === 'article') !== null;

/** An element and those around it, the innermost first. */
export function ancestors(element: Element): Element[] {
  const boxes: Element[] = [];
  for (let box: Element | null = element; box !== null; box = box.parentElement) boxes.push(box);
  return boxes;
}
