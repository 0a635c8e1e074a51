import type { Element } from '../dom/tree.ts';
import type { PageTree } from '../page/page-tree.ts';
import { allRulesOn, type RulesOff } from '../rules-off.ts';
import { findArticleBoxes, findSuspiciousBoxes } from './article-boxes.ts';
import type { BlockModel } from './block-model.ts';
import { chooseCutOff } from './cut-off.ts';
import { blocksToJudge } from './far-links.ts';
import {
  computeFeatureRows,
  type FeatureRows,
  featureDescriptions,
  featureNames,
  updateNameFeatures,
} from './feature-table.ts';
import { featureContributions, predictProbability } from './forest.ts';
import { ignoreFurnitureNames, type MeasuredPage, measurePage } from './measured-page.ts';
import type { PageHints } from './measures.ts';

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
  const { page, rows, articleBoxes } = readPage(tree, hints, model, off);
  const probabilities = predict(rows, model, page.count);
  const best = probabilities.reduce((max, probability) => Math.max(max, probability), 0);
  const lengths = tree.blocks.map(({ length }) => length);
  const chosenCutOff = chooseCutOff(probabilities, lengths, model.threshold);
  const isDoubtful = chosenCutOff !== model.threshold;
  const cutOff = isDoubtful && off.has('model/doubtful-cut-off') ? model.threshold : chosenCutOff;
  return {
    page,
    probabilities,
    isBody: probabilities.map((probability) => probability >= cutOff),
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

interface PageReading {
  readonly page: MeasuredPage;
  readonly rows: FeatureRows;
  readonly articleBoxes: ReadonlySet<Element>;
}

/** Measures a page. Names of furniture on elements that hold the article are ignored: the page is judged without the names first to find these. */
function readPage(tree: PageTree, hints: PageHints, model: BlockModel, off: RulesOff): PageReading {
  const page = measurePage(tree, hints);
  const rows = computeFeatureRows(page, blocksToJudge(page), model.words);
  const readWithout = (articleBoxes: ReadonlySet<Element>): PageReading => {
    const unnamed = ignoreFurnitureNames(page, articleBoxes);
    return { page: unnamed, rows: updateNameFeatures(unnamed, model.words, rows), articleBoxes };
  };
  const suspicious = findSuspiciousBoxes(tree);
  if (suspicious.size === 0 || off.has('model/article-boxes')) return { page, rows, articleBoxes: new Set() };
  const unnamed = readWithout(suspicious);
  const articleBoxes = findArticleBoxes(tree, suspicious, predict(unnamed.rows, model, page.count));
  if (articleBoxes.size === 0) return { page, rows, articleBoxes };
  return articleBoxes.size === suspicious.size ? unnamed : readWithout(articleBoxes);
}

/** Returns the probability of each block of a page; blocks that the model does not judge have 0. */
function predict({ blocks, values }: FeatureRows, { forest }: BlockModel, count: number): number[] {
  const probabilities = new Array<number>(count).fill(0);
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
