import { z } from 'zod';
import { QuickScorer, type Trees } from './quick-scorer.ts';

/** Feature, threshold, left and right child by node; value and share of the training rows (thousandths) by leaf. */
const treesSchema = z.array(
  z.tuple([
    z.array(z.number().int()),
    z.array(z.number()),
    z.array(z.number().int()),
    z.array(z.number().int()),
    z.array(z.number()),
    z.array(z.number()),
  ]),
);

/** The format that `tools/train-extractor` writes. A child >= 0 is a node, < 0 the leaf `~child`; a value at or below the threshold goes left. */
export const modelSchema = z.object({
  version: z.string(),
  features: z.array(z.string()),
  /** By class word: the share of the text under it that is body. */
  words: z.record(z.string(), z.number()),
  threshold: z.number(),
  trees: treesSchema,
  /** [number of trees, sum]: after these trees, rows with a lower sum are not scored further. */
  exits: z.array(z.tuple([z.number().int(), z.number()])).default([]),
});
export type ModelFile = z.output<typeof modelSchema>;

/** Gradient-boosted trees in flat columns: the nodes and leaves of all trees, tree after tree. */
export interface Forest extends Trees {
  /** By node: the mean of the leaves below it, which is the tree's prediction at that node. */
  readonly means: Float64Array;
  readonly stages: readonly Stage[];
}

interface Stage {
  readonly trees: QuickScorer;
  /** Rows with a lower sum leave the cascade after these trees; -Infinity in the last stage. */
  readonly below: number;
}

/** @param exits [number of trees, sum], in ascending order: rows with a lower sum leave the cascade there */
export function buildForest(trees: ModelFile['trees'], exits: ModelFile['exits'] = []): Forest {
  const nodes = trees.reduce((sum, [features]) => sum + features.length, 0);
  const leafCount = trees.reduce((sum, tree) => sum + tree[4].length, 0);
  const forest = {
    roots: new Int32Array(trees.length),
    features: new Int16Array(nodes),
    thresholds: new Float64Array(nodes),
    left: new Int32Array(nodes),
    right: new Int32Array(nodes),
    leaves: new Float64Array(leafCount),
    means: new Float64Array(nodes),
  };
  const shares = new Float64Array(leafCount);
  let node = 0;
  let leaf = 0;
  for (const [at, [features, thresholds, left, right, leaves, leafShares]] of trees.entries()) {
    const place = (child: number) => (child >= 0 ? child + node : ~(~child + leaf));
    forest.roots[at] = features.length === 0 ? ~leaf : node;
    forest.features.set(features, node);
    forest.thresholds.set(thresholds, node);
    forest.left.set(left.map(place), node);
    forest.right.set(right.map(place), node);
    forest.leaves.set(leaves, leaf);
    shares.set(leafShares, leaf);
    node += features.length;
    leaf += leaves.length;
  }
  for (const root of forest.roots) meanBelow(forest, shares, root);
  const ends = [...exits, [trees.length, Number.NEGATIVE_INFINITY] as const];
  return {
    ...forest,
    stages: ends.map(([end, below], at) => ({ trees: new QuickScorer(forest, ends[at - 1]?.[0] ?? 0, end), below })),
  };
}

/** Fills in the means; each leaf is weighted by its training rows. The leaves of a tree bound the recursion. */
function meanBelow(
  forest: Omit<Forest, 'stages'>,
  shares: Float64Array,
  at: number,
): { readonly mean: number; readonly share: number } {
  if (at < 0) return { mean: forest.leaves[~at] ?? 0, share: shares[~at] ?? 0 };
  const left = meanBelow(forest, shares, forest.left[at] ?? -1);
  const right = meanBelow(forest, shares, forest.right[at] ?? -1);
  const share = left.share + right.share;
  const mean = (left.mean * left.share + right.mean * right.share) / share;
  forest.means[at] = mean;
  return { mean, share };
}

/**
 * Returns the probability of the row that begins at `from`. Most rows are clearly not text after a few trees: they get the probability so far (a soft cascade:
 * Bourdev and Brandt, "Robust object detection via soft cascade", 2005).
 */
export function predictProbability(forest: Forest, rows: Float64Array, from: number): number {
  const { stages } = forest;
  let sum = 0;
  // with for-of, V8 inlines the scorer's loops here, and they run at half the speed
  for (let at = 0; at < stages.length; at++) {
    const { trees, below } = stages[at] as Stage;
    sum += trees.sum(rows, from);
    if (sum < below) break;
  }
  return logistic(sum);
}

const logistic = (sum: number): number => 1 / (1 + Math.exp(-sum));

/**
 * Returns what each feature added to the row's score, in log odds. On the path through each tree, a split contributes the change of the mean below it (Saabas,
 * "Interpreting random forests", 2014).
 */
export function featureContributions(forest: Forest, rows: Float64Array, from: number): Map<number, number> {
  const { roots, features, thresholds, left, right, leaves, means } = forest;
  const added = new Map<number, number>();
  for (const root of roots) {
    let at = root;
    while (at >= 0) {
      const feature = features[at] ?? 0;
      const next = ((rows[from + feature] ?? 0) <= (thresholds[at] ?? 0) ? left[at] : right[at]) ?? -1;
      const mean = (next >= 0 ? means[next] : leaves[~next]) ?? 0;
      added.set(feature, (added.get(feature) ?? 0) + mean - (means[at] ?? 0));
      at = next;
    }
  }
  return added;
}
