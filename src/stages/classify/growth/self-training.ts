import { descend } from '../linear/dual-descent.ts';
import { dot, type SparseVector, stack } from './stream-space.ts';

/** A linear score: above 0 is of the topic. */
export interface Margin {
  readonly weights: Float64Array;
  readonly bias: number;
}

export interface TrainingTexts {
  readonly width: number;
  readonly examples: readonly SparseVector[];
  readonly stream: readonly SparseVector[];
  /** Texts that a person has judged: of the topic, but not as if drawn from it by chance, and not of it. */
  readonly accepted: readonly SparseVector[];
  readonly rejected: readonly SparseVector[];
  /** How like the topic the texts are to begin with. */
  readonly likeness: { readonly stream: Float64Array; readonly examples: Float64Array };
}

/** Each round believes a greater part of what is estimated to be of the topic. */
const believedParts = [0.5, 0.6, 0.7, 0.8, 0.9];
const folds = 5;
/** This part of the examples scores above the mark by which the topic's texts in the stream are counted. */
const examplesAbove = 0.85;
/** Texts near the edge teach neither side: the negatives begin at so many times the estimated number. */
const negativesFrom = 1.2;
const edge = 5;
/** More of the stream is never believed to be of the topic. */
const largestPart = 0.5;
const machine = { cost: 1, tolerance: 0.1, maxPasses: 100 };

/**
 * Learns a topic from few examples and a stream of texts that nobody has judged. The examples are as good as drawn from the topic's texts, so that the score that most of
 * them reach tells how many texts of the stream are of it (the idea of Elkan and Noto 2008). The best of these are taken for positive, the far ones for
 * negative, a support vector machine learns from them, and judges anew; each text is judged by machines that did not learn from it, or an error would confirm itself.
 * All numbers above are from the middle of plateaus on news texts: docs/topics.md.
 */
export function selfTrain(texts: TrainingTexts): Margin {
  const { examples, stream, width } = texts;
  let { stream: scores, examples: exampleScores } = texts.likeness;
  let margins: Margin[] = [];
  for (const part of believedParts) {
    const sides = chooseSides(scores, exampleScores, part);
    margins = Array.from({ length: folds }, (_, fold) => learnWithout(fold, texts, sides));
    const judge = (vector: SparseVector, at: number) => scoreOf(vector, margins[at % folds] as Margin);
    scores = Float64Array.from(stream, judge);
    exampleScores = Float64Array.from(examples, judge);
  }
  return meanOf(margins, width);
}

interface Sides {
  /** Places in the stream. */
  readonly positive: readonly number[];
  readonly negative: readonly number[];
}

function chooseSides(scores: Float64Array, exampleScores: Float64Array, part: number): Sides {
  const mark = quantile(exampleScores, 1 - examplesAbove);
  const above = scores.reduce((count, score) => count + Number(score >= mark), 0);
  const estimated = Math.min(above / examplesAbove, largestPart * scores.length);
  const order = Array.from(scores.keys()).sort((a, b) => (scores[b] as number) - (scores[a] as number) || a - b);
  return {
    positive: order.slice(0, Math.round(part * estimated)),
    negative: order.slice(Math.ceil(negativesFrom * estimated) + edge),
  };
}

/** The examples weigh as much as what was found; both sides are brought nearer to each other, by the root of their ratio. */
function learnWithout(
  fold: number,
  { examples, accepted, stream, rejected, width }: TrainingTexts,
  { positive, negative }: Sides,
): Margin {
  const isLearned = (at: number) => at % folds !== fold;
  const given = [...examples.filter((_, at) => isLearned(at)), ...accepted];
  const found = positive.filter(isLearned).map((at) => stream[at] as SparseVector);
  const far = [...negative.filter(isLearned).map((at) => stream[at] as SparseVector), ...rejected];
  const givenWeight = Math.max(1, found.length / Math.max(1, given.length));
  const positiveWeight = given.length * givenWeight + found.length;
  const balance = Math.sqrt(far.length / Math.max(1, positiveWeight));
  const weights = [...given.map(() => givenWeight * balance), ...found.map(() => balance), ...far.map(() => 1)];
  const isPositive = Uint8Array.from(weights, (_, at) => Number(at < given.length + found.length));
  return descend(stack([...given, ...found, ...far], width, weights), isPositive, machine);
}

const scoreOf = (vector: SparseVector, { weights, bias }: Margin): number => dot(vector, weights) + bias;

function meanOf(margins: readonly Margin[], width: number): Margin {
  const weights = new Float64Array(width);
  for (const margin of margins)
    for (let row = 0; row < width; row++)
      weights[row] = (weights[row] as number) + (margin.weights[row] as number) / margins.length;
  return { weights, bias: margins.reduce((sum, { bias }) => sum + bias, 0) / margins.length };
}

/** With linear interpolation. */
function quantile(values: Float64Array, part: number): number {
  const sorted = values.toSorted();
  const place = part * (sorted.length - 1);
  const below = sorted[Math.floor(place)] as number;
  return below + (place % 1) * ((sorted[Math.ceil(place)] as number) - below);
}
