import { describe, expect, it } from 'vitest';
import { cutBlocks, readPageTree } from '../../../../src/stages/extract/page/page-tree.ts';
import { parsePage } from '../../../../src/stages/extract/page/parse.ts';
import { pruneTo } from '../../../../src/stages/extract/text/prune.ts';

/** What is left of a page when the blocks whose text begins with "+" are kept. */
function kept(body: string): string {
  const { document } = parsePage(`<body>${body}</body>`);
  const { blocks } = readPageTree(document.documentElement);
  return pruneTo(
    document,
    blocks.filter(({ text }) => text.startsWith('+')),
  ).innerHTML;
}

describe('pruneTo', () => {
  it('keeps the text with its marks, and removes everything else', () => {
    expect(kept('<p>menu</p><div><p>+one <b>bold</b></p><p>no</p><ul><li>+two</li></ul></div>')).toBe(
      '<div><p>+one <b>bold</b></p><ul><li>+two</li></ul></div>',
    );
  });

  it('keeps the pictures between, with their captions, and drops those of teasers', () => {
    const figure = '<figure><img src="a.jpg"><figcaption>what it shows</figcaption></figure>';
    const teaser = '<div><img src="b.jpg"><p>another story</p></div>';
    expect(kept(`<div><p>+one</p>${figure}${teaser}<p>+two</p></div>`)).toBe(
      `<div><p>+one</p>${figure}<p>+two</p></div>`,
    );
  });

  it('turns a table that only lays out into boxes, and leaves one of data alone', () => {
    const data = '<table><tbody><tr><td>+a</td><td>+1</td></tr></tbody></table>';
    expect(kept(`<p>+x</p>${data}`)).toBe(`<p>+x</p>${data}`);
    expect(kept('<table><tr><td>menu</td><td><p>+x</p><p>+y</p></td></tr></table>')).not.toContain('<t');
  });

  it('gives the blocks that it was given', () => {
    const { document } = parsePage('<body>+a<br>+b<p>c<span>d</span></p>+e</body>');
    const { blocks } = readPageTree(document.documentElement);
    const body = pruneTo(
      document,
      blocks.filter(({ text }) => text.startsWith('+')),
    );
    expect(cutBlocks(body).map(({ text }) => text)).toEqual(['+a', '+b', '+e']);
  });
});
