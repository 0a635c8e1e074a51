import type { LinearWeights } from '../../../model/topic/linear-weights.ts';
import { probabilitiesOf } from './calibrate-probabilities.ts';
import { documentGrams, type LinearDocument, readable } from './grams.ts';
import { bucketOf } from './hash.ts';
import { valuesOf } from './vectors.ts';

export interface Prediction {
  readonly label: string;
  /** 0 to 1, calibrated on examples that the model had not seen. */
  readonly probability: number;
  /** The document's own words that spoke for the label, strongest first, with their share of all that did. */
  readonly terms: readonly { readonly term: string; readonly share: number }[];
  /** All labels, most probable first. */
  readonly all: readonly { readonly label: string; readonly probability: number }[];
}

/** Terms that are said of a decision. */
const maxTerms = 8;

/** Where the model knows none of the document's words, the label is the one that is most frequent in general, with its probability. */
export function predict(model: LinearWeights, document: LinearDocument): Prediction {
  const known = knownGrams(model, document);
  const labelCount = model.labels.length;
  const weight = (row: number, label: number) => (model.weights[row * labelCount + label] as number) * model.scale;
  const scores = Float64Array.from(model.biases, (bias, label) => {
    let score = bias;
    for (const { row, value } of known) score += weight(row, label) * value;
    return score;
  });
  const probabilities = probabilitiesOf(scores, model.calibration);
  const all = model.labels
    .map((label, at) => ({ label, probability: probabilities[at] as number, at }))
    .sort((a, b) => b.probability - a.probability || a.at - b.at);
  const [best] = all as [(typeof all)[number], ...typeof all];
  const contributions = known.map(({ gram, row, value }) => {
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
  /** Of the document's vector. */
  readonly value: number;
}

/** The document's grams that the model has weights for. Of grams that share a bucket, the first is named. */
function knownGrams(model: LinearWeights, document: LinearDocument): KnownGram[] {
  const countsByRow = new Map<number, { readonly gram: string; count: number }>();
  for (const [gram, count] of documentGrams(document, model.grams)) {
    const row = rowOf(model.buckets, bucketOf(gram, model.bits));
    if (row < 0) continue;
    const before = countsByRow.get(row);
    if (before === undefined) countsByRow.set(row, { gram, count });
    else before.count += count;
  }
  const rows = Uint32Array.from(countsByRow.keys());
  const values = valuesOf({ rows, counts: Float64Array.from(countsByRow.values(), ({ count }) => count) }, model.idf);
  return [...countsByRow].map(([row, { gram }], at) => ({ gram, row, value: values[at] as number }));
}

/** Place of a number in an ascending list; -1: it is not there. */
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

/** A term within one that is named already, or around it, says nothing new: the runs of a headline overlap. */
function strongest(contributions: readonly { readonly term: string; readonly weight: number }[]): Prediction['terms'] {
  const speaking = contributions.filter(({ weight }) => weight > 0);
  const total = speaking.reduce((sum, { weight }) => sum + weight, 0);
  const chosen: { term: string; share: number }[] = [];
  const sorted = speaking.toSorted((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1));
  for (const { term, weight } of sorted) {
    if (chosen.length === maxTerms) break;
    if (chosen.some((other) => other.term.includes(term) || term.includes(other.term))) continue;
    chosen.push({ term, share: weight / total });
  }
  return chosen;
}
