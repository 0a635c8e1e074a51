import { describe, expect, it } from 'vitest';
import { siteFor } from '../../../src/pipeline/load/load-scrapers.ts';
import { extract } from '../../../src/stages/extract/extract.ts';
import { articleScore, bodyScores } from '../layouts/measure-written.ts';
import { type WrittenGold, type WrittenPage, writtenPages } from '../layouts/written-pages.ts';
import type { Hits } from '../score.ts';
import { type OwnBoxes, ownBoxesOf, placements, withClass } from './named-boxes.ts';
import { ruleNames } from './vocabulary.ts';

interface Trial {
  readonly page: WrittenPage;
  readonly gold: WrittenGold;
  readonly own: OwnBoxes;
}

/** Articles whose own boxes can be named: the text of some stands in data, in table cells or between line breaks. */
const trials = writtenPages().flatMap((page): Trial[] => {
  const { gold } = page;
  const own = gold === null ? null : ownBoxesOf(page.snapshot.html, gold.body);
  return gold === null || own === null || own.lines.length < 2 ? [] : [{ page, gold, own }];
});

function hitsOf({ page, gold }: Trial, html: string): Hits {
  const { draft } = extract({ ...page.snapshot, html }, siteFor([], page.snapshot.site));
  return articleScore(draft === null ? null : { ...draft, date: null }, gold).body;
}

const plain = bodyScores(trials.map((trial) => hitsOf(trial, trial.own.html))).f1;

/** A number that is the same for the same words: the trial is chosen by it, and the same every time. */
const seeded = (words: string): number =>
  [...words].reduce((hash, sign) => Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 16_777_619) >>> 0, 2_166_136_261);

/** Body F1 with a name on the pages' own boxes: each page has it at one placement, which goes round. */
const withName = (name: string): number =>
  bodyScores(
    trials.map((trial, at) => {
      const placement = placements[(seeded(name) + at) % placements.length] ?? 'each';
      return hitsOf(trial, withClass(trial.own, placement, name));
    }),
  ).f1;

const pairs = ruleNames.map((name) => {
  const other = ruleNames[seeded(`pair of ${name}`) % ruleNames.length] ?? '';
  return `${name} ${other}`;
});
const sampledPairs = pairs.filter((pair) => seeded(pair) % 3 === 0);

describe("names of furniture on an article's own boxes", () => {
  it('are tried on most written pages, with every name of the rules', () => {
    expect(trials.length).toBeGreaterThan(70);
    expect(ruleNames).toEqual(expect.arrayContaining(['paywall', 'newsletter', 'comments', 'cookie', 'related']));
    expect(sampledPairs.length).toBeGreaterThan(4);
  });

  it.each([...ruleNames, ...sampledPairs])('lose nothing of the text: %s', (name) => {
    expect(plain - withName(name)).toBeLessThan(0.01);
  });
});
