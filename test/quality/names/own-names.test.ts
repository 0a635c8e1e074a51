import { describe, expect, it } from 'vitest';
import { siteFor } from '../../../src/pipeline/load/load-scrapers.ts';
import { extract } from '../../../src/stages/extract/extract.ts';
import { meanScores, scoreArticle } from '../layouts/measure-written.ts';
import { type WrittenGold, type WrittenPage, writtenPages } from '../layouts/written-pages.ts';
import type { MatchCounts } from '../score.ts';
import { type ArticleBoxes, articleBoxesOf, placements, withClass } from './named-boxes.ts';
import { ruleNames } from './vocabulary.ts';

interface Trial {
  readonly page: WrittenPage;
  readonly gold: WrittenGold;
  readonly boxes: ArticleBoxes;
}

/** Articles with boxes for their lines. Others have their text in script data, in table cells or between line breaks. */
const trials = writtenPages().flatMap((page): Trial[] => {
  const { gold } = page;
  const boxes = gold === null ? null : articleBoxesOf(page.snapshot.html, gold.body);
  return gold === null || boxes === null || boxes.lines.length < 2 ? [] : [{ page, gold, boxes }];
});

function hitsOf({ page, gold }: Trial, html: string): MatchCounts {
  const { draft } = extract({ ...page.snapshot, html }, siteFor([], page.snapshot.site));
  return scoreArticle(draft === null ? null : { ...draft, date: null }, gold).body;
}

const baseline = meanScores(trials.map((trial) => hitsOf(trial, trial.boxes.html))).f1;

/** A hash of the words: the choice of placements is the same in each run. */
const hashOf = (words: string): number =>
  [...words].reduce((hash, char) => Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16_777_619) >>> 0, 2_166_136_261);

/** Body F1 with a class name on the articles' boxes. The placement changes from page to page. */
const scoreWithName = (name: string): number =>
  meanScores(
    trials.map((trial, at) => {
      const placement = placements[(hashOf(name) + at) % placements.length] ?? 'each';
      return hitsOf(trial, withClass(trial.boxes, placement, name));
    }),
  ).f1;

const pairs = ruleNames.map((name) => {
  const other = ruleNames[hashOf(`pair of ${name}`) % ruleNames.length] ?? '';
  return `${name} ${other}`;
});
const sampledPairs = pairs.filter((pair) => hashOf(pair) % 3 === 0);

describe("boilerplate class names on an article's boxes", () => {
  it('are tested on most generated pages, with every name of the rules', () => {
    expect(trials.length).toBeGreaterThan(70);
    expect(ruleNames).toEqual(expect.arrayContaining(['paywall', 'newsletter', 'comments', 'cookie', 'related']));
    expect(sampledPairs.length).toBeGreaterThan(4);
  });

  it.each([...ruleNames, ...sampledPairs])('keep the text: %s', (name) => {
    expect(baseline - scoreWithName(name)).toBeLessThan(0.01);
  });
});
