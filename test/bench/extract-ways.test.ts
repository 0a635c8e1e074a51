import { describe, expect, it } from 'vitest';
import { benchPages, own, picked } from '../../bench/extract/bench-pages.ts';
import { blockText } from '../../bench/extract/block-text.ts';
import type { Way } from '../../bench/extract/way.ts';

const page = benchPages(own, null).find(({ id }) => id === 'broadsheet/orgelbauer');

// A peer that reads nothing because it was asked wrongly would look quick and bad.
describe('the extractors of the bench', () => {
  it.each(['newshawk', 'readability-jsdom', 'readability-linkedom', 'defuddle'])(
    '%s reads an easy page',
    async (name) => {
      if (page === undefined)
        throw new Error('plan.ts has no broadsheet/orgelbauer any more: name another page with <article> here');
      const { way } = (await import(`../../bench/extract/ways/${name}.ts`)) as { way: Way };
      const found = (await way(page))();
      expect(found.title).toContain('Der Mann, der auf den Ton wartet');
      expect(found.body.split('\n')).toContain('Der Marder überlebte und zog um. Die Bälge nicht.');
    },
  );
});

describe('the text of their HTML', () => {
  it('breaks lines at blocks only, and folds spaces', () => {
    expect(blockText('<div><p>One <b>bold</b>\n word</p><p>two<br>three</p><ul><li>four</li></ul></div>')).toBe(
      'One bold word\ntwo\nthree\nfour',
    );
    expect(blockText('')).toBe('');
  });
});

describe('picking pages', () => {
  it('takes them evenly, the same ones each time', () => {
    expect(picked([...'abcdefghij'], 3)).toEqual(['a', 'd', 'g']);
    expect(picked([...'abc'], 5)).toEqual(['a', 'b', 'c']);
    expect(picked([...'abc'], null)).toEqual(['a', 'b', 'c']);
  });
});
