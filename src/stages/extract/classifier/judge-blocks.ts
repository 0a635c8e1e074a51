import type { Element } from '../dom/tree.ts';
import type { PageTree } from '../page/page-tree.ts';
import type { BlockModel } from './block-model.ts';
import { cutOffOf } from './cut-off.ts';
import { blocksToJudge } from './far-links.ts';
import { aboutFeature, featureNames, featureRows } from './feature-table.ts';
import { contributionsTo, probabilityOf } from './forest.ts';
import { type MeasuredPage, measurePage } from './measured-page.ts';
import type { PageSayings } from './measures.ts';
import { boxesOfText, boxesUnderSuspicion } from './own-boxes.ts';

/** What the model says of the blocks of a page. */
export interface BlockVerdict {
  /** By block: how likely it is text of the article. */
  readonly probabilities: readonly number[];
  readonly isBody: readonly boolean[];
  /** What is chosen is the best of furniture. */
  readonly isGuess: boolean;
  /** Letters of the blocks that pass the model's threshold: what is chosen may be more. */
  readonly sureLength: number;
  /** Elements that hold the article, though their names speak of furniture. */
  readonly ownBoxes: ReadonlySet<Element>;
  /** The features that spoke most for and against a block, in words. */
  reasons(block: number): string;
}

/** Where the best one is lower, the page has furniture only. */
const leastBest = 0.25;
const shownReasons = 4;

interface Judged {
  readonly page: MeasuredPage;
  /** Blocks that the model looked at, and their features. */
  readonly blocks: readonly number[];
  readonly rows: Float64Array;
  readonly probabilities: readonly number[];
}

export function judgeBlocks(tree: PageTree, says: PageSayings, model: BlockModel): BlockVerdict {
  const ownBoxes = ownBoxesOf(tree, says, model);
  const { blocks, rows, probabilities } = judge(tree, says, model, ownBoxes);
  const width = featureNames.length;
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
    ownBoxes,
    reasons: (block) => {
      const row = blocks.indexOf(block);
      return row < 0 ? 'a link with no long text near it' : reasonsOf(model, rows, row * width);
    },
  };
}

/** Names of furniture on the boxes of the article itself mean nothing: the model is asked what it says of the page without them. */
function ownBoxesOf(tree: PageTree, says: PageSayings, model: BlockModel): ReadonlySet<Element> {
  const suspicious = boxesUnderSuspicion(tree);
  if (suspicious.size === 0) return suspicious;
  return boxesOfText(tree, suspicious, judge(tree, says, model, suspicious).probabilities);
}

function judge(tree: PageTree, says: PageSayings, model: BlockModel, ownBoxes: ReadonlySet<Element>): Judged {
  const page = measurePage(tree, says, ownBoxes);
  const blocks = blocksToJudge(page);
  const rows = featureRows(page, blocks, model.words);
  const width = featureNames.length;
  const probabilities = new Array<number>(page.count).fill(0);
  for (const [row, block] of blocks.entries()) probabilities[block] = probabilityOf(model.forest, rows, row * width);
  return { page, blocks, rows, probabilities };
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
