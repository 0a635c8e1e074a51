import type { LinearWeights } from '../../../model/topic/linear-weights.ts';
import { probabilitiesOf } from './calibrate-probabilities.ts';
import { bucketOf, documentGrams, type LinearDocument, readable } from './grams.ts';
import { gramValues } from './vectors.ts';

interface Prediction {
  readonly label: string;
  /** 0 to 1, calibrated on held-out examples. */
  readonly probability: number;
  /** The document's terms that contributed to the label, strongest first, with their shares of all positive contributions. */
  readonly terms: readonly { readonly term: string; readonly share: number }[];
  /** All labels, most probable first. */
  readonly all: readonly { readonly label: string; readonly probability: number }[];
}

/** Terms per prediction. */
const maxTerms = 8;

/** Predicts a label. For a document without known words, the prediction is the most frequent label. */
export function predict(model: LinearWeights, document: LinearDocument): Prediction {
  const grams = knownGrams(model, document);
  const labelCount = model.labels.length;
  const weight = (row: number, label: number) => (model.weights[row * labelCount + label] as number) * model.scale;
  const scores = Float64Array.from(model.biases, (bias, label) => {
    let score = bias;
    for (const { row, value } of grams) score += weight(row, label) * value;
    return score;
  });
  const probabilities = probabilitiesOf(scores, model.calibration);
  const all = model.labels
    .map((label, at) => ({ label, probability: probabilities[at] as number, at }))
    .sort((a, b) => b.probability - a.probability || a.at - b.at);
  const [best] = all as [(typeof all)[number], ...typeof all];
  const contributions = grams.map(({ gram, row, value }) => {
    let others = 0;
    for (let label = 0; label < labelCount; label++) if (label !== best.at) others += weight(row, label);
    return { term: readable(gram), weight: value * (weight(row, best.at) - others / (labelCount - 1)) };
  });
  return {
    label: best.label,
    probability: best.probability,
    terms: strongest(contributions),
    all: all.map(({ label, probability }) => ({ label, probability })),
  };
}

interface KnownGram {
  readonly gram: string;
  readonly row: number;
  /** Value in the document's vector. */
  readonly value: number;
}

/** The document's grams for which the model has weights. When grams share a bucket, the first names it. */
function knownGrams(model: LinearWeights, document: LinearDocument): KnownGram[] {
  const countsByRow = new Map<number, { readonly gram: string; count: number }>();
  for (const [gram, count] of documentGrams(document, model.grams)) {
    const row = rowOf(model.buckets, bucketOf(gram, model.bits));
    if (row < 0) continue;
    const counted = countsByRow.get(row);
    if (counted === undefined) countsByRow.set(row, { gram, count });
    else counted.count += count;
  }
  const rows = Uint32Array.from(countsByRow.keys());
  const values = gramValues({ rows, counts: Float64Array.from(countsByRow.values(), ({ count }) => count) }, model.idf);
  return [...countsByRow].map(([row, { gram }], at) => ({ gram, row, value: values[at] as number }));
}

/** Index of a number in an ascending list; -1 when it is not in the list. */
function rowOf(buckets: Uint32Array, bucket: number): number {
  let [low, high] = [0, buckets.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const candidate = buckets[middle] as number;
    if (candidate === bucket) return middle;
    if (candidate < bucket) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** The strongest terms. A term that contains a chosen one, or is part of it, is skipped: the runs of a headline overlap. */
function strongest(contributions: readonly { readonly term: string; readonly weight: number }[]): Prediction['terms'] {
  const positive = contributions.filter(({ weight }) => weight > 0);
  const total = positive.reduce((sum, { weight }) => sum + weight, 0);
  const chosen: { term: string; share: number }[] = [];
  const sorted = positive.toSorted((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1));
  for (const { term, weight } of sorted) {
    if (chosen.length === maxTerms) break;
    if (chosen.some((other) => other.term.includes(term) || term.includes(other.term))) continue;
    chosen.push({ term, share: weight / total });
  }
  return chosen;
}
