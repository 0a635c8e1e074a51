import type { Element } from '../dom/tree.ts';
import type { PageTree } from '../page/page-tree.ts';
import { allRulesOn, type RulesOff } from '../rules-off.ts';
import { findArticleBoxes, findSuspiciousBoxes } from './article-boxes.ts';
import type { BlockModel } from './block-model.ts';
import { chooseCutOff } from './cut-off.ts';
import {
  computeFeatureRows,
  type FeatureRows,
  featureDescriptions,
  featureNames,
  updateNameFeatures,
} from './feature-table.ts';
import { featureContributions, predictProbability } from './forest.ts';
import { gapsToMarked } from './gaps.ts';
import { ignoreFurnitureNames, type MeasuredPage, measurePage } from './measured-page.ts';
import { asideTags, type BlockMeasures, type PageHints } from './measures.ts';

/** The model's predictions for the blocks of a page. */
export interface BlockVerdict {
  /** The page as the model measured it. */
  readonly page: MeasuredPage;
  /** By block: the probability that it is text of the article. */
  readonly probabilities: readonly number[];
  readonly isBody: readonly boolean[];
  /** No block is probable: the chosen ones are the most likely of the furniture. */
  readonly isGuess: boolean;
  /** Latin letters of the blocks above the model's threshold; the chosen blocks may have more. */
  readonly sureLength: number;
  /** Elements that hold the article although they have furniture names. */
  readonly articleBoxes: ReadonlySet<Element>;
  /** Describes the features that contribute most to a block's score. */
  reasons(block: number): string;
}

/** If no probability reaches this, the page has only furniture. */
const minBestProbability = 0.25;
const shownReasons = 4;

export function judgeBlocks(
  tree: PageTree,
  hints: PageHints,
  model: BlockModel,
  off: RulesOff = allRulesOn,
): BlockVerdict {
  const { page, rows, probabilities, articleBoxes } = readPage(tree, hints, model, off);
  const best = probabilities.reduce((max, probability) => Math.max(max, probability), 0);
  const lengths = tree.blocks.map(({ length }) => length);
  const eligible = withoutAsides(tree, probabilities, model.threshold);
  const chosenCutOff = chooseCutOff(eligible, lengths, model.threshold);
  const isDoubtful = chosenCutOff !== model.threshold;
  const cutOff = isDoubtful && off.has('model/doubtful-cut-off') ? model.threshold : chosenCutOff;
  return {
    page,
    probabilities,
    isBody: eligible.map((probability) => probability > 0 && probability >= cutOff),
    isGuess: best < minBestProbability,
    sureLength: lengths.reduce(
      (sum, length, at) => sum + ((probabilities[at] ?? 0) >= model.threshold ? length : 0),
      0,
    ),
    articleBoxes,
    reasons: (block) => {
      const row = rows.blocks.indexOf(block);
      return row < 0 ? 'a link with no long text near it' : reasonsOf(model, rows.values, row * featureNames.length);
    },
  };
}

/** The probabilities, 0 where a block below the threshold is in an element that is not the text by its meaning; unchanged where the page has no other block. */
function withoutAsides(
  { blocks, tags, parents }: PageTree,
  probabilities: readonly number[],
  threshold: number,
): readonly number[] {
  const isAside: boolean[] = [];
  // parents come before their children
  for (const [at, tag] of tags.entries()) isAside[at] = asideTags.has(tag) || isAside[parents[at] ?? -1] === true;
  const eligible = probabilities.map((probability, at) =>
    probability < threshold && isAside[blocks[at]?.node ?? 0] ? 0 : probability,
  );
  return eligible.some((probability) => probability > 0) ? eligible : probabilities;
}

interface PageReading {
  readonly page: MeasuredPage;
  readonly rows: FeatureRows;
  /** By block; blocks that the model does not judge have 0. */
  readonly probabilities: readonly number[];
  readonly articleBoxes: ReadonlySet<Element>;
}

/** Measures a page. Names of furniture on elements that hold the article are ignored: to find these, the blocks in such elements are judged without the names first. */
function readPage(tree: PageTree, hints: PageHints, model: BlockModel, off: RulesOff): PageReading {
  const page = measurePage(tree, hints);
  const rows = computeFeatureRows(page, blocksToJudge(page), model.words);
  const probabilities = predict(rows, model, page.count);
  const named = { page, rows, probabilities, articleBoxes: new Set<Element>() };
  const suspicious = findSuspiciousBoxes(tree);
  if (suspicious.size === 0 || off.has('model/article-boxes')) return named;
  const unnamed = ignoreFurnitureNames(page, suspicious);
  const isInside = blocksIn(tree, suspicious);
  const insideRows = updateNameFeatures(unnamed, model.words, rows, (block) => isInside[block] === true);
  const withoutNames = predict(insideRows, model, page.count, probabilities);
  const articleBoxes = findArticleBoxes(tree, suspicious, withoutNames);
  if (articleBoxes.size === 0) return named;
  const corrected = ignoreFurnitureNames(page, articleBoxes);
  const correctedRows = updateNameFeatures(corrected, model.words, rows);
  return {
    page: corrected,
    rows: correctedRows,
    probabilities: predict(correctedRows, model, page.count),
    articleBoxes,
  };
}

/** By block: it is in one of the elements. */
function blocksIn({ elements, starts, ends, blocks }: PageTree, around: ReadonlySet<Element>): boolean[] {
  const isInside = blocks.map(() => false);
  for (const [at, element] of elements.entries()) if (around.has(element)) isInside.fill(true, starts[at], ends[at]);
  return isInside;
}

/** Returns the probability of each block of a page. @param others the probabilities of blocks without a row */
function predict(
  { blocks, values }: FeatureRows,
  { forest }: BlockModel,
  count: number,
  others: readonly number[] = new Array<number>(count).fill(0),
): number[] {
  const probabilities = [...others];
  for (const [row, block] of blocks.entries())
    probabilities[block] = predictProbability(forest, values, row * featureNames.length);
  return probabilities;
}

function reasonsOf({ forest }: BlockModel, rows: Float64Array, from: number): string {
  return [...featureContributions(forest, rows, from)]
    .sort(([, a], [, b]) => Math.abs(b) - Math.abs(a))
    .slice(0, shownReasons)
    .map(([feature, added]) => {
      const name = featureNames[feature] ?? '';
      const value = Math.round((rows[from + feature] ?? 0) * 100) / 100;
      return `${added < 0 ? '' : '+'}${added.toFixed(2)} ${featureDescriptions[name]} = ${value} (${name})`;
    })
    .join('; ');
}

/** Blocks; a link is far if no long text is nearer. */
const maxDistance = 5;

/**
 * Returns the blocks that the model judges. Links far from long text (menus, lists of teasers) are half of a page's blocks and are never body: on the training
 * pages they hold .3 % of the articles' words, and two thirds of a model's positive predictions for them were wrong. A page without other blocks keeps them.
 */
export function blocksToJudge({ count, isLinkLine, isLong }: BlockMeasures): number[] {
  const [since, until] = gapsToMarked(isLong);
  const isFar = (gap: number | undefined) => gap === undefined || gap > maxDistance;
  const all = [...Array(count).keys()];
  const judged = all.filter((at) => !isLinkLine[at] || !isFar(since[at]) || !isFar(until[at]));
  return judged.length > 0 ? judged : all;
}
