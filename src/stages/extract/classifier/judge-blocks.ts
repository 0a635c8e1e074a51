import type { PageTree } from '../page-tree.ts';
import type { BlockModel } from './block-model.ts';
import { aboutFeature, featureNames, featureRows } from './feature-table.ts';
import { contributionsTo, probabilityOf } from './forest.ts';
import { measurePage } from './measured-page.ts';
import type { PageSayings } from './measures.ts';

/** What the model says of the blocks of a page. */
export interface BlockVerdict {
  /** By block: how likely it is text of the article. */
  readonly probabilities: readonly number[];
  readonly isBody: readonly boolean[];
  /** The features that spoke most for and against a block, in words. */
  reasons(block: number): string;
}

/** Where no block passes the threshold, those with so much of the best probability are taken: a page with text never gives none. */
const ofBest = 0.6;
const shownReasons = 4;

export function judgeBlocks(tree: PageTree, says: PageSayings, model: BlockModel): BlockVerdict {
  const rows = featureRows(measurePage(tree, says), model.words);
  const width = featureNames.length;
  const probabilities = tree.blocks.map((_, at) => probabilityOf(model.forest, rows, at * width));
  const best = probabilities.reduce((most, one) => Math.max(most, one), 0);
  const needed = best >= model.threshold ? model.threshold : best * ofBest;
  return {
    probabilities,
    isBody: probabilities.map((probability) => probability >= needed),
    reasons: (block) => reasonsOf(model, rows, block * width),
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
