import { type MeasuredPage, measurePage } from '../../src/stages/extract/classifier/measured-page.ts';
import { withoutBlocks } from '../../src/stages/extract/page/page-tree.ts';

/** What the gold says of a page's blocks. */
export interface PageLabels {
  /** By block. */
  readonly isBody: readonly boolean[];
  /** Words, by block. */
  readonly words: readonly number[];
}

/** A page of the training, changed. */
export interface PageVariant {
  readonly page: MeasuredPage;
  readonly isBody: readonly boolean[];
  /** Words of the gold that are left. */
  readonly size: number;
}

/** An article of fewer words teaches little but noise. */
const fewestWords = 30;

/**
 * Variants of a labelled page: the article breaks off early (most of what goes wrong are short articles on pages full of other text, and few of the training
 * pages are such), or lacks its middle and the page some of its furniture. What is left keeps its labels.
 */
export function cutPages(page: MeasuredPage, labels: PageLabels, random: () => number): PageVariant[] {
  return [breakOff(labels, 0.1 + 0.4 * random()), thinOut(page, labels, 0.3 + 0.4 * random(), random)].flatMap(
    (isGone) => {
      const kept = labels.isBody.filter((_, at) => !isGone[at]);
      const size = sum(labels.words.filter((_, at) => labels.isBody[at] && !isGone[at]));
      if (size < fewestWords) return [];
      return [{ page: measurePage(withoutBlocks(page.tree, isGone), page.hints), isBody: kept, size }];
    },
  );
}

/** The article ends after a share of its words, and not before its first block does. */
function breakOff({ isBody, words }: PageLabels, share: number): boolean[] {
  const left = share * sum(words.filter((_, at) => isBody[at]));
  let kept = 0;
  return isBody.map((body, at) => {
    if (!body) return false;
    const isGone = kept > 0 && kept + (words[at] ?? 0) > left;
    if (!isGone) kept += words[at] ?? 0;
    return isGone;
  });
}

const furnitureGone = 0.35;

/** A run of the article's blocks goes, so that a share of its words stays; and a third of the runs of other blocks, the headline never. */
function thinOut(page: MeasuredPage, { isBody, words }: PageLabels, share: number, random: () => number): boolean[] {
  const body = [...isBody.keys()].filter((at) => isBody[at]);
  const isGone = isBody.map(() => false);
  let toGo = (1 - share) * sum(body.map((at) => words[at] ?? 0));
  for (const at of body.slice(Math.floor(random() * body.length * share))) {
    if (toGo <= 0) break;
    isGone[at] = true;
    toGo -= words[at] ?? 0;
  }
  for (let from = 0; from < isBody.length; ) {
    const to = from + 5 + Math.floor(random() * 30);
    if (random() < furnitureGone)
      for (let at = from; at < Math.min(to, isBody.length); at++) isGone[at] ||= !isBody[at] && at !== page.titleAt;
    from = to;
  }
  return isGone;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** Random numbers from 0 to 1 that are the same each time (mulberry32, Tommy Ettinger, public domain). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
