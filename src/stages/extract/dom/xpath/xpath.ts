import { LRUCache } from 'lru-cache';
import { NewshawkError } from '../../../../errors.ts';
import type { Document } from '../document.ts';
import { type Element, isElement } from '../tree.ts';
import { selectNodes } from './evaluate.ts';
import type { XPathExpression } from './expression.ts';
import { AttributeNode, type PageNode, PageNodes, TooManySteps } from './page-nodes.ts';
import { parseXPath } from './parse-xpath.ts';
import { XPathMistake } from './tokens.ts';

/** Whether a rule is an XPath: it begins with `/`, `(` or `xpath:`, as no CSS selector does. */
export const isXPath = (rule: string): boolean => /^\s*(?:[/(]|xpath:)/.test(rule);

/** Letters. A person writes fewer. */
const maxLength = 1_000;
/** In one evaluation. 5 million take about a second; `//a` takes one for each node of the page, of which a page has some 3,000 at the median. */
export const maxSteps = 5_000_000;

/** Scrapers have few XPaths; one worker thread reads the pages of many sites. */
const maxCached = 200;
const parsed = new LRUCache<string, XPathExpression>({ max: maxCached });

/** What is wrong with a rule that begins as an XPath, and what to do; null: nothing. */
export function xpathError(rule: string): string | null {
  try {
    pathOf(rule);
    return null;
  } catch (error) {
    if (error instanceof XPathMistake) return error.message;
    throw error;
  }
}

/**
 * The elements that an XPath selects, in document order; for attributes and texts their elements.
 * @throws NewshawkError misconfigured where it is no XPath, or takes more steps on this page than allowed
 */
export function elementsByXPath(document: Document, rule: string, steps = maxSteps): Element[] {
  try {
    return elementsOf(selectNodes(pathOf(rule), new PageNodes(document, steps)));
  } catch (cause) {
    if (cause instanceof XPathMistake)
      throw new NewshawkError('misconfigured', `"${rule}" is not an XPath: ${cause.message}`, { cause });
    if (!(cause instanceof TooManySteps)) throw cause;
    const advice = 'begin with an element that is rare on the page, and leave out conditions that search it anew';
    throw new NewshawkError('misconfigured', `"${rule}" takes more than ${steps} steps on this page: ${advice}`, {
      cause,
    });
  }
}

function elementsOf(nodes: readonly PageNode[]): Element[] {
  const elements = new Set<Element>();
  for (const node of nodes) {
    const element = node instanceof AttributeNode ? node.owner : isElement(node) ? node : node.parentElement;
    if (element !== null) elements.add(element);
  }
  return [...elements];
}

const kindNames = { number: 'a number', text: 'a text', truth: 'yes or no' } as const;

/** @throws XPathMistake */
function pathOf(rule: string): XPathExpression {
  const cached = parsed.get(rule);
  if (cached !== undefined) return cached;
  const text = rule.replace(/^\s*xpath:/, '').trim();
  if (text === '') throw new XPathMistake('nothing follows xpath:');
  if (text.length > maxLength) throw new XPathMistake(`it is longer than ${maxLength} letters`);
  const expression = parseXPath(text);
  if (expression.gives !== 'nodes')
    throw new XPathMistake(`it gives ${kindNames[expression.gives]}, not elements of the page: begin it with //`);
  parsed.set(rule, expression);
  return expression;
}
