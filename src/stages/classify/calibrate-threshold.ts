import type { CalibrationStep, Label } from '../../model/topic/label.ts';
import { precisionFrom, relevantCountFrom, type WeightedLabel, weightLabels } from './precision.ts';

export interface CalibrationOptions {
  /** The precision that is wanted. */
  readonly target: number;
  /** By so much the precision may move and is still the same. */
  readonly tolerance: number;
  /** Without so many drawn labels nothing is changed. */
  readonly floor: number;
}

/** The bars of a topic gate are precision .95 at recall .9; one wrong label in twenty lets the best topic look like .95, so that is not asked for here. */
export const calibrationDefaults: CalibrationOptions = { target: 0.9, tolerance: 0.05, floor: 30 };

/** The first step is this part of the topic's own threshold, and at an eighth of that it ends. */
const firstStepShare = 1 / 4;
const lastStepShare = firstStepShare / 8;
/** A precision is told by so many labels at least. */
const minLabels = 10;
/** A part of the scores that holds fewer relevant labels says nothing of what the scores can give. */
const minRelevantLabels = 8;
/** What keeps less than this part of what can be had is no alternative. */
const minRecallShare = 0.4;

type Step = Omit<CalibrationStep, 'topic' | 'at'>;

/**
 * One round of the step rule: where the precision moved by no more than the tolerance, the threshold goes down a step, for coverage; where it moved by more, up a
 * step, for precision; until it is steady. What it moved from is fixed (docs/adr/0013): the precision that is wanted, or the best that these scores give.
 * Each turn halves the step, so that it comes to an end.
 * @param history steps so far, oldest first
 * @param start the threshold of the topic's definition
 * @returns the step to record, or in words why there is none
 */
export function calibrateThreshold(
  history: readonly CalibrationStep[],
  labels: readonly Label[],
  start: number,
  options: CalibrationOptions,
): Step | string {
  const weightedLabels = weightLabels(labels);
  if (weightedLabels.length < options.floor)
    return `${weightedLabels.length} labels of drawn pages; it takes ${options.floor} to judge the threshold`;
  const last = history.at(-1);
  const from = last?.to ?? start;
  const estimate = precisionFrom(weightedLabels, from);
  const reference = Math.min(options.target, bestPrecision(weightedLabels));
  const moved = reference - estimate.precision;
  const evidence = { ...estimate, number: history.length + 1, from, reference, moved };
  const held = moved <= options.tolerance || estimate.labels < minLabels;
  if (last?.steady === true) {
    if (held || moved <= 2 * options.tolerance)
      return `steady at ${formatted(from)}: precision ${formatted(estimate.precision)}`;
    return stepFrom({ ...evidence, size: last.size * 2, direction: 'up' }, 'it was steady, and the precision fell');
  }
  const direction = held ? 'down' : 'up';
  const size = nextSize(history, start, direction);
  const why = estimate.labels < minLabels ? 'too few pages are kept to tell the precision' : reason(evidence, options);
  if (size >= start * lastStepShare) return stepFrom({ ...evidence, size, direction }, why);
  // the end: where it held it stays, else one last small step leads back to where it did
  return held
    ? { ...evidence, size, to: from, direction: 'stay', steady: true, why: `steady: ${why}` }
    : { ...stepFrom({ ...evidence, size: size * 2, direction }, `steady: ${why}`), size, steady: true };
}

/** A turn halves the step; the third step in a row in one direction doubles it, up to the topic's own threshold: what is far is not walked to. */
function nextSize(history: readonly CalibrationStep[], start: number, direction: Step['direction']): number {
  const [before, last] = [history.at(-2), history.at(-1)];
  if (last === undefined) return start * firstStepShare;
  if (last.direction !== direction) return last.size / 2;
  return before?.direction === direction && before.size === last.size ? Math.min(2 * last.size, start) : last.size;
}

type Evidence = Omit<Step, 'to' | 'steady' | 'why'>;

function stepFrom(evidence: Evidence, why: string): Step {
  const { from, size, direction } = evidence;
  // a threshold of 0 would keep every page
  const to = direction === 'up' ? from + size : from - size > 0 ? from - size : from / 2;
  return { ...evidence, to, steady: false, why };
}

/**
 * The highest precision that these scores can give and still keep a good part of what can be had: of the relevant pages above the lowest threshold that has half
 * of the highest precision. Below that, what is labelled relevant is mostly a mistake of the labels, and there are many pages for each label.
 */
function bestPrecision(labels: readonly WeightedLabel[]): number {
  const scores = labels.flatMap(({ score, relevant }) => (relevant ? score : [])).sort((a, b) => b - a);
  const candidates = [...new Set(scores.slice(minRelevantLabels - 1))]
    .map((threshold) => ({ ...precisionFrom(labels, threshold), relevant: relevantCountFrom(labels, threshold) }))
    .filter((one) => one.labels >= minLabels);
  const highest = Math.max(0, ...candidates.map(({ precision }) => precision));
  const plausible = candidates.filter(({ precision }) => precision >= highest / 2);
  const mostRelevant = Math.max(0, ...plausible.map(({ relevant }) => relevant));
  const eligible = plausible.filter(({ relevant }) => relevant >= minRecallShare * mostRelevant);
  return Math.max(0, ...eligible.map(({ precision }) => precision));
}

const reason = (
  { precision, reference, moved }: Pick<Step, 'precision' | 'reference' | 'moved'>,
  { tolerance }: CalibrationOptions,
) =>
  moved <= tolerance
    ? `precision ${formatted(precision)} is within ${formatted(tolerance)} of ${formatted(reference)}: room for coverage`
    : `precision ${formatted(precision)} is more than ${formatted(tolerance)} below ${formatted(reference)}`;

const formatted = (value: number): string => value.toFixed(3);
