import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchesSearch, readSearch, type SearchQuery, searchedFields } from '../../src/text/search-query.ts';
import { searchSnippet } from '../../src/text/search-snippet.ts';
import { foldForSearch, indexedText, searchUnits } from '../../src/text/search-terms.ts';

function queryOf(q: string): SearchQuery {
  const read = readSearch(q);
  if ('problem' in read) throw new Error(`${q}: ${read.problem}`);
  return read.query;
}
const phrase = (...units: string[]) => ({ units, isPrefix: false });

describe('a search', () => {
  it('is read as words, phrases, beginnings and exclusions', () => {
    expect(queryOf('Wind "North  Sea" elect* -Storm -"dry land" -rain*')).toEqual({
      all: [phrase('wind'), phrase('north', 'sea'), { units: ['elect'], isPrefix: true }],
      none: [phrase('storm'), phrase('dry', 'land'), { units: ['rain'], isPrefix: true }],
    });
    expect(queryOf('co-op')).toEqual({ all: [phrase('co', 'op')], none: [] });
    expect(queryOf('中国银行')).toEqual({ all: [phrase('中', '国', '银', '行')], none: [] });
    expect(queryOf('"to be*')).toEqual({ all: [phrase('to', 'be')], none: [] });
    expect(queryOf('国*')).toEqual({ all: [{ units: ['国'], isPrefix: true }], none: [] });
  });

  it.each([
    ['', /no letter and no digit/],
    ['-- "" *', /no letter and no digit/],
    ['-storm', /only excludes/],
    ['a*', /"a\*" is too short/],
    ['x '.repeat(51), /more than 50 words/],
    ['中'.repeat(51), /more than 50 words/],
  ])('that looks for nothing says why: %s', (q, problem) => {
    expect(readSearch(q)).toEqual({ problem: expect.stringMatching(problem) });
  });

  it('folds case, accents, width and Chinese characters', () => {
    for (const [a, b] of [
      ['ZÜRICH', 'Zurich'],
      ['Straße', 'STRASSE'],
      ['Łódź', 'lodz'],
      ['Ångström', 'angstrom'],
      ['臺灣', '台湾'],
      ['Ｎｅｗｓ', 'news'],
      ['ё', 'е'],
      ['Ελλάς', 'ελλασ'],
      ['한국', '한국'.normalize('NFD')],
    ] as const)
      expect(foldForSearch(a)).toBe(foldForSearch(b));
  });

  it('of any text is read or refused, and finds the text that it was taken from', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
        const read = readSearch(`"${text.replaceAll('"', ' ')}"`);
        if ('problem' in read) {
          if (searchUnits(text).length > 0) expect(read.problem).toMatch(/more than/);
        } else expect(matchesSearch(read.query, searchedFields({ title: '', body: `x ${text} y` }))).toBe(true);
        const split = indexedText(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
        expect(split).toEqual(searchUnits(text));
      }),
    );
  });
});

describe('a snippet', () => {
  const marked = (q: string, text: string) => {
    const { text: shown, marks } = searchSnippet(queryOf(q), text);
    return { shown, words: marks.map(([from, to]) => shown.slice(from, to)) };
  };

  it('shows the first found words in their place', () => {
    const text = `${'Many words come before it. '.repeat(20)}The Zürich\n\n storm hit the coast. ${'More follow. '.repeat(50)}`;
    const { shown, words } = marked('zurich "hit the" coast', text);
    expect(words).toEqual(['Zürich', 'hit the', 'coast']);
    expect(shown).toMatch(/^…[A-Z\w]/);
    expect(shown).toContain('The Zürich storm hit the coast.');
    expect(shown.length).toBeLessThan(250);
  });

  it('shows the beginning where only the title has the words', () => {
    expect(marked('zurich', 'A short text.')).toEqual({ shown: 'A short text.', words: [] });
    expect(marked('zurich', '')).toEqual({ shown: '', words: [] });
  });

  it('marks Chinese words, and beginnings of words', () => {
    expect(marked('银行 加息', '中国人民银行宣布加息。').words).toEqual(['银行', '加息']);
    expect(marked('elect*', 'Elections elected re-elect').words).toEqual(['Elections', 'elected', 'elect']);
  });

  it('has its marks within any text, ascending', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 600 }), (text) => {
        const { text: shown, marks } = searchSnippet(
          { all: [phrase('a'), phrase('b')], none: [] },
          `${text} a b ${text}`,
        );
        let end = 0;
        for (const [from, to] of marks) {
          expect(from).toBeGreaterThanOrEqual(end);
          end = to;
        }
        expect(end).toBeLessThanOrEqual(shown.length);
      }),
    );
  });
});
