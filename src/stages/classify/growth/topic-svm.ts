import { fitSvm } from '../linear/dual-descent.ts';
import { type SparseVector, stackVectors } from './stream-space.ts';

/** A linear score: above 0 is of the topic. */
export interface Margin {
  readonly weights: Float64Array;
  readonly bias: number;
}

export interface TopicTrainingSet {
  readonly width: number;
  readonly examples: readonly SparseVector[];
  /** Texts that a person has judged. */
  readonly accepted: readonly SparseVector[];
  readonly rejected: readonly SparseVector[];
  /** Texts of the stream that are taken for on topic and off. */
  readonly likelyOnTopic: readonly SparseVector[];
  readonly likelyOffTopic: readonly SparseVector[];
}

const svmOptions = { cost: 1, tolerance: 0.1, maxPasses: 100 };

/**
 * A support vector machine between two sides. What was given weighs as much as what was found; both sides are brought nearer to each other, by the root of their ratio.
 * It looks at single words, which the latent space leaves out, and learns from what people have judged.
 */
export function fitTopicSvm({
  width,
  examples,
  accepted,
  rejected,
  likelyOnTopic: found,
  likelyOffTopic: far,
}: TopicTrainingSet): Margin {
  const positive = [...examples, ...accepted];
  const negative = [...far, ...rejected];
  const givenWeight = Math.max(1, found.length / Math.max(1, positive.length));
  const positiveWeight = positive.length * givenWeight + found.length;
  const balance = Math.sqrt(negative.length / Math.max(1, positiveWeight));
  const weights = [
    ...positive.map(() => givenWeight * balance),
    ...found.map(() => balance),
    ...far.map(() => 1),
    ...rejected.map(() => Math.max(1, balance)),
  ];
  const isPositive = Uint8Array.from(weights, (_, at) => Number(at < positive.length + found.length));
  return fitSvm(stackVectors([...positive, ...found, ...negative], width, weights), isPositive, svmOptions);
}
