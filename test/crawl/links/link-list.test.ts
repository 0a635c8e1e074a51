import { describe, expect, it } from 'vitest';
import { polledLinks } from '../../../src/crawl/links/link-list.ts';
import { link } from '../../support/readings.ts';

const list = 'https://diary.example/blog/';
const entries = ['a', 'b', 'c'].map((name) => link(`${list}${name}/`));

describe('polledLinks', () => {
  it('has the further pages of a list, whose pager is a menu, and no other link of menus', () => {
    const menus = ['?page=2', '?page=3', 'tag/rivers/', ''].map((path) =>
      link(`${list}${path}`, { region: 'navigation', anchorText: path.slice(-1) }),
    );
    const urls = polledLinks(list, [...menus, ...entries, ...menus]).map(({ url }) => url);
    expect(urls).toEqual([...entries.map(({ url }) => url), `${list}?page=2`, `${list}?page=3`]);
  });

  it('knows a pager by its angle brackets, where the pages have numbered names', () => {
    const home = 'https://diary.example/';
    const pager = [
      ['index2.html', '⟩'],
      ['index5.html', '⟫'],
      ['index9.html', 'A story'],
    ].map(([path, anchorText]) => link(`${home}${path}`, { region: 'navigation', anchorText: anchorText ?? '' }));
    expect(polledLinks(home, [...entries, ...pager]).slice(entries.length)).toEqual(pager.slice(0, 2));
  });
});
