/** Turns scores into probabilities: softmax of slope * score + offset. */
export interface Calibration {
  readonly slope: number;
  /** By label. */
  readonly offsets: readonly number[];
}

export interface ScoredExample {
  /** By label, from a fit that was not trained on the example. */
  readonly scores: Float64Array;
  readonly label: number;
  readonly weight: number;
}

/** Usually ten are enough. */
const maxNewtonSteps = 60;
/** Strength of the prior that holds offsets at 0, in examples. */
const offsetPrior = 10;

/**
 * Platt scaling (Platt 1999) for any number of labels: one slope, and one offset per label, that minimise the log loss on scores of held-out examples, found by
 * damped Newton steps. Targets are Platt's: (n + 1) / (n + 2) instead of 1 for the true label of n examples, which avoids overconfidence in labels with few examples.
 */
export function calibrateProbabilities(examples: readonly ScoredExample[], labelCount: number): Calibration {
  const objective = new LogLoss(examples, labelCount);
  const parameters = new Float64Array(labelCount + 1);
  parameters[0] = 1;
  minimise(parameters, objective);
  return { slope: parameters[0], offsets: [...parameters.subarray(1)] };
}

/** Log loss as a function of the parameters (slope, offsets), with the prior on the offsets. */
class LogLoss {
  readonly #examples: readonly ScoredExample[];
  /** By label: the target probability of all other labels together, for examples of this label. */
  readonly #missed: Float64Array;

  constructor(examples: readonly ScoredExample[], labelCount: number) {
    this.#examples = examples;
    const counts = new Float64Array(labelCount);
    for (const { label, weight } of examples) counts[label] = (counts[label] as number) + weight;
    this.#missed = counts.map((count) => 1 / (count + 2));
  }

  at(parameters: Float64Array): number {
    const offsets = parameters.subarray(1);
    let loss = 0;
    for (const offset of offsets) loss += (offsetPrior * offset * offset) / 2;
    for (const example of this.#examples) {
      const logits = logitsOf(example.scores, parameters[0] as number, offsets);
      const rest = logSumExp(logits);
      for (let at = 0; at < logits.length; at++)
        loss -= example.weight * this.#target(example.label, at, logits.length) * ((logits[at] as number) - rest);
    }
    return loss;
  }

  /** Newton's step for each parameter alone: first derivative divided by the second. */
  steps(parameters: Float64Array): Float64Array {
    const calibration = { slope: parameters[0] as number, offsets: parameters.subarray(1) };
    const gradients = parameters.map((offset, at) => (at === 0 ? 0 : offsetPrior * offset));
    const curvatures = parameters.map((_, at) => (at === 0 ? 1e-9 : offsetPrior));
    for (const { scores, label, weight } of this.#examples) {
      const probabilities = probabilitiesOf(scores, calibration);
      let [missed, mean, square] = [0, 0, 0];
      for (let at = 0; at < probabilities.length; at++) {
        const [score, probability] = [scores[at] as number, probabilities[at] as number];
        const error = probability - this.#target(label, at, scores.length);
        gradients[at + 1] = (gradients[at + 1] as number) + weight * error;
        curvatures[at + 1] = (curvatures[at + 1] as number) + weight * probability * (1 - probability);
        missed += error * score;
        mean += probability * score;
        square += probability * score * score;
      }
      gradients[0] = (gradients[0] as number) + weight * missed;
      curvatures[0] = (curvatures[0] as number) + weight * (square - mean * mean);
    }
    return gradients.map((gradient, at) => gradient / (curvatures[at] as number));
  }

  #target(label: number, at: number, labelCount: number): number {
    const missed = this.#missed[label] as number;
    return at === label ? 1 - missed : missed / (labelCount - 1);
  }
}

/** Takes all steps together, halved until the loss decreases: the parameters depend little on each other. */
function minimise(parameters: Float64Array, objective: LogLoss): void {
  let loss = objective.at(parameters);
  for (let round = 0; round < maxNewtonSteps; round++) {
    const steps = objective.steps(parameters);
    const start = parameters.slice();
    let reached = Number.POSITIVE_INFINITY;
    for (let share = 1; share > 1e-4 && !(reached < loss); share /= 2) {
      for (const [at, step] of steps.entries()) parameters[at] = (start[at] as number) - share * step;
      // a slope of 0 or less would reverse the order of the labels
      reached = (parameters[0] as number) > 0 ? objective.at(parameters) : Number.POSITIVE_INFINITY;
    }
    if (!(reached < loss)) {
      parameters.set(start);
      return;
    }
    const gained = loss - reached;
    loss = reached;
    if (gained < 1e-7 * Math.abs(loss)) return;
  }
}

/** @returns probabilities by label; their sum is 1 */
export function probabilitiesOf(
  scores: Float64Array,
  { slope, offsets }: { readonly slope: number; readonly offsets: ArrayLike<number> },
): Float64Array {
  const logits = logitsOf(scores, slope, offsets);
  const rest = logSumExp(logits);
  return logits.map((logit) => Math.exp(logit - rest));
}

/** A loop: `map` would take a fifth of the training time here. */
function logitsOf(scores: Float64Array, slope: number, offsets: ArrayLike<number>): Float64Array {
  const logits = new Float64Array(scores.length);
  for (let at = 0; at < scores.length; at++) logits[at] = slope * (scores[at] as number) + (offsets[at] as number);
  return logits;
}

function logSumExp(logits: Float64Array): number {
  let highest = Number.NEGATIVE_INFINITY;
  for (const logit of logits) highest = Math.max(highest, logit);
  let sum = 0;
  for (const logit of logits) sum += Math.exp(logit - highest);
  return highest + Math.log(sum);
}
