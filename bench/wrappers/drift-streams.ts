import type { PageProfile } from '../../src/model/wrapper/page-profile.ts';
import { stylePages } from '../../src/stages/extract/learning/learn-styles.ts';
import { learnWrapper } from '../../src/stages/extract/learning/learn-wrapper.ts';
import { knownShare } from '../../src/stages/extract/wrapper/decide-blocks.ts';
import { indexOf } from '../../src/stages/extract/wrapper/wrapper-index.ts';
import { driftRule, minKnown } from '../../src/stages/site-learning/learning-state.ts';
import { seededRandom } from '../../tools/train-extractor/cut-pages.ts';
import { cellsOf } from './cells.ts';
import { pagesOf } from './site-pages.ts';

/** Pages that a wrapper is learned from. */
const memory = 5;
/** Random orders of a year's pages. */
const orders = 24;
const ordersOfPairs = 4;

/** Prints how soon a wrapper of one year notices the pages of a later one, and how often it raises an alarm on its own year's. */
export function printDrift(folder: string): void {
  const cells = new Map(cellsOf(folder).map((cell) => [cell.name, pagesOf(cell, null).map(({ plain }) => plain)]));
  const noticedAt: (number | null)[] = [];
  const own: (number | null)[] = [];
  let seed = 0;
  for (const [name, pages] of cells) {
    const [site = '', year = ''] = name.split(' ');
    for (let order = 0; order < orders; order++) {
      const shuffledPages = shuffled(pages, seed++);
      const shareOf = shareBy(name, shuffledPages.slice(0, memory));
      own.push(alarmAt(shuffledPages.slice(memory).map(shareOf)));
      if (order >= ordersOfPairs) continue;
      for (const [other, later] of cells) {
        const [otherSite, otherYear = ''] = other.split(' ');
        if (otherSite === site && otherYear > year) noticedAt.push(alarmAt(shuffled(later, seed++).map(shareOf)));
      }
    }
  }
  const pagesUntil = noticedAt.filter((at) => at !== null).sort((a, b) => a - b);
  const alarms = own.filter((at) => at !== null).length;
  console.table({
    'later year': {
      streams: noticedAt.length,
      alarms: pagesUntil.length,
      'page, median': pagesUntil[pagesUntil.length >> 1],
      'page, last': pagesUntil.at(-1),
    },
    'same year': { streams: own.length, alarms },
  });
}

function shareBy(site: string, pages: readonly PageProfile[]): (page: PageProfile) => number {
  const wrapper = learnWrapper(site, pages);
  if (wrapper === null) throw new Error(`${site}: too few pages`);
  const index = indexOf(wrapper);
  return (page) => {
    const [styled] = stylePages([page], wrapper.names);
    return knownShare(
      page.blocks.map(({ words, score }, at) => ({ words, score, path: styled?.paths[at]?.three ?? '' })),
      index,
    );
  };
}

/** The page at which the rule of `learning-state.ts` raises an alarm, from 1; null: never. */
function alarmAt(shares: readonly number[]): number | null {
  const at = shares.findIndex(
    (_, last) =>
      shares.slice(Math.max(0, last + 1 - driftRule.pages), last + 1).filter((share) => share < minKnown).length >=
      driftRule.strange,
  );
  return at < 0 ? null : at + 1;
}

function shuffled<T>(items: readonly T[], seed: number): T[] {
  const random = seededRandom(seed);
  return items
    .map((item) => ({ item, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}
