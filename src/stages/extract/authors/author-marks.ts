import { type Element, isElement } from '../dom/tree.ts';
import { linkTags } from '../page/article-place.ts';
import { foldSpace } from '../page/blocks.ts';
import { isForeign } from '../page/foreign.ts';
import { authorAddress } from '../page/known-addresses.ts';
import { authorWords, byWords } from './byline-words.ts';
import type { AuthorsInput } from './visible-authors.ts';

/** Names of meta elements, surest first. */
const metaNames = [
  'author',
  'article:author',
  'parsely-author',
  'sailthru.author',
  'dc.creator',
  'dcterms.creator',
  'byl',
  'citation_author',
  'cxenseparse:author',
];

/** Further names, such as `shareaholic:article_author_name`. */
const otherMetaName = /[:._-](?:article|post|page)[:._-]?author(?:[:._-]?name)?$/;

/** Authors in meta elements. Those of catalogues have the family name first: "Marsh, Ada". */
export function metaAuthors({ structured: { meta }, outlets }: AuthorsInput): readonly string[] {
  const all = [...metaNames.map(meta.all), meta.matching(otherMetaName)];
  const found = all.find((each) => each.some((name) => !/^https?:/.test(name))) ?? [];
  const names = found.map((name) => withoutOutlet(name, outlets));
  return names.every((name) => familyFirst.test(name))
    ? names.map((name) => name.replace(familyFirst, '$2 $1'))
    : names;
}

/** "Gazette - Ada Marsh", "Ada Marsh | Gazette". */
function withoutOutlet(name: string, outlets: readonly string[]): string {
  const [first = '', second, third] = name.split(/\s+[-–—|/]\s+/u);
  if (second === undefined || third !== undefined) return name;
  const isOutlet = (part: string) => outlets.some((outlet) => outlet.toLowerCase() === part.trim().toLowerCase());
  return isOutlet(first) ? second : isOutlet(second) ? first : name;
}

const familyFirst = /^(\p{Lu}[\p{L}'’-]+), (\p{Lu}[\p{L}'’-]*\.?(?: (?:\p{Lu}[\p{L}'’-]*\.?|de|van|von|der|la))*)$/u;

/** Labels of cards: `<meta name="twitter:label1" content="Written by">`. */
const writtenBy = new RegExp(
  `^(?:(?:written|geschreven|escrita|skrevet|skriven|napisane|geschrieben|verfasst|écrit|escrito|scritto) )?(?:${byWords}|da)\\s*[:：]?$|^(?:${authorWords}|написано|كُتب بواسطة|بقلم)\\s*[:：]?$`,
  'iu',
);

/** The author of a Twitter card, which common plugins write: label and value have the same number. */
export const creditCard = ({ structured: { meta } }: AuthorsInput): readonly string[] =>
  ['1', '2', '3'].flatMap((number) =>
    writtenBy.test(meta.first(`twitter:label${number}`) ?? '') ? meta.all(`twitter:data${number}`) : [],
  );

/** More names than an article has: they are of a list's cards. */
const maxRelNames = 3;

/** Many elements are marked on pages that list other articles: then those of other boxes do not count. */
export function itempropAuthors({ structured: { meta }, place, titleBlock }: AuthorsInput): readonly string[] {
  const all = meta.itemprop('author').map(({ element }) => element);
  const isOwn = (element: Element) => !place.isInTeaser(element) && !isForeign(element, titleBlock);
  const own = all.length > maxRelNames ? all.filter(isOwn) : all;
  return (own.length > 0 ? own : all).map(personIn);
}

function personIn(element: Element): string {
  const named = element.querySelector('[itemprop~="name"]') ?? element;
  return foldSpace(named.getAttribute('content') ?? spacedText(named));
}

/** The text of an element, with a space between neighbours that stand side by side: `<a>Ada Marsh</a><span>Travel</span>`. */
function spacedText(element: Element, levels = maxTextLevels): string {
  if (levels === 0) return element.textContent ?? '';
  const parts = element.childNodes.map((node) =>
    isElement(node) ? spacedText(node, levels - 1) : (node.textContent ?? ''),
  );
  return parts.reduce(
    (text, part) => (endsInWord.test(text) && startsWithWord.test(part) ? `${text} ${part}` : text + part),
    '',
  );
}

/** Levels of elements below a mark whose texts are joined: bounds the work. Chosen by hand, not measured. */
const maxTextLevels = 6;
const endsInWord = /[\p{L}\p{N}]{2}$/u;
const startsWithWord = /^[\p{L}\p{N}]{2}/u;

export function relAuthors(input: AuthorsInput): readonly string[] {
  const names = textsOf(input, input.document.querySelectorAll('[rel~="author"]'));
  return new Set(names).size <= maxRelNames ? names : [];
}

/** The link of a button beside the name: "View profile", "All posts by …". */
const otherLink =
  /(?<!\p{L})(?:view|profile|bio|website|rss|feed|articles?|posts?|stories|more|all|follow|get)(?!\p{L})/iu;
/** Between the names of one byline. */
const nameSeparator = /^\s*(?:,|&|·|•|and|und|et|y|e|en|og|och|,\s*and)?\s*$/iu;

/** Links to pages about authors: the one nearest to the headline or to the end of the text, and those that its line joins to it. */
export function authorPages({ place, blocks }: AuthorsInput): readonly string[] {
  const { headline, text } = place;
  const links = place.elementsOf(linkTags).filter(({ element }) => isAuthorLink(element) && !place.isInTeaser(element));
  const distance = (block: number) => Math.min(Math.abs(block - headline), Math.abs(block - text.to));
  const [nearest] = links.toSorted((a, b) => distance(a.block) - distance(b.block));
  if (nearest === undefined) return [];
  const line = foldSpace(blocks[nearest.block]?.text ?? '');
  const inLine = links
    .filter(({ block }) => block === nearest.block)
    .map(({ element }) => foldSpace(element.textContent));
  return inLine.filter((name, at) => at === 0 || isJoined(line, inLine[at - 1] ?? '', name));
}

function isAuthorLink(link: Element): boolean {
  const name = foldSpace(link.textContent);
  const isName = name !== '' && name.length < maxNameLength && !otherLink.test(name);
  return isName && authorAddress.test(link.getAttribute('href') ?? '');
}

function isJoined(line: string, first: string, second: string): boolean {
  const from = line.indexOf(first) + first.length;
  const to = line.indexOf(second, from);
  return to !== -1 && nameSeparator.test(line.slice(from, to));
}

/** Characters of a marked name. Chosen by hand, not measured. */
const maxNameLength = 60;

const bylineClasses =
  /byline|author(?:-|__)?name|(?:^|\s)p-author(?=\s|$)|(?-i:(?<!\S)auth?or(?!\S))|(?<=(?:^|[\s_-])(?:blog|post|article|entry|story|meta|news|content|tech|page|hero|header|info|creator|card|item|main)[-_]{1,2}(?:meta[-_]{1,2}|info[-_]{1,2})?)(?:author|writer|creator)(?:[-_]{0,2}name)?(?=\s|$)/i;

/** The elements with a byline's class or id, and the links in a byline. A walk with one pattern: as selectors, they cost three times as much. */
export function bylineClass(input: AuthorsInput): readonly string[] {
  const bylines: Element[] = [];
  const elements = input.document.documentElement.elementsWhere((element) => {
    const { className, localName } = element;
    if (className !== '' && bylineClasses.test(className)) {
      if (/byline/i.test(className)) bylines.push(element);
      return true;
    }
    return (localName === 'a' && bylines.some((byline) => byline.contains(element))) || element.id === 'author';
  });
  return textsOf(input, elements).slice(0, 3);
}

/** With its white space. */
const maxMarkedLength = 1_000;

/** Short texts of elements outside of other boxes. */
function textsOf({ titleBlock }: AuthorsInput, candidates: readonly Element[]): string[] {
  const elements = candidates.filter((element) => !isForeign(element, titleBlock));
  return elements
    .filter(({ textContent }) => (textContent ?? '').length < maxMarkedLength)
    .map((element) => foldSpace(spacedText(element)))
    .filter((text) => text.length > 1 && text.length < 120 && !/^\d/.test(text));
}
