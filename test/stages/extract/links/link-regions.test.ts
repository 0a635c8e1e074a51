import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Element } from '../../../../src/stages/extract/dom/tree.ts';
import { LinkRegions } from '../../../../src/stages/extract/links/link-regions.ts';
import { parsePage } from '../../../../src/stages/extract/page/parse.ts';
import { carelessHtml } from '../dom/random-html.ts';

// The rules as selectors. LinkRegions must give the same regions in one pass through the tree.
const footer = 'footer, [role="contentinfo"], [class*="footer" i], [id*="footer" i]';
const pager = '[class*="pag" i], [id*="pag" i], [rel="next"], [rel="prev"], [aria-label*="pag" i]';
const navigation =
  'nav, [role="navigation"], [role="menubar"], [role="menu"], [class~="nav"], [class*="navbar" i], [class*="navigation" i], [class*="main-nav" i], [class*="menu" i], [class*="breadcrumb" i], [id~="nav"], [id*="menu" i], [class*="social" i], [class*="share" i]';

function regionBySelectors(anchor: Element): string | null {
  if (anchor.closest(footer) !== null) return 'footer';
  if (anchor.closest(pager) !== null) return 'content';
  if (anchor.closest(navigation) !== null) return 'navigation';
  const header = anchor.closest('header, [role="banner"]');
  return header !== null && header.closest('article, main') === null ? 'navigation' : null;
}

const attributes = [
  ...['', '', '', ' class="nav x"', ' class="Nav"', ' class="navy"', ' class="Main-NAV"', ' class="x sharebar"'],
  ...[' class="PAGER"', ' class=my-Footer', ' id=nav', ' id="a nav"', ' id=SubMenu', ' id=footer2', ' id=homepage'],
  ...[
    ' role=banner',
    ' role=Banner',
    ' role=menu',
    ' role="menu x"',
    ' role=contentinfo',
    ' rel=NEXT',
    ' rel="next x"',
  ],
  ...[' aria-label="Page 2"', ' constructor=nav', ' title=nav'],
];
const page = carelessHtml(attributes).map((html) => `${html}<a href=/1>1</a>`);

it('LinkRegions gives the same regions as the selectors', () => {
  const seen = new Set<string | null>();
  fc.assert(
    fc.property(page, (html) => {
      const regions = new LinkRegions();
      for (const anchor of parsePage(html).document.querySelectorAll('a')) {
        const expected = regionBySelectors(anchor);
        seen.add(expected);
        // otherwise the list around it decides, and this page has none
        expect(regions.regionOf(anchor)).toBe(expected ?? 'content');
      }
    }),
    { numRuns: 500, seed: 4 },
  );
  expect([...seen].sort()).toEqual(['content', 'footer', 'navigation', null]);
});
