import { NewshawkError } from '../../../errors.ts';
import type { TrainingReport } from '../../../model/topic/label-report.ts';
import type { GramSettings } from '../../../model/topic/linear-weights.ts';
import { type Calibration, calibrateProbabilities, probabilitiesOf } from './calibrate-probabilities.ts';
import { foldsOf, type LinearExample, orderedExamples } from './examples.ts';
import { type FitOptions, fitLinear, type LabelledDocuments, labelScores } from './fit.ts';
import { documentGrams } from './grams.ts';
import { type LinearModel, sealModel } from './model.ts';
import { packPlanes } from './pack.ts';
import { labelReport } from './report.ts';
import { type CountedDocument, countDocuments } from './vocabulary.ts';

interface LinearOptions extends Omit<FitOptions, 'minDocuments'> {
  /** Grams that fewer texts contain are left out; `by-length`: 2 for long texts, 1 for headlines. */
  readonly minDocuments: number | 'by-length';
  readonly grams: GramSettings;
  /** Grams are hashed into 2 ** bits buckets. */
  readonly bits: number;
  /** Folds of the cross-validation that calibrates the probabilities and makes the report. */
  readonly folds: number;
  /** At most this many buckets are stored: those whose weights distinguish the labels best. */
  readonly maxBuckets: number;
}

/** Chosen by cross-validation on 1,333 English texts of five labels and 9,000 Chinese headlines of ten, where neighbouring values differ by less than chance: docs/categories.md. */
const defaultOptions: LinearOptions = {
  grams: { titleWeight: 3, leadWeight: 3, words: 1, characters: 2, maxLength: 20_000 },
  bits: 22,
  cost: 1,
  tolerance: 0.1,
  maxPasses: 200,
  smoothing: 0.03,
  marginWeight: 6,
  minDocuments: 'by-length',
  folds: 5,
  maxBuckets: 100_000,
};

/**
 * Trains a model that predicts labels. Deterministic; the order of the examples does not matter.
 * @throws NewshawkError misconfigured: fewer than two labels, or a label with fewer than two examples
 */
export function trainLinear(examples: Iterable<LinearExample>, options: Partial<LinearOptions> = {}): LinearModel {
  const merged = { ...defaultOptions, ...options };
  const ordered = orderedExamples(examples);
  const labels = labelsOf(ordered);
  const grams = ordered.values().map((example) => documentGrams(example, merged.grams));
  const { vocabulary, counted } = countDocuments(grams, merged.bits);
  const settings = {
    ...merged,
    minDocuments: merged.minDocuments === 'by-length' ? minDocumentsFor(counted) : merged.minDocuments,
  };
  const data: LabelledDocuments = {
    documents: counted,
    labels: Uint32Array.from(ordered, ({ label }) => labels.indexOf(label)),
    weights: Float64Array.from(ordered, ({ weight = 1 }) => weight),
  };
  const width = vocabulary.buckets.length;
  if (width === 0)
    throw new NewshawkError('misconfigured', 'no example contains a word: there is nothing to learn from.');
  const folds = foldsOf(ordered, settings.folds);
  const heldOut = heldOutScores(data, folds, (part) => fitLinear(part, labels.length, width, settings));
  const scoredExamples = heldOut.map((scores, at) => ({
    scores,
    label: data.labels[at] as number,
    weight: data.weights[at] as number,
  }));
  const calibration = calibrateProbabilities(scoredExamples, labels.length);
  const fit = fitLinear(data, labels.length, width, settings);
  return sealModel({
    labels,
    examples: ordered.length,
    grams: settings.grams,
    bits: settings.bits,
    ...packPlanes(fit, vocabulary, settings.maxBuckets),
    calibration,
    report: reportOf(labels, scoredExamples, calibration, new Set(folds).size),
  });
}

/** Distinct grams per text, on average; a headline has about thirty. */
const minGramsOfLongText = 100;

/** In long texts, grams of a single text are mostly names and misspellings; in headlines they are a third of all grams. */
function minDocumentsFor(documents: readonly CountedDocument[]): number {
  const grams = documents.reduce((sum, { rows }) => sum + rows.length, 0);
  return grams / documents.length >= minGramsOfLongText ? 2 : 1;
}

/** Sorted label names. @throws NewshawkError misconfigured: fewer than two labels, or a label with a single example */
function labelsOf(examples: readonly LinearExample[]): string[] {
  const counts = new Map<string, number>();
  for (const { label } of examples) counts.set(label, (counts.get(label) ?? 0) + 1);
  const labels = [...counts.keys()].sort();
  if (labels.length < 2)
    throw new NewshawkError(
      'misconfigured',
      labels.length === 0
        ? 'there are no examples to learn from'
        : `all examples have the same label ("${labels[0]}"): at least two labels are needed.`,
    );
  const rare = labels.filter((label) => (counts.get(label) ?? 0) < 2);
  if (rare.length > 0)
    throw new NewshawkError(
      'misconfigured',
      `each label needs at least two examples; ${rare.map((label) => `"${label}"`).join(', ')} ${rare.length === 1 ? 'has' : 'have'} one. Add some, or leave the label out.`,
    );
  return labels;
}

/** Scores of each document by a fit that was not trained on it. */
function heldOutScores(
  { documents, labels, weights }: LabelledDocuments,
  folds: Uint32Array,
  train: (part: LabelledDocuments) => ReturnType<typeof fitLinear>,
): Float64Array[] {
  const scores: Float64Array[] = new Array(documents.length);
  for (const fold of new Set(folds)) {
    const isTraining = (_: unknown, at: number) => folds[at] !== fold;
    const fitted = train({
      documents: documents.filter(isTraining),
      labels: labels.filter(isTraining),
      weights: weights.filter(isTraining),
    });
    for (const [at, document] of documents.entries())
      if (folds[at] === fold) scores[at] = labelScores(document, fitted);
  }
  return scores;
}

/** The report on held-out examples. Only the calibration has seen them, and it has few parameters. */
function reportOf(
  labels: readonly string[],
  scored: readonly { readonly scores: Float64Array; readonly label: number }[],
  calibration: Calibration,
  folds: number,
): TrainingReport {
  const nameOf = (at: number) => labels[at] as string;
  const pairs = scored.map(({ scores, label }) => {
    const probabilities = probabilitiesOf(scores, calibration);
    return { actual: nameOf(label), predicted: nameOf(probabilities.indexOf(Math.max(...probabilities))) };
  });
  return { folds, ...labelReport(labels, pairs) };
}
