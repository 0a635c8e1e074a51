import type { PageTree } from '../page-tree.ts';
import type { BlockModel } from './block-model.ts';
import { cutOffOf } from './cut-off.ts';
import { blocksToJudge } from './far-links.ts';
import { aboutFeature, featureNames, featureRows } from './feature-table.ts';
import { contributionsTo, probabilityOf } from './forest.ts';
import { measurePage } from './measured-page.ts';
import type { PageSayings } from './measures.ts';

/** What the model says of the blocks of a page. */
export interface BlockVerdict {
  /** By block: how likely it is text of the article. */
  readonly probabilities: readonly number[];
  readonly isBody: readonly boolean[];
  /** What is chosen is the best of furniture. */
  readonly isGuess: boolean;
  /** Letters of the blocks that pass the model's threshold: what is chosen may be more. */
  readonly sureLength: number;
  /** The features that spoke most for and against a block, in words. */
  reasons(block: number): string;
}

/** Where the best one is lower, the page has furniture only. */
const leastBest = 0.25;
const shownReasons = 4;

export function judgeBlocks(tree: PageTree, says: PageSayings, model: BlockModel): BlockVerdict {
  const page = measurePage(tree, says);
  const judged = blocksToJudge(page);
  const rows = featureRows(page, judged, model.words);
  const width = featureNames.length;
  const probabilities = new Array<number>(page.count).fill(0);
  for (const [row, block] of judged.entries()) probabilities[block] = probabilityOf(model.forest, rows, row * width);
  const best = probabilities.reduce((most, one) => Math.max(most, one), 0);
  const lengths = tree.blocks.map(({ length }) => length);
  const needed = cutOffOf(probabilities, lengths, model.threshold);
  return {
    probabilities,
    isBody: probabilities.map((probability) => probability >= needed),
    isGuess: best < leastBest,
    sureLength: lengths.reduce(
      (sum, length, at) => sum + ((probabilities[at] ?? 0) >= model.threshold ? length : 0),
      0,
    ),
    reasons: (block) => {
      const row = judged.indexOf(block);
      return row < 0 ? 'a link with no long text near it' : reasonsOf(model, rows, row * width);
    },
  };
}

function reasonsOf({ forest }: BlockModel, rows: Float64Array, from: number): string {
  return [...contributionsTo(forest, rows, from)]
    .sort(([, a], [, b]) => Math.abs(b) - Math.abs(a))
    .slice(0, shownReasons)
    .map(([feature, added]) => {
      const name = featureNames[feature] ?? '';
      const value = Math.round((rows[from + feature] ?? 0) * 100) / 100;
      return `${added < 0 ? '' : '+'}${added.toFixed(2)} ${aboutFeature[name]} = ${value} (${name})`;
    })
    .join('; ');
}
