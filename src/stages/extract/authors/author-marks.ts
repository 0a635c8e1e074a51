import type { Element } from '../dom/tree.ts';
import { foldSpace } from '../page/blocks.ts';
import { isForeign } from '../page/foreign.ts';
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

export const metaAuthors = ({ structured: { meta } }: AuthorsInput): readonly string[] =>
  metaNames.map(meta.all).find((all) => all.some((name) => !/^https?:/.test(name))) ?? [];

/** Labels of cards: `<meta name="twitter:label1" content="Written by">`. */
const writtenBy =
  /^(?:written by|author|by|geschrieben von|verfasst von|autor(?:in)?|von|écrit par|auteur|escrito por|autore|scritto da|escrita por|geschreven door|auteur|skrevet av|skriven av|napisane przez|автор|написано|作者|撰文者?|投稿者|執筆者|글쓴이|작성자|كُتب بواسطة|الكاتب|بقلم)\s*[:：]?$/iu;

/** The author of a Twitter card, which common plugins write: label and value have the same number. */
export const creditCard = ({ structured: { meta } }: AuthorsInput): readonly string[] =>
  ['1', '2', '3'].flatMap((number) =>
    writtenBy.test(meta.first(`twitter:label${number}`) ?? '') ? meta.all(`twitter:data${number}`) : [],
  );

export const itempropAuthors = ({ structured: { meta } }: AuthorsInput): readonly string[] =>
  meta.itemprop('author').map(({ element }) => personIn(element));

function personIn(element: Element): string {
  const named = element.querySelector('[itemprop~="name"]') ?? element;
  return foldSpace(named.getAttribute('content') ?? named.textContent ?? '');
}

/** More names than an article has: they are of a list's cards. */
const maxRelNames = 3;

export function relAuthors(input: AuthorsInput): readonly string[] {
  const names = textsOf(input, '[rel~="author"]');
  return new Set(names).size <= maxRelNames ? names : [];
}

const bylineClasses =
  '[class*="byline" i] a, [class*="author-name" i], [class*="authorname" i], [class*="byline" i], [class~="author" i], [class~="autor" i], [class*="author__name" i], [id="author"]';

export const bylineClass = (input: AuthorsInput): readonly string[] => textsOf(input, bylineClasses).slice(0, 3);

/** Short texts that a selector finds outside of other boxes. */
function textsOf({ document, titleBlock }: AuthorsInput, selector: string): string[] {
  const elements = document.querySelectorAll(selector).filter((element) => !isForeign(element, titleBlock));
  return elements
    .map((element) => foldSpace(element.textContent ?? ''))
    .filter((text) => text.length > 1 && text.length < 120 && !/^\d/.test(text));
}
