import type { Document } from '../dom/document.ts';
import { type Element, isElement } from '../dom/tree.ts';
import { selectorNames } from '../learning/field-places.ts';
import { foldSpace } from '../page/blocks.ts';
import { parsePage } from '../page/parse.ts';

/** A page whose article is known. */
export interface KnownArticle {
  readonly html: string;
  /** Plain text, with blank lines between paragraphs. */
  readonly body: string;
}

/** Share of the body's letters that its container holds: a standfirst may be above it. */
const minShare = 0.9;
/** Ancestors of the container whose names are tried, at most. */
const maxOuter = 3;
/** Selectors that are measured afterwards, at most: each one costs a reading of every page. */
const maxCandidates = 12;

/** Selectors that may stand for the body of every page: its container, or the paragraphs in it; those of the innermost element first. Pure. */
export function bodySelectors(articles: readonly KnownArticle[]): string[] {
  const onPages = articles.map(({ html, body }) => selectorsOn(parsePage(html).document, body));
  const [first = new Map<string, number>()] = onPages;
  return [...first]
    .filter(([selector]) => onPages.every((selectors) => selectors.has(selector)))
    .sort(([a, x], [b, y]) => x - y || a.length - b.length || (a < b ? -1 : 1))
    .map(([selector]) => selector)
    .slice(0, maxCandidates);
}

/**
 * Selectors of elements that the selector matches or holds, but whose text is in the body of no page: what `clean` removes.
 * @param selector of the body
 */
export function cleanSelectors(articles: readonly KnownArticle[], selector: string): string[] {
  const counts = new Map<string, number>();
  const withText = new Set<string>();
  for (const { html, body } of articles) {
    const { document } = parsePage(html);
    const lines = linesOf(body);
    const onPage = new Set<string>();
    const outside: Element[] = [];
    for (const part of document.querySelectorAll(selector))
      for (const element of [part, ...part.elementsWhere(() => true)]) {
        const text = foldSpace(element.textContent);
        const isText =
          text !== '' && lines.some((line) => line.includes(text.slice(0, partLength)) || text.includes(line));
        if (isText) for (const name of selectorNames(element)) withText.add(name);
        // the outermost element is enough
        else if (text !== '' && !outside.some((other) => other.contains(element))) {
          outside.push(element);
          for (const name of selectorNames(element).slice(0, 1)) onPage.add(name);
        }
      }
    for (const name of onPage) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const least = Math.min(2, articles.length); // on one page only it is a part of that page
  return [...counts].filter(([name, count]) => count >= least && !withText.has(name)).map(([name]) => name);
}

/** Letters of a part of the text: the body has marks (links, emphasis) less. */
const partLength = 40;

const linesOf = (body: string): string[] =>
  body
    .split(/\n+/)
    .map(foldSpace)
    .filter((line) => line !== '');

/** Each selector with the number of elements between it and the container. */
function selectorsOn(document: Document, body: string): Map<string, number> {
  const container = containerOf(document.body, linesOf(body));
  const selectors = new Map<string, number>();
  let outer: Element | null = container;
  for (let level = 0; container !== null && outer !== null && level <= maxOuter; level++) {
    const names = [...selectorNames(outer), ...(isUnique(outer, document) ? [outer.localName] : [])];
    const inside = names.flatMap((name) => (level === 0 ? [name] : [`${name} ${container.localName}`, name]));
    for (const name of inside)
      for (const selector of [name, `${name} > p`, `${name} p`])
        if (!selectors.has(selector) && document.querySelector(selector) !== null) selectors.set(selector, level);
    outer = outer.parentElement;
  }
  return selectors;
}

/** `article` and `main` are names where a page has one. */
const isUnique = ({ localName }: Element, document: Document): boolean =>
  /^(article|main)$/.test(localName) && document.elementsWhere((other) => other.localName === localName).length === 1;

/** The innermost element that holds the body; null: none does. */
function containerOf(root: Element, lines: readonly string[]): Element | null {
  const wanted = lines.reduce((sum, line) => sum + line.length, 0) * minShare;
  const holds = (element: Element): boolean => {
    const text = foldSpace(element.textContent);
    if (text.length < wanted) return false;
    return lines.reduce((sum, line) => sum + (text.includes(line.slice(0, partLength)) ? line.length : 0), 0) >= wanted;
  };
  if (wanted === 0 || !holds(root)) return null;
  let inner: Element = root;
  for (;;) {
    const next: Element | undefined = inner.children.filter(isElement).find(holds);
    if (next === undefined) break;
    inner = next;
  }
  return inner.localName === 'p' && inner.parentElement !== null ? inner.parentElement : inner;
}
