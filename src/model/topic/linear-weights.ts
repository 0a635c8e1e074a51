/** How documents become features; kept in the model, so that they are read as in training. */
export interface GramSettings {
  /** A mention in the title counts as so many in the text. */
  readonly titleWeight: number;
  /** As much for one in the first paragraph. */
  readonly leadWeight: number;
  /** Longest run of words, where words are divided by spaces. */
  readonly words: number;
  /** Longest run of characters, where they are not. */
  readonly characters: number;
  /** So many characters of a title and of a text are read: what it is about is said by then, and a page of any length takes bounded time. */
  readonly maxLength: number;
}

/** All that a linear model needs to tell labels; its arrays may be shared between threads. */
export interface LinearWeights {
  readonly labels: readonly string[];
  readonly grams: GramSettings;
  /** There are 2 ** bits buckets for grams. */
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

/** What a person calls a version of a model. */
export const modelVersion = ({ digest }: Pick<LinearWeights, 'digest'>): string => digest.slice(0, 12);
