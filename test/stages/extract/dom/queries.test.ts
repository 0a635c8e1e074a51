import fc from 'fast-check';
import { parseHTML } from 'linkedom';
import { type DefaultTreeAdapterTypes, parse, serializeOuter } from 'parse5';
import { describe, expect, it } from 'vitest';
import { type Element, isElement, isText } from '../../../../src/stages/extract/dom/tree.ts';
import { parsePage } from '../../../../src/stages/extract/page/parse.ts';
import { carelessHtml } from './random-html.ts';

const html = carelessHtml(['', '', ' class="a"', ' class="b a"', ' id=n', ' href=/x', ' data-k="V"', ' ID=N class']);

const selectors = [
  ...['p', '*', '.a', '.a.b', '#n', '[href]', '[data-k="v" i]', '[class~="b"]', '[class*="A" i]', 'div p', 'div > *'],
  ...[
    'p + *',
    'p ~ b',
    ':not(.a)',
    'li:first-child',
    'td:nth-child(2)',
    'p:last-of-type',
    ':is(b, i) *',
    'div:has(> b)',
  ],
  ...['a, p, .b', 'table td', ':empty', 'article :not(p) b', 'body > *', ':root', ':scope > p'],
];

/** The same tree in linkedom, a standard DOM. */
function inLinkedom(element: Element) {
  const { document } = parseHTML('<html></html>');
  const copy = (from: Element): globalThis.Element => {
    const to = document.createElement(from.localName);
    for (const { name, value } of from.attributes) to.setAttribute(name, value);
    for (const child of from.childNodes) {
      if (isElement(child)) to.appendChild(copy(child));
      else if (isText(child)) to.appendChild(document.createTextNode(child.data));
    }
    return to;
  };
  const root = copy(element);
  document.documentElement.replaceWith(root);
  return root;
}

describe('queries', () => {
  it('give the same elements as linkedom, from any element', () => {
    fc.assert(
      fc.property(html, fc.constantFrom(...selectors), fc.nat(9), (source, selector, from) => {
        const root = parsePage(source).document.documentElement;
        const ours = [root, ...root.querySelectorAll('*')];
        const copy = inLinkedom(root);
        const theirs = [copy, ...copy.querySelectorAll('*')];
        const at = from % ours.length;
        const [mine, its] = [ours[at]!, theirs[at]!];
        const numbers = (found: Iterable<unknown>, all: readonly unknown[]) =>
          [...found].map((one) => all.indexOf(one));
        expect(ours.length).toBe(theirs.length);
        expect(numbers(mine.querySelectorAll(selector), ours)).toEqual(numbers(its.querySelectorAll(selector), theirs));
        expect(ours.indexOf(mine.querySelector(selector)!)).toBe(theirs.indexOf(its.querySelector(selector)!));
        expect(ours.indexOf(mine.closest(selector)!)).toBe(theirs.indexOf(its.closest(selector)!));
        expect(mine.matches(selector)).toBe(its.matches(selector));
        expect(mine.textContent).toBe(its.textContent);
        expect(mine.children.length).toBe(its.children.length);
      }),
      { numRuns: 400 },
    );
  });
});

describe('the tree of a page', () => {
  const partsOf = (parent: DefaultTreeAdapterTypes.ParentNode): DefaultTreeAdapterTypes.Element[] =>
    parent.childNodes.filter((node) => 'tagName' in node);

  it('is the same as parse5 builds', () => {
    fc.assert(
      fc.property(html, (source) => {
        const expected = partsOf(parse(source)).flatMap(partsOf);
        fc.pre(expected.every(({ tagName }) => tagName !== 'frameset'));
        const { document } = parsePage(source);
        expect(document.documentElement.children.map(({ outerHTML }) => outerHTML)).toEqual(
          // our tree has only elements and text
          expected.map((part) => serializeOuter(part).replace(/<!--.*?-->/gs, '')),
        );
      }),
      { numRuns: 600 },
    );
  });
});
