import { beforeAll, describe, expect, it } from 'vitest';
import { f1 } from '../score.ts';
import { measureWrittenExtraction } from './measure-written.ts';
import { renderPages, styledPages } from './rendered-pages.ts';
import { type WrittenPage, writtenPages } from './written-pages.ts';

/** Minimum body F1 by page and stylesheet. */
const floors: Readonly<Record<string, number>> = {
  'hashed-modules/kamisuki in hashed-modules': 0.98,
  'interview/imkerin-interview in interview': 0.99,
  'interview/touzai-taidan in odd/interview.rtl': 0.99,
  'recipe/plum-cake in recipe': 0.98,
  'opinion/library-opinion in opinion': 0.99,
  'twins/tsuribashi in twins': 0.99,
  'data-story/bus-data in odd/data-story.scaled': 0.99,
  'wordpress/seed-bank in odd/wordpress.reversed': 0.98,
  'comment-heavy/otter-short in comment-heavy': 0.99,
  'wrong-graph/orgelbauer in wrong-graph': 0.9,
  'gallery/kiln-gallery in gallery': 0.9,
};
/** Stylesheets with unusual layouts: columns, alternating sides, vertical text, headings in the margin, a fixed box, two font sizes. */
const unusualStyles = [
  'drupal-government.columns',
  'page-builder.staggered',
  'comment-heavy.vertical',
  'opinion.hanging',
  'opinion.app',
  'regional.two-sizes',
];

let pages: readonly WrittenPage[];
let scores: ReadonlyMap<string, number>;
let before: ReadonlyMap<string, number>;

beforeAll(async () => {
  const names = new Set(Object.keys(floors));
  const selected = styledPages(writtenPages()).filter(
    ({ page, style }) => names.has(`${page.name} in ${style}`) || unusualStyles.some((name) => style === `odd/${name}`),
  );
  pages = await renderPages(selected);
  scores = scoresOf(pages);
  before = scoresOf(selected.map(({ page }, at) => ({ ...page, name: pages[at]?.name ?? '' })));
});

function scoresOf(read: readonly WrittenPage[]): ReadonlyMap<string, number> {
  const f1ByName = new Map<string, number>();
  measureWrittenExtraction(read, (_, { name, article }) => f1ByName.set(name, article === null ? 0 : f1(article.body)));
  return f1ByName;
}

describe('the written layouts in a real browser', () => {
  it.each(Object.entries(floors))('%s: at least %d', (name, floor) => {
    expect(scores.get(name)).toBeGreaterThanOrEqual(floor);
  });

  it('show the headline also if it is not in the head', () => {
    const titles = new Map<string, number>();
    measureWrittenExtraction(pages, (_, { name, article }) => titles.set(name, article?.title ?? 0));
    expect([...titles.values()].every((title) => title === 1)).toBe(true);
    expect(titles.has('wrong-graph/orgelbauer in wrong-graph')).toBe(true);
  });

  it('score at least as well as without a browser', () => {
    expect(scores.size).toBeGreaterThan(15);
    for (const [name, score] of scores) {
      const loss = (before.get(name) ?? 1) - score;
      expect(loss, name).toBeLessThan(0.005);
    }
  });
});
