import { beforeAll, describe, expect, it } from 'vitest';
import { f1 } from '../score.ts';
import { writtenExtraction } from './measure-written.ts';
import { rendered, styledPages } from './rendered-pages.ts';
import { type WrittenPage, writtenPages } from './written-pages.ts';

/** By page and stylesheet: what is gained, or what must not be lost. */
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
/** No worse than without a browser: texts in several columns, by turns on both sides, from top to bottom, with headings in the margin, in a fixed box, in two sizes. */
const asStatic = [
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
  const wanted = styledPages(writtenPages()).filter(
    ({ page, style }) => names.has(`${page.name} in ${style}`) || asStatic.some((odd) => style === `odd/${odd}`),
  );
  pages = await rendered(wanted);
  scores = scoresOf(pages);
  before = scoresOf(wanted.map(({ page }, at) => ({ ...page, name: pages[at]?.name ?? '' })));
});

function scoresOf(read: readonly WrittenPage[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  writtenExtraction(read, (_, { name, article }) => found.set(name, article === null ? 0 : f1(article.body)));
  return found;
}

describe('the written layouts in a real browser', () => {
  it.each(Object.entries(floors))('%s: at least %d', (name, floor) => {
    expect(scores.get(name)).toBeGreaterThanOrEqual(floor);
  });

  it('show their headline where their head says nothing of it', () => {
    const titles = new Map<string, number>();
    writtenExtraction(pages, (_, { name, article }) => titles.set(name, article?.title ?? 0));
    expect([...titles.values()].every((title) => title === 1)).toBe(true);
    expect(titles.has('wrong-graph/orgelbauer in wrong-graph')).toBe(true);
  });

  it('are read no worse than without a browser', () => {
    expect(scores.size).toBeGreaterThan(15);
    for (const [name, score] of scores) expect([name, score >= (before.get(name) ?? 1) - 0.005]).toEqual([name, true]);
  });
});
