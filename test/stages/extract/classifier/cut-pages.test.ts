import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measurePage } from '../../../../src/stages/extract/classifier/measured-page.ts';
import { readPageTree } from '../../../../src/stages/extract/page/page-tree.ts';
import { parsePage } from '../../../../src/stages/extract/page/parse.ts';
import { cutPages, seededRandom } from '../../../../tools/train-extractor/cut-pages.ts';

const paragraphs = Array.from(
  { length: 12 },
  (_, at) => `Sentence ${at} of the story, which says one thing and another.`,
);
const html = `<h1>The bridge</h1>${'<nav>menu</nav>'.repeat(9)}${paragraphs.map((text) => `<p>${text}</p>`).join('')}<footer>all of it</footer>`;

function labelledPage() {
  const tree = readPageTree(parsePage(html).document.documentElement);
  const titleBlock = tree.blocks[0] ?? null;
  const page = measurePage(tree, {
    title: 'The bridge',
    titleBlock,
    bodies: [],
    description: '',
    authors: [],
    headTitles: [],
  });
  const isBody = tree.blocks.map(({ text }) => text.startsWith('Sentence'));
  return { page, labels: { isBody, words: tree.blocks.map(({ text }) => text.split(' ').length) } };
}

describe('variants of a training page', () => {
  it('have a shorter article, the same labels, and always the headline', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const { page, labels } = labelledPage();
        const variants = cutPages(page, labels, seededRandom(seed));
        expect(variants.length).toBeGreaterThan(0);
        for (const { page: cut, isBody, size } of variants) {
          const texts = cut.tree.blocks.map(({ text }) => text);
          expect(texts.filter((_, at) => isBody[at])).toEqual(texts.filter((text) => text.startsWith('Sentence')));
          expect(texts[0]).toBe('The bridge');
          expect(size).toBe(
            texts
              .filter((_, at) => isBody[at])
              .join(' ')
              .split(' ').length,
          );
          expect(isBody.filter(Boolean).length).toBeLessThan(paragraphs.length);
        }
      }),
    );
  });

  it('break off at the end, or lose a run from the middle', () => {
    const { page, labels } = labelledPage();
    const [brokenOff] = cutPages(page, labels, seededRandom(1));
    const left = brokenOff?.page.tree.blocks.filter((_, at) => brokenOff.isBody[at]).map(({ text }) => text) ?? [];
    expect(left).toEqual(paragraphs.slice(0, left.length));
    expect(brokenOff?.page.tree.blocks.at(-1)?.text).toBe('all of it');
  });

  it('are the same for the same seed', () => {
    const { page, labels } = labelledPage();
    const texts = () =>
      cutPages(page, labels, seededRandom(5)).map((cut) => cut.page.tree.blocks.map(({ text }) => text));
    expect(texts()).toEqual(texts());
  });
});
