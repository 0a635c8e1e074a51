import { describe, expect, it } from 'vitest';
import {
  computeFeatureRows,
  featureDescriptions,
  featureNames,
  updateNameFeatures,
} from '../../../../src/stages/extract/classifier/feature-table.ts';
import { ignoreFurnitureNames, measurePage } from '../../../../src/stages/extract/classifier/measured-page.ts';
import { readPageTree } from '../../../../src/stages/extract/page/page-tree.ts';
import { parsePage } from '../../../../src/stages/extract/page/parse.ts';

const long = 'A sentence of the story that is long enough, with a comma, to count as text of its own. And another one.';
const html = `<html><body><nav><ul><li><a href="/">Home</a></li><li><a href="/a">Sport</a></li></ul></nav>
<main class="article-body"><h1>The bridge</h1><p>${long}</p><p>港口大桥在周五重新开放。</p><p>${long} <b>Bold</b></p></main>
<div id="comments-1234" hidden><p>${long}</p><p>x</p><p>y</p></div></body></html>`;

function measure(source: string) {
  const tree = readPageTree(parsePage(source).document.documentElement);
  const titleBlock = tree.blocks.find(({ text }) => text === 'The bridge') ?? null;
  return measurePage(tree, {
    title: 'The bridge',
    titleBlock,
    bodies: [long],
    description: '',
    authors: [],
    headTitles: [],
  });
}

function featuresOf(source: string, words = new Map<string, number>()) {
  const page = measure(source);
  const { values } = computeFeatureRows(page, [...page.tree.blocks.keys()], words);
  return (block: number) =>
    Object.fromEntries(featureNames.map((name, at) => [name, values[block * featureNames.length + at]]));
}

describe('features of a block', () => {
  const of = featuresOf(html);

  it('have a name once, and a line that says what they are', () => {
    expect(new Set(featureNames).size).toBe(featureNames.length);
    expect(featureNames.filter((name) => !featureDescriptions[name])).toEqual([]);
  });

  it('are numbers, whatever the page', () => {
    for (const source of [html, '<p>x', '<a href=x>1</a>', `<pre>\n ${long}</pre><br><br>z`]) {
      const read = featuresOf(source);
      expect(Object.values(read(0)).every(Number.isFinite)).toBe(true);
    }
  });

  it('tell a link from a paragraph', () => {
    expect(of(0)).toMatchObject({ ld: 1, nlink: 1, t_li: 1, a_nav: 2, rep1_n: 0, dt: -2 });
    expect(of(3)).toMatchObject({ ld: 0, t_p: 1, a_main: 1, a_nav: 15, end: 1, sent: 2, dt: 1, m_is: 1 });
  });

  it('count a CJK character as two and a half letters', () => {
    expect(of(4)).toMatchObject({ u: 28.5, ntok: 11, end: 1, p_same: 1 });
  });

  it('know the names around, and what they speak against', () => {
    expect(of(3)).toMatchObject({ g_body: 1, g_comment: 15, unl: 1, hid: 0, idnum: 15 });
    expect(of(6)).toMatchObject({ g_comment: 1, hid: 1, idnum: 1 });
    expect(of(6).unl).toBeCloseTo(0.1);
  });

  it('see what structured data and the page repeat', () => {
    expect(of(3)).toMatchObject({ ab: 1, dup: 2, dupb: 0 });
    expect(of(6)).toMatchObject({ ab: 1, dup: 2, dupb: 1 });
    expect(of(2)).toMatchObject({ ab: -0.5, t_is: 1, t_sim: 1 });
  });

  it('take the values of class words from the model', () => {
    const worded = featuresOf(html, new Map([...[['article', 0.8] as const], ...[['body', 0.6] as const]]));
    expect(worded(3).w1).toBeCloseTo(0.7);
    expect(worded(3)).toMatchObject({ w0: -1, wmin: 0.6, wmax: 0.8, wamin: -1 });
  });

  it('describe the section that holds the block, and its place to the headline', () => {
    const post = (title: string, day: string) =>
      `<div class="post"><h2 class="t"><a href="/p">${title}</a></h2><p>${day}</p><p>${long}</p></div>`;
    const read = featuresOf(
      `<body>${post('The bridge', '20 November 2026')}${post('The mill', '18 November 2026')}</body>`,
    );
    expect(read(2)).toMatchObject({ hs_n: 0, h_like: 0, h_date: 1, h_level: 2, h_since: 2, tt_up: 1, sec_lv: 15 });
    expect(read(5)).toMatchObject({ hs_n: 1, h_like: 1, h_date: 1, hl_n: 1, hd_n: 2, tt_up: 2, sec_lv: 1 });
  });

  it('describe the links, pictures and notices around', () => {
    const read = featuresOf(
      `<body><h1>The bridge</h1><p>${long}</p><figure><img src="a.jpg"><figcaption>The quay.</figcaption></figure><p>© 2026 Gazette</p></body>`,
    );
    expect(read(2)).toMatchObject({ im_bef: 1, cp_aft: 1, au: -1, wl_box: 0 });
    expect(of(0)).toMatchObject({ wl_box: 1, cp_bef: 31, cp_aft: 31 });
  });

  it('that depend on names are all computed again where names are ignored', () => {
    const words = new Map([['comments', 0.1] as const, ['promo', 0.2] as const]);
    const named = html.replace('<main', '<main id="promo"').replaceAll('<p>', '<p class="related widget">');
    const page = measure(named);
    const rows = computeFeatureRows(page, [...page.tree.blocks.keys()], words);
    const unnamed = ignoreFurnitureNames(page, new Set(page.tree.elements));
    const updated = updateNameFeatures(unnamed, words, rows);
    expect(updated).toEqual(computeFeatureRows(unnamed, rows.blocks, words));
    expect(updated).not.toEqual(rows);
  });
});
