import { fitSvm, type Hyperplane } from './dual-descent.ts';
import { gramValues, inverseFrequencies, type Vectors, vectorsOf } from './vectors.ts';
import type { CountedDocument } from './vocabulary.ts';

export interface FitOptions {
  /** Options of the support vector machine: see dual-descent.ts. */
  readonly cost: number;
  readonly tolerance: number;
  readonly maxPasses: number;
  /** Added to each count of naive Bayes (Lidstone). */
  readonly smoothing: number;
  /** Weight of the SVM's margin relative to naive Bayes' log probability. */
  readonly marginWeight: number;
  /** Grams that fewer texts contain are left out. */
  readonly minDocuments: number;
}

/** Counted texts with their labels. */
export interface LabelledDocuments {
  readonly documents: readonly CountedDocument[];
  /** By document: index of the label. */
  readonly labels: Uint32Array;
  /** By document: training weight. */
  readonly weights: Float64Array;
}

/** A linear score for each label. */
export interface Fit {
  readonly idf: Float64Array;
  readonly planes: readonly Hyperplane[];
}

/**
 * Fits one score per label: the margin of a linear support vector machine (one against the rest), plus the log probability of multinomial naive Bayes, both over the
 * same tf-idf vectors. Both are linear, so their sum is one set of weights. Their errors differ: on headlines the sum is right more often than either (after
 * Wang and Manning 2012, who interpolate the two; measured in bench/relevance).
 */
export function fitLinear(data: LabelledDocuments, labelCount: number, width: number, options: FitOptions): Fit {
  const idf = inverseFrequencies(data.documents, width, options.minDocuments);
  const vectors = vectorsOf(data.documents, idf, data.weights);
  const bayes = bayesPlanes(vectors, data.labels, labelCount, options.smoothing);
  const planes = svmPlanes(vectors, data.labels, labelCount, options);
  for (const [label, plane] of planes.entries()) {
    const { weights, bias } = bayes[label] as Hyperplane;
    plane.bias = plane.bias * options.marginWeight + bias;
    for (let row = 0; row < width; row++)
      plane.weights[row] = (plane.weights[row] as number) * options.marginWeight + (weights[row] as number);
  }
  return { idf, planes };
}

/** Scores of one document, by label. */
export function labelScores(document: CountedDocument, { idf, planes }: Fit): Float64Array {
  const values = gramValues(document, idf);
  return Float64Array.from(planes, ({ weights, bias }) => {
    let score = bias;
    for (const [at, row] of document.rows.entries()) score += (weights[row] as number) * (values[at] as number);
    return score;
  });
}

interface MutablePlane {
  readonly weights: Float64Array;
  bias: number;
}

/** Two labels share one hyperplane with opposite signs. */
function svmPlanes(vectors: Vectors, labels: Uint32Array, labelCount: number, options: FitOptions): MutablePlane[] {
  const against = (label: number) =>
    fitSvm(
      vectors,
      Uint8Array.from(labels, (documentLabel) => Number(documentLabel === label)),
      options,
    );
  if (labelCount !== 2) return Array.from({ length: labelCount }, (_, label) => ({ ...against(label) }));
  const { weights, bias } = against(1);
  return [
    { weights: weights.map((weight) => -weight), bias: -bias },
    { weights, bias },
  ];
}

/** Log probabilities of rows by label, minus their mean over the labels: only the differences matter. */
function bayesPlanes(vectors: Vectors, labels: Uint32Array, labelCount: number, smoothing: number): MutablePlane[] {
  const { starts, rows, values, weights, width } = vectors;
  const sums = Array.from({ length: labelCount }, () => new Float64Array(width));
  const sizes = new Float64Array(labelCount).fill(smoothing);
  for (const [at, label] of labels.entries()) {
    const weight = weights[at] as number;
    const sum = sums[label] as Float64Array;
    sizes[label] = (sizes[label] as number) + weight;
    for (let entry = starts[at] as number; entry < (starts[at + 1] as number); entry++) {
      const row = rows[entry] as number;
      sum[row] = (sum[row] as number) + weight * (values[entry] as number);
    }
  }
  const isUsed = new Uint8Array(width);
  for (const [entry, row] of rows.entries()) if ((values[entry] as number) > 0) isUsed[row] = 1;
  const usedCount = isUsed.reduce((count, flag) => count + flag, 0);
  const planes = sums.map((sum, label) => {
    const total = sum.reduce((all, value) => all + value, 0) + smoothing * usedCount;
    const logs = sum.map((value, row) => (isUsed[row] === 1 ? Math.log((value + smoothing) / total) : 0));
    return { weights: logs, bias: Math.log(sizes[label] as number) };
  });
  return centred(planes, width);
}

function centred(planes: MutablePlane[], width: number): MutablePlane[] {
  const mean = planes.reduce((sum, { bias }) => sum + bias, 0) / planes.length;
  for (const plane of planes) plane.bias -= mean;
  for (let row = 0; row < width; row++) {
    let sum = 0;
    for (const { weights } of planes) sum += weights[row] as number;
    for (const { weights } of planes) weights[row] = (weights[row] as number) - sum / planes.length;
  }
  return planes;
}
