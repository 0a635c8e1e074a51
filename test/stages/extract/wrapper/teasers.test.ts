import { describe, expect, it } from 'vitest';
import type { LearnedStyle, LearnedWrapper } from '../../../../src/model/wrapper/learned-wrapper.ts';
import { decideBlocks, type ScoredBlock } from '../../../../src/stages/extract/wrapper/decide-blocks.ts';
import { indexOf } from '../../../../src/stages/extract/wrapper/wrapper-index.ts';

const path = 'p<li<ul';
const style: LearnedStyle = {
  detail: 'three',
  path,
  removed: false,
  score: 0.9,
  pages: 8,
  corrected: null,
  words: 30,
  variety: 1,
};
const wrapperOf = (learned: LearnedStyle, correctedPages = 0): LearnedWrapper => ({
  shape: 1,
  site: 'gazette.example',
  pages: 8,
  correctedPages,
  formats: {},
  names: null,
  styles: [learned],
  recurring: [],
  expressions: [],
  fields: {},
});
const block = (isTeaser: boolean): ScoredBlock => ({
  paths: { two: 'p<li', three: path, full: 'p<li<ul<main' },
  words: 30,
  score: 0.4,
  isRemoved: false,
  isTeaser,
  text: 'The lead of a story.',
  code: () => '',
});
const keeps = (isTeaser: boolean, wrapper: LearnedWrapper): boolean | undefined =>
  decideBlocks([block(isTeaser)], indexOf(wrapper)).blocks[0]?.keep;

describe('a learned wrapper', () => {
  it('adds text of a style that usually holds text, but no teaser of another article', () => {
    expect(keeps(false, wrapperOf(style))).toBe(true);
    expect(keeps(true, wrapperOf(style))).toBe(false);
  });

  it('adds a teaser that a corrected page has in its text', () => {
    expect(keeps(true, wrapperOf({ ...style, corrected: { score: 1, pages: 2 } }, 2))).toBe(true);
  });
});
