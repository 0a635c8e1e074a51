import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measuredPage } from '../../../../tools/train-extractor/corpus-pages.ts';
import { seededRandom } from '../../../../tools/train-extractor/cut-pages.ts';
import { restylePage } from '../../../../tools/train-extractor/restyle-pages.ts';
import { articlePage, paragraphs, snapshot } from '../page.ts';

const page = snapshot(articlePage());
const { tree } = measuredPage(page);
const isBody = tree.blocks.map(({ text }) => paragraphs.includes(text));
const words = tree.blocks.map(({ text }) => text.split(' ').length);

describe('a training page in the markup of other years', () => {
  it('keeps its text, and the labels of the text', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const restyled = restylePage(page, { isBody, words }, seededRandom(seed));
        const texts = restyled.page.tree.blocks.map(({ text }) => text);
        expect(texts.filter((_, at) => restyled.isBody[at]).join(' ')).toBe(paragraphs.join(' '));
        expect(texts.join(' ')).toContain('Harbour bridge reopens after eleven months');
        expect(texts.join(' ')).not.toContain('my dog');
      }),
      { numRuns: 60 },
    );
  });

  it('differs from the page: in names, tags or lines', () => {
    const markups = new Set(
      Array.from({ length: 20 }, (_, seed) =>
        restylePage(page, { isBody, words }, seededRandom(seed))
          .page.tree.blocks.map(({ element }) => `${element.localName}.${element.className}`)
          .join(' '),
      ),
    );
    expect(markups.size).toBeGreaterThan(5);
  });

  it('refuses the labels of another page', () => {
    expect(() => restylePage(page, { isBody: [true], words: [1] }, seededRandom(1))).toThrow('labels of another page');
  });
});
