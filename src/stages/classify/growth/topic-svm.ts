import { fitSvm, type Hyperplane } from '../linear/dual-descent.ts';
import { type SparseVector, stackVectors } from './stream-space.ts';

interface TopicTrainingSet {
  readonly width: number;
  readonly examples: readonly SparseVector[];
  /** Texts that a person has labelled. */
  readonly accepted: readonly SparseVector[];
  readonly rejected: readonly SparseVector[];
  /** Unlabelled texts of the stream that the mixtures rate as on topic and off topic. */
  readonly likelyOnTopic: readonly SparseVector[];
  readonly likelyOffTopic: readonly SparseVector[];
}

const svmOptions = { cost: 1, tolerance: 0.1, maxPasses: 100 };

/**
 * Fits a support vector machine of on-topic against off-topic texts. Labelled and unlabelled positives have equal total weight; the imbalance of the two classes is reduced to
 * the square root of their ratio. A score above 0 means on topic. It uses single words, which the latent space leaves out, and people's labels.
 */
export function fitTopicSvm({
  width,
  examples,
  accepted,
  rejected,
  likelyOnTopic,
  likelyOffTopic,
}: TopicTrainingSet): Hyperplane {
  const labelled = [...examples, ...accepted];
  const negative = [...likelyOffTopic, ...rejected];
  const labelledWeight = Math.max(1, likelyOnTopic.length / Math.max(1, labelled.length));
  const positiveWeight = labelled.length * labelledWeight + likelyOnTopic.length;
  const balance = Math.sqrt(negative.length / Math.max(1, positiveWeight));
  const weights = [
    ...labelled.map(() => labelledWeight * balance),
    ...likelyOnTopic.map(() => balance),
    ...likelyOffTopic.map(() => 1),
    ...rejected.map(() => Math.max(1, balance)),
  ];
  const isPositive = Uint8Array.from(weights, (_, at) => Number(at < labelled.length + likelyOnTopic.length));
  return fitSvm(stackVectors([...labelled, ...likelyOnTopic, ...negative], width, weights), isPositive, svmOptions);
}
