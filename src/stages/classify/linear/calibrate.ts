/** What makes probabilities of scores: softmax of slope * score + offset. */
export interface Calibration {
  readonly slope: number;
  /** By label. */
  readonly offsets: readonly number[];
}

export interface ScoredExample {
  /** By label, of a fit that did not see the example. */
  readonly scores: Float64Array;
  readonly label: number;
  readonly weight: number;
}

const sweeps = 12;
/** How firmly an offset is held at 0, in examples: a few of them don't move it. */
const offsetPrior = 10;

/**
 * Platt scaling (Platt 1999) for any number of labels: one slope and an offset a label, with the least log loss on scores of held-out examples; coordinates are
 * moved one after the other by guarded Newton steps. Targets are Platt's: (n + 1) / (n + 2) for the label that it is, so that what was never wrong is not
 * sure beyond its evidence.
 */
export function calibrate(examples: readonly ScoredExample[], labelCount: number): Calibration {
  const objective = new LogLoss(examples, labelCount);
  const parameters = new Float64Array(labelCount + 1);
  parameters[0] = 1;
  descendByCoordinates(parameters, objective);
  return { slope: parameters[0], offsets: [...parameters.subarray(1)] };
}

/** Of the parameters (slope, offsets), with the prior on the offsets. */
class LogLoss {
  readonly #examples: readonly ScoredExample[];
  /** By label: what is left for the other labels where it is this one. */
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

  /** First and second derivative along one parameter. */
  slopes(parameters: Float64Array, coordinate: number): { readonly gradient: number; readonly curvature: number } {
    const calibration = { slope: parameters[0] as number, offsets: parameters.subarray(1) };
    const isSlope = coordinate === 0;
    let gradient = isSlope ? 0 : offsetPrior * (parameters[coordinate] as number);
    let curvature = isSlope ? 1e-9 : offsetPrior;
    for (const { scores, label, weight } of this.#examples) {
      const probabilities = probabilitiesOf(scores, calibration);
      let [mean, square] = [0, 0];
      for (let at = 0; at < probabilities.length; at++) {
        const direction = isSlope ? (scores[at] as number) : Number(at === coordinate - 1);
        const probability = probabilities[at] as number;
        gradient += weight * (probability - this.#target(label, at, scores.length)) * direction;
        mean += probability * direction;
        square += probability * direction * direction;
      }
      curvature += weight * (square - mean * mean);
    }
    return { gradient, curvature };
  }

  #target(label: number, at: number, labelCount: number): number {
    const missed = this.#missed[label] as number;
    return at === label ? 1 - missed : missed / (labelCount - 1);
  }
}

/** Newton's step along each coordinate, halved until the loss is less. */
function descendByCoordinates(parameters: Float64Array, objective: LogLoss): void {
  let loss = objective.at(parameters);
  for (let sweep = 0; sweep < sweeps; sweep++) {
    const before = loss;
    for (let coordinate = 0; coordinate < parameters.length; coordinate++)
      loss = stepAlong(parameters, coordinate, objective, loss);
    if (before - loss < 1e-5 * Math.abs(before)) break;
  }
}

/** @returns the loss after the step */
function stepAlong(parameters: Float64Array, coordinate: number, objective: LogLoss, loss: number): number {
  const { gradient, curvature } = objective.slopes(parameters, coordinate);
  const start = parameters[coordinate] as number;
  let step = gradient / curvature;
  for (let halvings = 0; halvings < 20; halvings++, step /= 2) {
    // a slope of 0 or less would turn the order of the labels round
    if (coordinate === 0 && start - step <= 0) continue;
    parameters[coordinate] = start - step;
    const reached = objective.at(parameters);
    if (reached <= loss) return reached;
  }
  parameters[coordinate] = start;
  return loss;
}

/** Sums to 1. */
export function probabilitiesOf(
  scores: Float64Array,
  { slope, offsets }: { readonly slope: number; readonly offsets: ArrayLike<number> },
): Float64Array {
  const logits = logitsOf(scores, slope, offsets);
  const rest = logSumExp(logits);
  return logits.map((logit) => Math.exp(logit - rest));
}

/** A loop, as `map` took a fifth of all training here. */
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
