import { describe, expect, it } from 'vitest';
import { blocksToJudge } from '../../../../src/stages/extract/classifier/judge-blocks.ts';
import { measurePage } from '../../../../src/stages/extract/classifier/measured-page.ts';
import { readPageTree } from '../../../../src/stages/extract/page/page-tree.ts';
import { parsePage } from '../../../../src/stages/extract/page/parse.ts';

const long = 'A sentence of the story that is long enough, with a comma, to count as text of its own. And another one.';
const link = (text: string) => `<li><a href="/x">${text}</a></li>`;

function judgedIn(html: string): string[] {
  const tree = readPageTree(parsePage(html).document.documentElement);
  const page = measurePage(tree, {
    title: '',
    titleBlock: null,
    bodies: [],
    description: '',
    authors: [],
    headTitles: [],
  });
  return blocksToJudge(page).map((at) => tree.blocks[at]?.text ?? '');
}

describe('the blocks that the model looks at', () => {
  it('are all but the links that have no long text near them', () => {
    const menu = ['Home', 'World', 'Sport', 'Arts', 'Food', 'Travel', 'Money'].map(link).join('');
    expect(judgedIn(`<ul>${menu}</ul><p>Friday</p><p>${long}</p>`)).toEqual([
      'Arts',
      'Food',
      'Travel',
      'Money',
      'Friday',
      long,
    ]);
    expect(judgedIn(`<p>${long}</p><p>Friday</p><ul>${menu}</ul>`)).toEqual([
      long,
      'Friday',
      'Home',
      'World',
      'Sport',
      'Arts',
    ]);
  });

  it('hold a short line without a link wherever it stands', () => {
    expect(judgedIn(`<p>${long}</p>${'<p>line</p>'.repeat(9)}`)).toHaveLength(10);
  });

  it('are all blocks where a page is nothing but links', () => {
    expect(
      judgedIn(`<ul>${['one', 'two', 'three', 'four', 'five', 'six', 'seven'].map(link).join('')}</ul>`),
    ).toHaveLength(7);
  });
});
