/** Trees in flat columns. */
export interface Trees {
  readonly roots: Int32Array;
  readonly features: Int16Array;
  readonly thresholds: Float64Array;
  /** By node: >= 0 is a node, < 0 the leaf `~child`; indexes run over all trees. */
  readonly left: Int32Array;
  readonly right: Int32Array;
  readonly leaves: Float64Array;
}

/** A split of a tree. */
interface Split {
  readonly feature: number;
  readonly threshold: number;
  readonly tree: number;
  /** A bit for each leaf of the tree, from left to right: 1 if a row that goes right at this split can reach it. */
  readonly mask: number;
}

/** The leaves of a tree are the bits of a 32-bit integer. */
const maxLeaves = 32;

/**
 * Sums the predictions of some trees, feature by feature instead of tree by tree. The splits of a feature are in ascending order; each split below the row's
 * value removes the leaves on its left. The first remaining leaf of a tree is the row's. It takes a third less time than a walk through the trees, because few
 * branches are mispredicted (Lucchese et al., "QuickScorer: a fast algorithm to rank documents with additive ensembles of regression trees", SIGIR 2015).
 */
export class QuickScorer {
  readonly #features: Int16Array;
  /** By index in `#features`: its first split; then the end of the last one. */
  readonly #starts: Int32Array;
  readonly #thresholds: Float64Array;
  readonly #trees: Int32Array;
  readonly #masks: Int32Array;
  readonly #leaves: Float64Array;
  /** By tree: its first leaf. */
  readonly #firstLeaves: Int32Array;
  /** By tree, while a row is scored: the leaves that the row can still reach. */
  readonly #reached: Int32Array;

  /** Scores the trees from `first` to `end` (exclusive). @throws RangeError if a tree has more than 32 leaves */
  constructor(trees: Trees, first: number, end: number) {
    const count = end - first;
    const leaves: number[] = [];
    const splits: Split[] = [];
    this.#firstLeaves = new Int32Array(count);
    for (let tree = 0; tree < count; tree++) {
      const firstLeaf = leaves.length;
      this.#firstLeaves[tree] = firstLeaf;
      collect({ trees, tree, leaves, splits, firstLeaf }, trees.roots[first + tree] as number);
      if (leaves.length - firstLeaf > maxLeaves)
        throw new RangeError(
          `tree ${first + tree} of the model has more than ${maxLeaves} leaves: train it with fewer`,
        );
    }
    splits.sort((a, b) => a.feature - b.feature || a.threshold - b.threshold);
    const isFirst = (at: number) => splits[at]?.feature !== splits[at - 1]?.feature;
    const starts = [...splits.keys()].filter(isFirst);
    this.#features = Int16Array.from(starts, (at) => splits[at]?.feature ?? 0);
    this.#starts = Int32Array.from([...starts, splits.length]);
    this.#thresholds = Float64Array.from(splits, ({ threshold }) => threshold);
    this.#trees = Int32Array.from(splits, ({ tree }) => tree);
    this.#masks = Int32Array.from(splits, ({ mask }) => mask);
    this.#leaves = Float64Array.from(leaves);
    this.#reached = new Int32Array(count);
  }

  /** Returns the sum for the row that begins at `from`. */
  sum(rows: Float64Array, from: number): number {
    const features = this.#features;
    const starts = this.#starts;
    const thresholds = this.#thresholds;
    const trees = this.#trees;
    const masks = this.#masks;
    const reached = this.#reached;
    reached.fill(-1);
    for (let at = 0; at < features.length; at++) {
      const value = rows[from + (features[at] as number)] as number;
      const end = starts[at + 1] as number;
      for (let split = starts[at] as number; split < end && value > (thresholds[split] as number); split++) {
        const tree = trees[split] as number;
        reached[tree] = (reached[tree] as number) & (masks[split] as number);
      }
    }
    return this.#sumOf(reached);
  }

  #sumOf(reached: Int32Array): number {
    const leaves = this.#leaves;
    const firstLeaves = this.#firstLeaves;
    let sum = 0;
    for (let tree = 0; tree < reached.length; tree++) {
      const left = reached[tree] as number;
      // the index of the lowest bit
      sum += leaves[(firstLeaves[tree] as number) + 31 - Math.clz32(left & -left)] as number;
    }
    return sum;
  }
}

interface CollectInput {
  readonly trees: Trees;
  readonly tree: number;
  readonly leaves: number[];
  readonly splits: Split[];
  readonly firstLeaf: number;
}

/** Appends the leaves from left to right, and the splits above them. The leaves of a tree bound the recursion. */
function collect(target: CollectInput, at: number): void {
  const { trees, tree, leaves, splits, firstLeaf } = target;
  if (at < 0) {
    leaves.push(trees.leaves[~at] ?? 0);
    return;
  }
  const first = leaves.length - firstLeaf;
  collect(target, trees.left[at] as number);
  const end = leaves.length - firstLeaf;
  collect(target, trees.right[at] as number);
  let mask = -1;
  for (let leaf = first; leaf < end; leaf++) mask &= ~(1 << leaf);
  splits.push({ feature: trees.features[at] ?? 0, threshold: trees.thresholds[at] ?? 0, tree, mask });
}
