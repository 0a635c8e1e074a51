import { compile } from 'css-select';

/** The properties of a node that selectors read. */
interface Selectable {
  readonly nodeType: number;
  readonly parentNode: Selectable | null;
  readonly childNodes: readonly Selectable[];
  readonly textContent: string;
}

export interface SelectableElement extends Selectable {
  readonly localName: string;
  getAttribute(name: string): string | null;
}

type Test = (element: SelectableElement) => boolean;

const isElement = (node: Selectable): node is SelectableElement => node.nodeType === 1;

const adapter = {
  isTag: isElement,
  getName: (element: SelectableElement) => element.localName,
  getAttributeValue: (element: SelectableElement, name: string) => element.getAttribute(name) ?? undefined,
  hasAttrib: (element: SelectableElement, name: string) => element.getAttribute(name) !== null,
  getParent: (element: SelectableElement) => element.parentNode,
  getChildren: (node: Selectable): Selectable[] => [...node.childNodes],
  getSiblings: (node: Selectable): Selectable[] =>
    node.parentNode === null ? [node] : [...node.parentNode.childNodes],
  getText: (node: Selectable) => node.textContent,
  existsOne: (test: Test, nodes: Selectable[]): boolean => firstOf(test, nodes) !== null,
  findOne: firstOf,
  findAll: (): never => failUnused('findAll'),
  removeSubsets: (): never => failUnused('removeSubsets'),
};

function firstOf(test: Test, nodes: readonly Selectable[]): SelectableElement | null {
  for (const node of nodes) {
    if (!isElement(node)) continue;
    const match = test(node) ? node : firstOf(test, node.childNodes);
    if (match !== null) return match;
  }
  return null;
}

/** Compiled selectors test one element at a time; `ParentNode` does the search. */
const failUnused = (name: string): never => {
  throw new Error(`css-select called ${name}, which compiled selectors do not use`);
};

const foldLabel = (text: string): string => text.replace(/\s+/g, ' ').trim().replace(/\s*:$/, '').toLowerCase();

/** `:text-is("Rating")`: the whole text of the element, as a label is written: without white space around it, a colon behind it, and case. */
const pseudos = {
  // as browsers have it: css-select follows Selectors 4, where white space counts as nothing
  empty: ({ childNodes }: SelectableElement): boolean =>
    childNodes.every((node) => node.nodeType !== 1 && (node.nodeType !== 3 || node.textContent === '')),
  'text-is': (element: SelectableElement, text?: string | null): boolean => {
    const wanted = foldLabel((text ?? '').replace(/^(["'])(.*)\1$/s, '$2'));
    return wanted !== '' && isShorter(element, wanted.length * 2 + 20) && foldLabel(element.textContent) === wanted;
  },
};

/** Whether the text is shorter: cheaper than reading the text of every element around it. */
function isShorter(element: Selectable, length: number): boolean {
  let left = length;
  const read = (node: Selectable): boolean => {
    for (const child of node.childNodes) {
      if (child.nodeType === 3) left -= child.textContent.length;
      else if (!read(child)) return false;
      if (left < 0) return false;
    }
    return true;
  };
  return read(element);
}

/** Our rules have some forty selectors; scrapers add theirs, and one worker thread reads the pages of many sites. */
const maxCachedSelectors = 500;
const matchersBySelector = new Map<string, Test>();

/**
 * A function that says whether an element matches the selector. Compiled once and cached, but not with `:has` or `:scope`: in these css-select keeps the last element.
 * @param scope the element that `:scope` means
 * @throws Error on an invalid selector
 */
export function matcherOf(selector: string, scope: SelectableElement | null): Test {
  const cached = matchersBySelector.get(selector);
  if (cached !== undefined) return cached;
  const tags = tagList.test(selector) ? new Set(selector.split(/,\s*/)) : null;
  if (tags !== null) return cacheMatcher(selector, ({ localName }) => tags.has(localName));
  const context = scope !== null && selector.includes(':scope') ? scope : undefined;
  // css-select's results per element are wrong as soon as the tree changes
  const test = compile<Selectable, SelectableElement>(selector, { adapter, context, pseudos, cacheResults: false });
  return /:(?:has|scope)/i.test(selector) ? test : cacheMatcher(selector, test);
}

/** Why a selector is invalid; null if it is valid. */
export function selectorError(selector: string): string | null {
  const withoutTexts = selector.replace(/"[^"]*"|'[^']*'/g, '');
  if (/[>+~]\s*(?:$|,)/.test(withoutTexts)) return 'nothing follows the > + or ~'; // css-select accepts it
  try {
    matcherOf(selector, null);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** `h1, h2, h3`: by far the most frequent kind of selector; a set lookup answers it. */
const tagList = /^[a-z][a-z0-9]*(?:,\s*[a-z][a-z0-9]*)*$/;

function cacheMatcher(selector: string, test: Test): Test {
  if (matchersBySelector.size >= maxCachedSelectors) matchersBySelector.clear();
  matchersBySelector.set(selector, test);
  return test;
}
