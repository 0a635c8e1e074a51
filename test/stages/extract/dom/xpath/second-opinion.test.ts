import fc from 'fast-check';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { elementsByXPath } from '../../../../../src/stages/extract/dom/xpath/xpath.ts';
import { parsePage } from '../../../../../src/stages/extract/page/parse.ts';
import { findChromium } from '../../../../../src/stages/fetch/browser/chromium.ts';

// The same expressions on the same pages by the XPath 1.0 of the browser. Our pages have no comments, and a text has no name (in Chromium it is "#text"). Each element has a number, by which the results are compared.

const { node } = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom('x', 'y ', ' 12'),
    fc
      .tuple(
        fc.constantFrom('div', 'span', 'section', 'b'),
        fc.constantFrom('', ' class="k"', ' class="k l"', ' title="3"'),
        fc.array(tie('node'), { maxLength: 4 }),
      )
      .map(([name, attributes, children]) => `<${name}${attributes}>${children.join('')}</${name}>`),
  ),
}));

const axis = fc.constantFrom(
  ...['', '', '', 'descendant::', 'ancestor::', 'following-sibling::', 'preceding-sibling::', 'following::'],
  ...['preceding::', 'self::', 'descendant-or-self::', 'ancestor-or-self::', 'parent::', 'child::'],
);
const name = fc.constantFrom('div', 'span', 'section', 'b', '*', 'node()', 'text()');
const bare = fc.tuple(axis, name).map((parts) => parts.join(''));
const value = fc.oneof(
  fc.constantFrom(
    '1',
    '2',
    '.5',
    '"k"',
    '"3"',
    'position()',
    'last()',
    '@class',
    '@title',
    '.',
    'string()',
    'count(*)',
    'name(self::*)',
    '-1',
  ),
  fc.constantFrom(
    'string-length(.)',
    'normalize-space(.)',
    'sum(*)',
    'number(.)',
    'substring(@class, 2)',
    'position() mod 2',
    'true()',
  ),
  fc.constantFrom(
    'substring-after(., "x")',
    'translate(., "xy", "y")',
    'round(. div 5)',
    'concat(@class, "3")',
    'count(//b | //div)',
  ),
  bare,
  bare.map((path) => `//${path.replace(/^.*::/, '')}`),
  fc
    .tuple(
      fc.constantFrom('1', '@title', 'position()'),
      fc.constantFrom('+', '-', '*', 'div', 'mod'),
      fc.constantFrom('2', 'last()', '.'),
    )
    .map((parts) => parts.join(' ')),
);
const comparison = fc
  .tuple(value, fc.constantFrom('=', '!=', '<', '>', '<=', '>='), value)
  .map((parts) => parts.join(' '));
const simple = fc.oneof(
  value,
  comparison,
  fc.constantFrom('not(@title)', 'contains(., "x")', 'starts-with(@class, "k")', 'position() > 1', 'boolean(*)'),
);
const condition = fc.oneof(
  simple,
  fc.tuple(simple, fc.constantFrom('and', 'or'), simple).map(([a, word, b]) => `${a} ${word} not(${b})`),
  fc.tuple(bare, simple).map(([path, inner]) => `${path}[${inner}]`),
);
const step = fc
  .tuple(bare, fc.array(condition, { maxLength: 2 }))
  .map(([path, conditions]) => `${path}${conditions.map((one) => `[${one}]`).join('')}`);
const path = fc
  .tuple(
    fc.constantFrom('//', '//', '/html/body//', '//*/'),
    step,
    fc.array(fc.tuple(fc.constantFrom('/', '//'), step), { maxLength: 2 }),
  )
  .map(([start, first, rest]) => `${start}${first}${rest.map(([sign, next]) => sign + next).join('')}`);
const rule = fc.oneof(
  path,
  fc.tuple(path, condition).map(([whole, one]) => `(${whole})[${one}]`),
  fc.tuple(path, path).map((parts) => parts.join(' | ')),
);
const page = fc.array(node, { minLength: 1, maxLength: 5 }).map((parts) => {
  let count = 0;
  const body = parts.join('').replace(/<(div|span|section|b)/g, (tag) => `${tag} data-i="${count++}"`);
  return `<html><head></head><body>${body}</body></html>`;
});

interface Case {
  readonly html: string;
  readonly rules: readonly string[];
}

/** In the browser: of each case, of each rule, the elements. */
const selectAll = (all: readonly Case[]): string[][][] =>
  all.map(({ html, rules }) => {
    const document = new DOMParser().parseFromString(html, 'text/html');
    return rules.map((one) => {
      const result = document.evaluate(one, document, null, 7, null);
      const places = Array.from({ length: result.snapshotLength }, (_, at) => {
        const selected = result.snapshotItem(at);
        const element = (selected?.nodeType === 1 ? selected : selected?.parentElement) as Element | null | undefined;
        return element?.getAttribute('data-i') ?? element?.localName ?? '';
      });
      return [...new Set(places)].filter((place) => place !== '');
    });
  });

function ours({ html, rules }: Case): string[][] {
  const { document } = parsePage(html);
  return rules.map((one) =>
    elementsByXPath(document, one).map((element) => element.getAttribute('data-i') ?? element.localName),
  );
}

describe('the XPath of the browser', () => {
  let browser: Browser | undefined;
  beforeAll(async () => {
    const { executablePath, env } = await findChromium({ explicit: null, cacheDir: null, env: process.env });
    browser = await chromium.launch({ executablePath, env: { ...env }, chromiumSandbox: process.getuid?.() !== 0 });
  });
  afterAll(() => browser?.close());

  it('selects the same elements', async () => {
    const rules = fc.array(rule, { minLength: 10, maxLength: 10 });
    const numRuns = 150;
    const cases = fc.sample(fc.record({ html: page, rules }), { numRuns, seed: 7 });
    const tab = await browser?.newPage();
    const expected = (await tab?.evaluate(selectAll, cases)) ?? [];
    const selected = expected.flat().filter((places) => places.length > 0);
    expect(selected.length).toBeGreaterThan(numRuns);
    for (const [at, one] of cases.entries())
      for (const [which, places] of ours(one).entries())
        expect({ html: one.html, rule: one.rules[which], places }).toEqual({
          html: one.html,
          rule: one.rules[which],
          places: expected[at]?.[which],
        });
  });
});
