/** How documents become features; part of the model, so prediction uses the settings of training. */
export interface GramSettings {
  /** Weight of a mention in the title; 1 is one in the text. */
  readonly titleWeight: number;
  /** Weight of a mention in the first paragraph. */
  readonly leadWeight: number;
  /** Longest word n-gram, in scripts with spaces. */
  readonly words: number;
  /** Longest character n-gram, in scripts without spaces. */
  readonly characters: number;
  /** Characters of a title and of a text that are read, at most: this bounds the time per page. */
  readonly maxLength: number;
}

/** A linear model that predicts labels; its arrays may be shared between threads. */
export interface LinearWeights {
  readonly labels: readonly string[];
  readonly grams: GramSettings;
  /** Grams are hashed into 2 ** bits buckets. */
  readonly bits: number;
  /** Ascending: the buckets that have weights. */
  readonly buckets: Uint32Array;
  /** By bucket. */
  readonly idf: Float32Array;
  /** By bucket and label; times `scale`. */
  readonly weights: Int16Array;
  readonly scale: number;
  /** By label. */
  readonly biases: readonly number[];
  readonly calibration: { readonly slope: number; readonly offsets: readonly number[] };
  /** SHA-256 of the model, hex. */
  readonly digest: string;
}

/** The name of a model's version: the first 12 digits of its digest. */
export const modelVersion = ({ digest }: Pick<LinearWeights, 'digest'>): string => digest.slice(0, 12);

/** Predicts an article's category. Its arrays are in shared memory: worker threads get it without a copy. */
export interface CategoryModel {
  /** Null: the category is predicted from the page's section, address and words. */
  readonly model: LinearWeights | null;
}
