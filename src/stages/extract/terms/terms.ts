import { decoded } from '../../../text/characters.ts';
import type { Element, Text } from '../dom/tree.ts';
import { type ArticlePlace, linkTags, type PlacedElement } from '../page/article-place.ts';
import { type Block, foldSpace, isLong } from '../page/blocks.ts';
import { authorAddress } from '../page/known-addresses.ts';
import { kindByLabel, kindByNames, type TermKind, termIn, termKindByAddress } from './term-words.ts';

/** The terms that the page shows for its article. */
export interface Terms {
  /** In document order, without duplicates. */
  readonly tags: readonly string[];
  /** The section nearest to the headline; null: none is marked. */
  readonly section: string | null;
}

export const noTerms: Terms = { tags: [], section: null };

interface Term extends PlacedElement {
  readonly name: string;
  readonly kind: TermKind | 'either';
}

interface TermsInput {
  readonly place: ArticlePlace;
  readonly blocks: readonly Block[];
  readonly url: string;
}

/** Evidence from which a link is a term: its address alone, or a class and a relation. */
const minEvidence = 2;
/** Levels of boxes around a link whose class names and microdata count. */
const maxLevels = 4;
/** More tags in one box are a cloud. */
const maxTagsInBox = 25;
const maxTags = 50;

const plainTags = new Set(['li', 'span']);

/**
 * The tags and the section of the article by its links (`rel=tag`, `/tag/…`, `?cat=3`), class names, labels ("Tags:", "Posted in") and microdata. Each link
 * collects evidence for either kind: themes put `rel=tag` on links to categories, too.
 */
export function findTerms(input: TermsInput): Terms {
  const links = input.place.elementsOf(linkTags).flatMap((placed) => termOf(placed, input));
  const isLinked = (wanted: TermKind): boolean => links.some(({ kind }) => kind === wanted || kind === 'either');
  // many themes link the section and print the tags
  const plain = isLinked('tag')
    ? []
    : plainTerms(input).filter(({ kind }) => kind !== 'section' || !isLinked('section'));
  const terms = withoutClouds([...links, ...plain]);
  const either = terms.filter(({ kind }) => kind === 'either');
  const sections = [...terms.filter(({ kind }) => kind === 'section'), ...(either.length === 1 ? either : [])];
  const shown = terms.filter(({ kind }) => kind === 'tag' || (kind === 'either' && either.length > 1));
  // beside the article's box stand those of the whole site
  const own = shown.filter(({ element }) => input.place.isInBox(element));
  const tags = own.length > 0 ? own : shown;
  return { tags: namesOf(tags).slice(0, maxTags), section: nearest(sections, input.place.headline)?.name ?? null };
}

const namesOf = (terms: readonly Term[]): string[] =>
  [...new Map(terms.map(({ name }) => [name.toLowerCase(), name] as const).toReversed()).values()].toReversed();

function nearest(terms: readonly Term[], headline: number): Term | null {
  const distance = ({ block }: Term) => Math.abs(block - headline);
  return terms.reduce<Term | null>(
    (best, term) => (best === null || distance(term) < distance(best) ? term : best),
    null,
  );
}

function termOf(placed: PlacedElement, input: TermsInput): Term[] {
  const { element } = placed;
  const name = termIn(foldSpace(element.textContent));
  const href = element.getAttribute('href') ?? '';
  if (name === null || authorAddress.test(href) || !URL.canParse(href, input.url)) return [];
  const [target, own] = [new URL(href, input.url), new URL(input.url)];
  if (target.host !== own.host && target.protocol.startsWith('http') && !isRelTag(element)) return [];
  if (target.pathname === own.pathname && target.search === own.search) return [];
  const address = isSisterOf(target, own) ? '' : decoded(target.pathname + target.search + target.hash);
  const evidence = evidenceOf(placed, address, input);
  const kind = kindOf(evidence);
  if (kind === null || isInProse(placed, evidence, input) || input.place.isInTeaser(element)) return [];
  return [{ ...placed, name, kind }];
}

/** Whether two addresses are of one depth below a section: `/category/town/bridge-opens` and its next post. */
const isSisterOf = (target: URL, own: URL): boolean =>
  termKindByAddress(decoded(own.pathname)) !== null && depthOf(target) >= depthOf(own);
const depthOf = ({ pathname }: URL): number => pathname.split('/').filter((part) => part !== '').length;

interface Evidence {
  readonly tag: number;
  readonly section: number;
  readonly either: number;
  /** By relation, class names, microdata or a label: not by the address alone. */
  readonly isMarked: boolean;
}

const relOf = (element: Element): readonly string[] =>
  (element.getAttribute('rel') ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
const isRelTag = (element: Element): boolean => relOf(element).some((word) => word === 'tag' || word === 'category');

function evidenceOf({ element, block }: PlacedElement, address: string, input: TermsInput): Evidence {
  const scores = { tag: 0, section: 0, either: 0 };
  const add = (kind: TermKind | 'either' | null, weight: number) => {
    if (kind !== null) scores[kind] += weight;
  };
  const byAddress = termKindByAddress(address);
  const relations = relOf(element);
  if (relations.includes('category')) add('section', 3);
  else if (relations.includes('tag')) add('tag', 1);
  add(kindByBoxes(element), 2);
  add(kindByMicrodata(element), 3);
  add(kindByLabel(labelBefore(element, input.blocks[block])), 2);
  const isMarked = scores.tag + scores.section > 0;
  if (byAddress !== null) add(byAddress.kind, byAddress.weight);
  return { ...scores, isMarked };
}

function kindOf({ tag, section, either }: Evidence): TermKind | 'either' | null {
  if (either > 0 && tag === section) return 'either';
  if (Math.max(tag, section) + either < minEvidence) return null;
  return tag > section ? 'tag' : 'section';
}

/** By the nearest box with such a name. Lists of a post's classes (`hentry tag-bridge category-town`) do not count. */
function kindByBoxes(element: Element): TermKind | null {
  let box: Element | null = element;
  for (let level = 0; box !== null && level < maxLevels; level++, box = box.parentElement) {
    if (/^(?:article|main|body|html)$/.test(box.localName) || box.getAttribute('role') === 'article') return null;
    const names = `${box.className} ${box.id}`;
    const kind = /\bhentry\b/.test(names) ? null : kindByNames(names);
    if (kind !== null) return kind;
  }
  return null;
}

function kindByMicrodata(element: Element): TermKind | null {
  let box: Element | null = element;
  for (let level = 0; box !== null && level < maxLevels; level++, box = box.parentElement) {
    const property = `${box.getAttribute('itemprop') ?? ''} ${box.getAttribute('property') ?? ''}`;
    if (/\bkeywords\b/.test(property)) return 'tag';
    if (/\barticleSection\b/.test(property)) return 'section';
  }
  return null;
}

/** Marks between the links of one list. */
const onlyMarks = /^[\s,;，、·•|/#&–—-]*$/u;
const maxLabelLength = 40;
/** Links of a line, and elements before a link, that are looked at for a label: more are no list of terms. */
const maxTermsInLine = 60;

/** The words before the list of links in which a link stands: in its line, or the short line above. */
function labelBefore(element: Element, block: Block | undefined): string {
  if (block === undefined || block.links > maxTermsInLine) return '';
  let label = '';
  for (const piece of block.pieces) {
    if (element.contains(piece)) break;
    if (!isInLink(piece, block.element) && !onlyMarks.test(piece.data)) label = piece.data;
  }
  if (label !== '') return labelAtEnd(foldSpace(label));
  return previousLine(element, block);
}

/** "… by Ada Marsh, posted in": the label is what follows the last mark. */
const labelAtEnd = (text: string): string =>
  text.length <= maxLabelLength ? text.replace(/^[\s.,;|·•–—-]+/u, '') : (/[^.,;|·•–—]{0,40}$/u.exec(text)?.[0] ?? '');

/** The line before the list: the text of the element before the link, or before one of the boxes around it. */
function previousLine(element: Element, { element: line }: Block): string {
  let box: Element | null = element;
  for (let level = 0; box !== null && level < maxLevels; level++, box = box.parentElement) {
    let before = box.previousSibling;
    for (let seen = 0; before !== null && seen < maxTermsInLine; seen++, before = before.previousSibling) {
      const text = foldSpace(before.textContent);
      if (text.length > maxLabelLength) return '';
      if (kindByLabel(text) !== null) return text;
      if (!onlyMarks.test(text) && box === line) break;
    }
  }
  return '';
}

function isInLink(piece: Text, line: Element): boolean {
  for (let box = piece.parentElement; box !== null && box !== line; box = box.parentElement)
    if (box.localName === 'a') return true;
  return false;
}

/** Links within a paragraph lead to tags, too, on some sites: they are no list of the article's. */
const isInProse = ({ block }: PlacedElement, { isMarked }: Evidence, { blocks, place }: TermsInput): boolean => {
  const line = blocks[block];
  const isWithinText = block > place.text.from && block < place.text.to - 1;
  return line !== undefined && isLong(line) && (!isMarked || isWithinText);
};

/** Terms that are no links: `<ul class="tags"><li>…`, `<span rel="tag">…`. */
function plainTerms({ place }: TermsInput): Term[] {
  return place.elementsOf(plainTags).flatMap((placed) => {
    const { element } = placed;
    if (element.querySelector('a, li, ul') !== null || element.closest('a') !== null) return [];
    const kind =
      kindByMicrodata(element) ?? kindByOwnName(element) ?? (isRelTag(element) ? 'tag' : kindByList(element));
    const name = kind === null ? null : termIn(foldSpace(element.textContent));
    return kind === null || name === null ? [] : [{ ...placed, name, kind }];
  });
}

const wholeTermName = /(?:^|\s)(?:tag|post-tag|tag-item|article-tag|p-category)(?:\s|$)/i;

const kindByOwnName = (element: Element): TermKind | null =>
  wholeTermName.test(element.className) && kindByNames(element.parentElement?.className ?? '') === 'tag' ? 'tag' : null;

function withoutClouds(terms: readonly Term[]): readonly Term[] {
  const boxes = Map.groupBy(terms, ({ element }) => listAround(element));
  const clouds = new Set([...boxes].filter(([, inside]) => inside.length > maxTagsInBox).map(([box]) => box));
  return terms.filter(({ element }) => !clouds.has(listAround(element)));
}

const listAround = ({ parentElement: box }: Element): Element | null =>
  box?.localName === 'li' ? box.parentElement : box;

/** By the name of the list whose entry it is. */
const kindByList = ({ localName, parentElement: list }: Element): TermKind | null => {
  if (list === null) return null;
  const isRow = list.children.length > 1 && list.children.every((child) => child.localName === localName);
  if (localName !== 'li' && !(isRow && rowOfTags.test(list.className))) return null;
  return kindByNames(`${list.className} ${list.id}`);
};
/** The box of a row of tags that are no links: `<div class="post-tags"><span>…`. */
const rowOfTags = /(?:^|[-_\s])tags(?=[-_\s]|$)/i;
