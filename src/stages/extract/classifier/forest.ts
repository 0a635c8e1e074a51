import { z } from 'zod';
import { QuickScorer, type Trees } from './quick-scorer.ts';

/** feature, threshold, left, right by node; value and share of the training (thousandths) by leaf. */
export const treesSchema = z.array(
  z.tuple([
    z.array(z.number().int()),
    z.array(z.number()),
    z.array(z.number().int()),
    z.array(z.number().int()),
    z.array(z.number()),
    z.array(z.number()),
  ]),
);

/** As `tools/train-extractor` writes it. A child >= 0 is a node, < 0 the leaf `~child`; a value at or below the threshold goes left. */
export const modelSchema = z.object({
  version: z.string(),
  features: z.array(z.string()),
  /** Class words and how often text under them is body. */
  words: z.record(z.string(), z.number()),
  threshold: z.number(),
  trees: treesSchema,
  /** After so many trees, rows with a lower sum are given up. */
  exits: z.array(z.tuple([z.number().int(), z.number()])).default([]),
});
export type ModelFile = z.output<typeof modelSchema>;

/** Gradient-boosted trees in flat columns; nodes and leaves of all trees one after the other. */
export interface Forest extends Trees {
  /** Mean of what lies below a node: what the tree says when it is asked no further. */
  readonly means: Float64Array;
  readonly stages: readonly Stage[];
}

interface Stage {
  readonly trees: QuickScorer;
  /** The sum below which a row is given up after these trees; no sum is below the last one's. */
  readonly below: number;
}

/** @param exits trees after which a row is given up, in ascending order, and the sums below which it is */
export function forestOf(trees: ModelFile['trees'], exits: ModelFile['exits'] = []): Forest {
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

/** Fills in the means, each leaf counting as much as passed through it in training. Depth is bounded by the leaves of a tree. */
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
 * Probability of the row that begins at `from`. Most rows are far from text after a few trees: they are given up there, and get the probability so far (a soft
 * cascade: Bourdev and Brandt, "Robust object detection via soft cascade", 2005).
 */
export function probabilityOf(forest: Forest, rows: Float64Array, from: number): number {
  const { stages } = forest;
  let sum = 0;
  // with for-of the compiler takes the scorer's loops in here, and they run at half the speed
  for (let at = 0; at < stages.length; at++) {
    const { trees, below } = stages[at] as Stage;
    sum += trees.sum(rows, from);
    if (sum < below) break;
  }
  return logistic(sum);
}

const logistic = (sum: number): number => 1 / (1 + Math.exp(-sum));

/**
 * What each feature added to the row's score, in log odds: along the way through each tree, every split is credited with the change of the mean below it
 * (Saabas, "Interpreting random forests", 2014).
 */
export function contributionsTo(forest: Forest, rows: Float64Array, from: number): Map<number, number> {
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
