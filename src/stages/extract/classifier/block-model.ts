import shippedFile from '../model/blocks.json' with { type: 'json' };
import { featureNames } from './feature-table.ts';
import { buildForest, type Forest, modelSchema } from './forest.ts';

/** Predicts which blocks are text; trained by `tools/train-extractor`, described in `model/README.md`. */
export interface BlockModel {
  /** Stored with each article that the model extracts. */
  readonly version: string;
  readonly forest: Forest;
  /** By class word: the share of the text under it that is body. */
  readonly words: ReadonlyMap<string, number>;
  /** Probability from which a block is body. */
  readonly threshold: number;
}

/** @throws Error if the file is not a model, or was trained on other features */
export function parseBlockModel(file: unknown): BlockModel {
  const { version, features, words, threshold, trees, exits } = modelSchema.parse(file);
  const differs = featureNames.findIndex((name, at) => features[at] !== name);
  if (differs >= 0 || features.length !== featureNames.length)
    throw new Error(
      `model ${version} was trained on other features (${features[differs]} in the place of ${featureNames[differs]}): run tools/train-extractor`,
    );
  return { version, forest: buildForest(trees, exits), words: new Map(Object.entries(words)), threshold };
}

let shipped: BlockModel | undefined;

/** The model of the package; parsed once. */
export function shippedModel(): BlockModel {
  shipped ??= parseBlockModel(shippedFile);
  return shipped;
}
