import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldSpelling } from '../../src/text/fold-spelling.ts';
import { contentWords, innerWords, joinWords, units, words } from '../../src/text/tokenize.ts';

describe('fold', () => {
  it('gives one spelling to width, case, apostrophes and traditional characters', () => {
    expect(foldSpelling('ＡＢＣ　１２３')).toBe('abc 123');
    expect(foldSpelling('Don’t STRASSE Straße')).toBe("don't strasse strasse");
    expect(foldSpelling('STRAẞE')).toBe('strasse');
    expect(foldSpelling('中國經濟報導')).toBe('中国经济报导');
    expect(foldSpelling('co\u00adoperate\u200b')).toBe('cooperate');
  });

  it('folds ASCII text in one pass as it does in all', () => {
    // the zero-width space is dropped, and is not ASCII
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), (text) => foldSpelling(text) === foldSpelling(`${text}\u200b`)),
    );
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => foldSpelling(foldSpelling(text)) === foldSpelling(text)),
    );
  });
});

describe('units', () => {
  it('ends letters where a script without spaces begins', () => {
    expect(units('NBA球星 5G手机')).toEqual(['nba', '球', '星', '5', 'g', '手', '机']);
    expect(units('がん治療のデータをAI分析')).toEqual(['がん', '治', '疗', 'の', 'データ', 'を', 'ai', '分', '析']);
  });

  it('takes a Chinese character, a word or a number for one piece', () => {
    expect(units('沪指涨1.5%，Don’t panic: 3,050.12!')).toEqual([
      '沪',
      '指',
      '涨',
      '1.5',
      "don't",
      'panic',
      '3,050.12',
    ]);
  });
});

describe('words', () => {
  it('segments English, Chinese within English, and Japanese', () => {
    expect(words("The bank's 3.5% rate", 'en')).toEqual(['the', 'bank', '3.5', 'rate']);
    expect(words('OpenAI 发布人工智能模型', null)).toEqual(['openai', '发布', '人工智能', '模型']);
    expect(words('東京で地震', null)).toEqual(words('東京で地震', 'ja'));
    expect(words('東京で地震', null)).toContain('で');
  });

  it('are those of the segmenter, also where a plain text does not need it', () => {
    const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
    const segmented = (text: string) =>
      [...segmenter.segment(foldSpelling(text))]
        .filter(({ isWordLike }) => isWordLike)
        .map(({ segment }) => segment.replace(/'s$/, ''));
    // every character below U+2150 by itself and between letters and digits, among them those that make a text not plain
    for (let code = 0; code < 0x2150; code++) {
      const character = String.fromCharCode(code);
      const text = `${character} a${character}b 1${character}2 a${character}1 ${character}${character} _${character}_`;
      expect({ code, words: words(text, 'en') }).toEqual({ code, words: segmented(text) });
    }
    const character = fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(..."aé1.,;:'_ -“”–…") },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 0x24f }).map((code) => String.fromCharCode(code)) },
    );
    fc.assert(
      fc.property(fc.string({ unit: character }), (text) => {
        expect(words(text, 'en')).toEqual(segmented(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it('drops stop words of the language', () => {
    expect(contentWords('The ferry and the harbour', 'en')).toEqual(['ferry', 'harbour']);
    expect(contentWords('Die Fähre und der Hafen', 'de')).toEqual(['fähre', 'hafen']);
    expect(contentWords('这个港口的渡轮', 'zh')).toEqual(['港口', '渡轮']);
  });

  it('finds the words in a longer Chinese one, and joins neighbours without a space', () => {
    expect(innerWords('中国人民银行')).toContain('银行');
    expect(innerWords('bank')).toEqual([]);
    expect([joinWords('机器', '学习'), joinWords('climate', 'change')]).toEqual(['机器学习', 'climate change']);
  });
});
