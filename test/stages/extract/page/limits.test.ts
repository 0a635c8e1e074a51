import { describe, expect, it, vi } from 'vitest';
import { unknownSite } from '../../../../src/settings/scraper.ts';
import { extract } from '../../../../src/stages/extract/extract.ts';
import { readMetadata } from '../../../../src/stages/extract/head/metadata.ts';
import { cutBlocks, readPageTree } from '../../../../src/stages/extract/page/page-tree.ts';
import { parseInto, parsePage } from '../../../../src/stages/extract/page/parse.ts';
import { findCommentThreads } from '../../../../src/stages/extract/text/comments/comment-threads.ts';
import { countedBlocks } from '../../../support/work/block-work.ts';
import { treeReads } from '../../../support/work/tree-work.ts';
import { articlePage, paragraphs, snapshot } from '../page.ts';

// Pages made to cost time: each of these took from half a minute to for ever, or ended with an error, before what they show was mended.
const site = unknownSite('gazette.example');
const bodyOf = (body: string, head = '') =>
  extract(snapshot(articlePage({ body, head })), site, { draftAlways: true }).draft?.body ?? '';
const text = paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('');

/** Twice the page is twice the work; a quarter more is for what a page has once. */
const linear = 2.5;
const repeated = (count: number, line: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => line(n)).join('');
/** How much more of the tree is read where the page is twice as long. */
function growth(page: (lines: number) => string): number {
  const [once = 0, twice = 0] = [500, 1_000].map((lines) => {
    const frozen = snapshot(page(lines));
    return treeReads(() => extract(frozen, site, { draftAlways: true }));
  });
  expect(once).toBeGreaterThan(500);
  return twice / once;
}

describe('a page that is too much is read in bounded work', () => {
  it('of children of one element', () => {
    const box = parsePage('').document.createElement('div');
    expect(parseInto(box, 'a<br>'.repeat(130_000)).childNodes).toHaveLength(260_000);
    expect(parsePage(`<frameset></frameset>${'<!-- -->'.repeat(200_000)}`).document.body.children).toEqual([]);
  });

  it('of white space', () => {
    for (const space of ['\u00a0', ' \n', '&nbsp; '])
      expect(bodyOf(`<p>${space.repeat(150_000)}x</p>${text}`)).toContain(paragraphs[0]);
  });

  it('of meta elements of one name', () => {
    const metas = '<meta property="article:tag" content="bridge">'.repeat(60_000);
    expect(readMetadata(parsePage(metas).document).all('article:tag')).toHaveLength(200);
  });

  it('of elements in a heading that is not closed, or of dashes in one', () => {
    const long = `${'word '.repeat(20_000)}`;
    const open = `<h1>Harbour bridge reopens${'<div><section>'.repeat(250)}<h2>Harbour bridge reopens after</h2><p>${long}</p>`;
    expect(bodyOf(open.repeat(4))).toContain('word word');
    expect(bodyOf(`<h1>Harbour <b>bridge</b> ${'-'.repeat(500_000)} x</h1>${text}`)).toContain(paragraphs[0]);
  });

  it('of lines in a heading that is not closed', () => {
    // lines of one box within the heading, each with all its neighbours as parts: twice the lines were four times the work
    const page = (lines: number) =>
      `<title>Harbour bridge reopens</title><h1><div>${repeated(lines, (n) => `line ${n} of the harbour bridge<br><span>part ${n} reopens</span><br>`)}</div>`;
    expect(growth(page)).toBeLessThan(linear);
  });

  it('of paragraphs in a box that is called an offer', () => {
    // the box was read anew for each of its paragraphs
    const page = (lines: number) =>
      articlePage({
        body: `<div class="newsletter">${repeated(lines, (n) => `<p>${n} ${paragraphs[n % 4]}</p>`)}</div>`,
      });
    expect(growth(page)).toBeLessThan(linear);
  });

  it('of authors', () => {
    // each name was compared with all others: 8,000 of them took five seconds of CPU
    const page = (count: number) => {
      const surname = (n: number) =>
        [26, 1].map((unit) => String.fromCharCode(97 + (Math.floor(n / unit) % 26))).join('');
      const author = Array.from({ length: count }, (_, n) => ({ name: `Ada Marsh${surname(n)} Quill` }));
      const data = { '@type': 'NewsArticle', headline: 'Harbour bridge reopens', author };
      return articlePage({ head: `<script type="application/ld+json">${JSON.stringify(data)}</script>`, byline: '' });
    };
    const comparisons = (count: number): number => {
      const compare = vi.spyOn(String.prototype, 'startsWith');
      const { draft } = extract(snapshot(page(count)), site);
      expect(draft?.authors).toHaveLength(12);
      const calls = compare.mock.calls.length;
      compare.mockRestore();
      return calls;
    };
    expect(comparisons(400)).toBeLessThan(linear * comparisons(200));
  });

  it('of buttons in one box', () => {
    // the box was read anew for each of its buttons
    const page = (lines: number) =>
      articlePage({ body: `${text}<div>${repeated(lines, () => '<button>x</button>')}${text}</div>` });
    expect(growth(page)).toBeLessThan(linear);
  });

  it('of headings of comments', () => {
    // all text before a heading was read for each of them
    const readsOf = (lines: number): number => {
      const html = articlePage({ body: text, after: repeated(lines, () => '<div>Comments</div>') });
      const tree = readPageTree(parsePage(html).document.body);
      const { blocks, reads } = countedBlocks(tree.blocks);
      const headline = blocks.find((block) => block.element.localName === 'h1') ?? null;
      findCommentThreads({ ...tree, blocks }, headline);
      return reads();
    };
    expect(readsOf(1_000) / readsOf(500)).toBeLessThan(linear);
  });

  it('of streams that wait for one end', () => {
    const streams = `<body>${'<template id="B:0"></template><p>still loading</p>'.repeat(30_000)}<div hidden id="S:0"><p>came</p></div>`;
    const [first, ...others] = cutBlocks(parsePage(streams).document.body);
    expect({ firstText: first?.text, firstOtherText: others[0]?.text }).toEqual({
      firstText: 'came',
      firstOtherText: 'still loading',
    });
  });

  it('of blocks: those at its end are not read', () => {
    const lines = Array.from({ length: 30_000 }, (_, n) => `<p>line ${n}</p>`).join('');
    const blocks = cutBlocks(parsePage(`${text}${lines}`).document.body);
    expect({ blockCount: blocks.length, text: blocks[0]?.text }).toEqual({ blockCount: 8_000, text: paragraphs[0] });
  });
});
