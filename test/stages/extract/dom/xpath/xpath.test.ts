import { describe, expect, it } from 'vitest';
import { NewshawkError } from '../../../../../src/errors.ts';
import { elementsByXPath, isXPath, xpathError } from '../../../../../src/stages/extract/dom/xpath/xpath.ts';
import { parsePage } from '../../../../../src/stages/extract/page/parse.ts';

const { document } = parsePage(`<main id="m">
  <section><h2>News</h2><ul class="x list"><li><a href="/1" data-n="4">One <b>b</b> more</a><li><a href="/2" data-n="">Two</a></ul></section>
  <section><h2>Most read</h2><ul class="listing"><li><a href="/3">Three</a></ul></section>
  </main><footer><a href="/f">F</a></footer>`);
const select = (rule: string) =>
  elementsByXPath(document, rule).map((element) => element.getAttribute('href') ?? element.localName);

describe('isXPath', () => {
  it('goes by the first letters, which no CSS selector has', () => {
    expect(['//a', '/html/body', '(//ul)[1]', 'xpath:descendant::a', ' //a'].map(isXPath)).toEqual(Array(5).fill(true));
    expect(['a', '.a', '#a > b', '[href^="/"]', ':is(a)', '*'].map(isXPath)).toEqual(Array(6).fill(false));
  });
});

describe('elementsByXPath', () => {
  it.each([
    ['//ul//a', ['/1', '/2', '/3']],
    ['//*[@id="m"]/section[1]/ul[1]/li/a', ['/1', '/2']],
    ["//section[h2[normalize-space() = 'News']]//a", ['/1', '/2']],
    ["//h2[.='Most read']/following-sibling::ul//a", ['/3']],
    ["//ul[contains(concat(' ', @class, ' '), ' list ')]//a", ['/1', '/2']],
    ['(//ul)[last()]//a | //footer//a', ['/3', '/f']],
    ['//li[last()]/a', ['/2', '/3']],
    ['(//li)[last()]/a', ['/3']],
    ['//li[position() mod 2 = 1]/a', ['/1', '/3']],
    ['//a[@data-n > 3]', ['/1']],
    ['//a[not(ancestor::section)]', ['/f']],
    ['//a[ancestor::main][2]', []],
    ['(//a[ancestor::main])[2]', ['/2']],
    ["//a[starts-with(@href, '/') and (string-length(.) > 4 or b)]", ['/1', '/3']],
    ["//a[substring(@href, 2, 1) = '2' or translate(@href, '/f', '') = '']", ['/2', '/f']],
    ['//a[count(//li) = 3]', ['/1', '/2', '/3', '/f']],
    ["//a[contains(text(), 'One')]/b/..", ['/1']],
    ['xpath: descendant::footer/child::a', ['/f']],
    ['//UL[2]', []],
    ['//LI[2]/A', ['/2']],
    ['//a[1 div 0 > 5 and -1 < 0 and 7 - 4 = 3 and 2 * 3 = 6]/@href', ['/1', '/2', '/3', '/f']],
    ['//a[. = //section[2]//a]', ['/3']],
    ['//a[preceding::h2 and following::a]', ['/1', '/2', '/3']],
    ["//a/text()[contains(., 'Two')]", ['/2']],
  ])('%s', (rule, expected) => {
    expect(select(rule)).toEqual(expected);
  });

  it('ends after a number of steps, however slow expression and page are', () => {
    const { document: large } = parsePage(`<ul>${'<li><a href="/x">x</a></li>'.repeat(3_000)}</ul>`);
    for (const rule of [
      '//li[preceding::a = following::a]',
      '//a[. = //a]',
      '//li/following::a',
      '//li[count(preceding::li) > 5]',
    ]) {
      const run = () => elementsByXPath(large, rule, 200_000);
      expect(run).toThrow(NewshawkError);
      expect(run).toThrow(/takes more than 200000 steps on this page: begin with/);
    }
    expect(elementsByXPath(large, '//ul/li[last()]/a', 200_000)).toHaveLength(1);
  });

  it('needs steps in proportion to the page for rules that people write', () => {
    const rows = 20_000;
    const { document: large } = parsePage(`<ul>${'<li><p class="c"><a href="/x">x</a></p></li>'.repeat(rows)}</ul>`);
    for (const rule of [
      '//a',
      "//ul//a[contains(@href, 'x')]",
      '//li[position() > 5]//a',
      '//p[a]/a',
      '//a[count(//a) > 1]',
    ])
      expect(elementsByXPath(large, rule, rows * 60).length).toBeGreaterThan(rows - 10);
  });

  it('follows a deep page', () => {
    const { document: deep } = parsePage(`${'<div>'.repeat(5_000)}<a href="/x">x</a>`);
    expect(elementsByXPath(deep, '//a[ancestor::div]')).toHaveLength(1);
  });
});

describe('xpathError', () => {
  it.each([
    ['//div[', 'something is missing at its end'],
    ['//a[@class="x', 'the quotation mark is not closed: "x'],
    ['//a[1 to 3]', "it can't be read from here on: to 3]"],
    ['//html:a', 'write names without a prefix'],
    ['//a[$x]', 'variables have no value here'],
    ['//a[foo()]', 'there is no function "foo"; the functions are boolean, '],
    ['//a[contains(@x)]', 'contains() takes 2 values, not 1'],
    ['//a[count("x") > 1]', 'count() takes a path'],
    ['xpath:count(//a)', 'it gives a number, not elements of the page: begin it with //'],
    ['xpath:', 'nothing follows xpath:'],
    ['//up::a', 'there is no axis "up"; the axes are child, '],
    ['//a/string()', 'a stored page has no string()'],
    ['("x")/a', 'conditions and / follow elements only'],
    ['//a | 1', '| joins paths only'],
    [`//a${'[b'.repeat(60)}${']'.repeat(60)}`, 'more than 50 brackets'],
    [`//${'a'.repeat(1_000)}`, 'longer than 1000 letters'],
  ])('%s: %s', (rule, message) => {
    expect(xpathError(rule)).toContain(message);
  });

  it('is null for an XPath', () => {
    expect(xpathError('//main//a[not(@rel)]')).toBeNull();
  });
});
