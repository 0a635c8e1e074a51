import shippedFile from '../model/blocks.json' with { type: 'json' };
import { featureNames } from './feature-table.ts';
import { type Forest, forestOf, modelSchema } from './forest.ts';

/** What tells text from furniture; made by `tools/train-extractor`, described in `model/README.md`. */
export interface BlockModel {
  /** Stored with each article that it read. */
  readonly version: string;
  readonly forest: Forest;
  /** Class words: how often text under them is body. */
  readonly words: ReadonlyMap<string, number>;
  /** Probability from which a block is body. */
  readonly threshold: number;
}

/** @throws Error where it is no model, or one of other features */
export function blockModel(file: unknown): BlockModel {
  const { version, features, words, threshold, trees, exits } = modelSchema.parse(file);
  const differs = featureNames.findIndex((name, at) => features[at] !== name);
  if (differs >= 0 || features.length !== featureNames.length)
    throw new Error(
      `model ${version} was trained on other features (${features[differs]} in the place of ${featureNames[differs]}): run tools/train-extractor`,
    );
  return { version, forest: forestOf(trees, exits), words: new Map(Object.entries(words)), threshold };
}

let shipped: BlockModel | undefined;

/** The model that ships; read once. */
export function shippedModel(): BlockModel {
  shipped ??= blockModel(shippedFile);
  return shipped;
}
