import { z } from 'zod';
import shippedFile from '../model/confidence.json' with { type: 'json' };
import { type SignalName, type Signals, signalDescriptions } from './signals.ts';

const modelSchema = z.strictObject({
  intercept: z.number(),
  /** By signal: its weight, and its mean on the training pages. */
  signals: z.record(z.string(), z.strictObject({ weight: z.number(), mean: z.number() })),
});

/** A logistic regression over the signals of a body; trained by `tools/train-extractor/confidence.py`, described in docs/confidence.md. */
export interface ConfidenceModel {
  readonly intercept: number;
  readonly terms: readonly ConfidenceTerm[];
}

interface ConfidenceTerm {
  readonly signal: SignalName;
  readonly weight: number;
  readonly mean: number;
}

const isSignal = (name: string): name is SignalName => Object.hasOwn(signalDescriptions, name);

/** @throws Error if the file is not a model, or has signals that are not computed */
export function parseConfidenceModel(file: unknown): ConfidenceModel {
  const { intercept, signals } = modelSchema.parse(file);
  const terms = Object.entries(signals).map(([signal, { weight, mean }]) => {
    if (!isSignal(signal))
      throw new Error(`confidence model: the signal ${signal} does not exist: run tools/train-extractor/confidence.py`);
    return { signal, weight, mean };
  });
  return { intercept, terms };
}

let shipped: ConfidenceModel | undefined;

/** The model of the package; parsed once. */
export function shippedConfidence(): ConfidenceModel {
  shipped ??= parseConfidenceModel(shippedFile);
  return shipped;
}

/** The estimated probability that the body is right, that its F1 against a person's reading is at least .9; in thousandths. */
export function confidenceIn(signals: Signals, { intercept, terms }: ConfidenceModel): number {
  const sum = terms.reduce((score, { signal, weight }) => score + weight * signals[signal], intercept);
  return Math.round(1_000 / (1 + Math.exp(-sum))) / 1_000;
}

/** Log odds. A signal counts as a doubt if it lowers the score by at least this, compared with the mean page. */
const minDoubt = 0.3;
const shownDoubts = 3;

/** The signals that lower the confidence most, compared with the mean page; may be empty. */
export const doubtsAbout = (signals: Signals, { terms }: ConfidenceModel): string[] =>
  terms
    .map(({ signal, weight, mean }) => ({ signal, effect: weight * (signals[signal] - mean) }))
    .filter(({ effect }) => effect <= -minDoubt)
    .sort((a, b) => a.effect - b.effect)
    .slice(0, shownDoubts)
    .map(({ signal, effect }) => `${effect.toFixed(1)} ${signalDescriptions[signal]} = ${signals[signal].toFixed(2)}`);
