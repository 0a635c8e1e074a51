import { describe, expect, it } from 'vitest';
import { cjkIn, foldSpace } from '../../../../src/stages/extract/page/blocks.ts';

/** Every character of the basic plane but halves of pairs. */
const characters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(
  (char) => !/[\ud800-\udfff]/.test(char),
);

describe('foldSpace', () => {
  it('makes a single space of what is white space to a regular expression, and of the space of no width', () => {
    const spaces = characters.filter((char) => foldSpace(`a${char}b`) === 'a b');
    expect(spaces).toEqual(characters.filter((char) => /[\s\u200b]/.test(char)));
  });

  it.each([
    ['', ''],
    [' \n\t', ''],
    ['a b', 'a b'],
    ['  a \u200b\u200b b\n', 'a b'],
    ['\u200ba\u00a0b\u200b', 'a b'],
    ['a  b c', 'a b c'],
    ['中文　中文', '中文 中文'],
  ])('%j is %j', (text, folded) => {
    expect(foldSpace(text)).toBe(folded);
  });
});

describe('cjkIn', () => {
  it('counts kana, Han and Hangul', () => {
    const counted = characters.filter((char) => cjkIn(char) === 1);
    expect(counted).toEqual(
      characters.filter((char) => /[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]/.test(char)),
    );
    expect(cjkIn('Tokyo 東京 とうきょう')).toBe(7);
  });
});
