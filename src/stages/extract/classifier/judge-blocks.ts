import type { Element } from '../dom/tree.ts';
import type { PageTree } from '../page/page-tree.ts';
import { allRulesOn, type RulesOff } from '../rules-off.ts';
import { findArticleBoxes, findSuspiciousBoxes } from './article-boxes.ts';
import type { BlockModel } from './block-model.ts';
import { chooseCutOff } from './cut-off.ts';
import { blocksToJudge } from './far-links.ts';
import { computeFeatureRows, featureDescriptions, featureNames } from './feature-table.ts';
import { featureContributions, predictProbability } from './forest.ts';
import { type MeasuredPage, measurePage } from './measured-page.ts';
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

interface Prediction {
  readonly page: MeasuredPage;
  /** Blocks that the model judged, and their features. */
  readonly blocks: readonly number[];
  readonly rows: Float64Array;
  readonly probabilities: readonly number[];
}

export function judgeBlocks(
  tree: PageTree,
  hints: PageHints,
  model: BlockModel,
  off: RulesOff = allRulesOn,
): BlockVerdict {
  const boxes = articleBoxesOf(tree, hints, model);
  const articleBoxes = boxes.size > 0 && off.has('model/article-boxes') ? new Set<Element>() : boxes;
  const { page, blocks, rows, probabilities } = predict(tree, hints, model, articleBoxes);
  const width = featureNames.length;
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
    articleBoxes: articleBoxes,
    reasons: (block) => {
      const row = blocks.indexOf(block);
      return row < 0 ? 'a link with no long text near it' : reasonsOf(model, rows, row * width);
    },
  };
}

/** Finds elements of the article that have furniture names: the model judges the page without these names. */
function articleBoxesOf(tree: PageTree, hints: PageHints, model: BlockModel): ReadonlySet<Element> {
  const suspicious = findSuspiciousBoxes(tree);
  if (suspicious.size === 0) return suspicious;
  return findArticleBoxes(tree, suspicious, predict(tree, hints, model, suspicious).probabilities);
}

function predict(tree: PageTree, hints: PageHints, model: BlockModel, articleBoxes: ReadonlySet<Element>): Prediction {
  const page = measurePage(tree, hints, articleBoxes);
  const blocks = blocksToJudge(page);
  const rows = computeFeatureRows(page, blocks, model.words);
  const width = featureNames.length;
  const probabilities = new Array<number>(page.count).fill(0);
  for (const [row, block] of blocks.entries())
    probabilities[block] = predictProbability(model.forest, rows, row * width);
  return { page, blocks, rows, probabilities };
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
