import type { CalibrationStep, Label } from '../../model/topic/label.ts';
import { precisionFrom, relevantCountFrom, type WeightedLabel, weightLabels } from './precision.ts';

export interface CalibrationOptions {
  /** The target precision. */
  readonly target: number;
  /** A precision at most this far below the reference counts as reached. */
  readonly tolerance: number;
  /** Minimum number of labels of drawn pages; with fewer the threshold stays. */
  readonly floor: number;
}

/** Target .9: with one wrong label in twenty, even a perfect topic measures a precision of about .95. */
export const calibrationDefaults: CalibrationOptions = { target: 0.9, tolerance: 0.05, floor: 30 };

/** Shares of the topic's defined threshold: the size of the first step, and the size below which the threshold is steady. */
const firstStepShare = 1 / 4;
const lastStepShare = firstStepShare / 8;
/** Minimum number of labels for a precision estimate, and of new labels of drawn pages since the last step. */
const minLabels = 10;
/** A candidate threshold needs at least this many relevant labels above it. */
const minRelevantLabels = 8;
/** A candidate threshold keeps at least this share of the relevant pages. */
const minRecallShare = 0.4;
/** With fewer relevant labels, no candidate keeps as few pages as `minRecallShare` allows: a higher threshold may be better than all of them. */
const relevantLabelsForBest = minRelevantLabels / minRecallShare;

type Step = Omit<CalibrationStep, 'topic' | 'at'>;

/**
 * One round of the step rule. When the precision is at most the tolerance below the reference, the threshold goes down a step, for coverage; else it goes up a step, for
 * precision. The reference is fixed (docs/adr/0013): the target precision, or the best that these scores reach, if that is lower. Each change of direction halves the
 * step, so the rule ends. Without enough relevant labels the best precision is unknown, so there is no step: any threshold would seem good enough. A step needs new labels
 * too: the labels that led to the last one say nothing more.
 * @param history steps so far, oldest first
 * @param start the threshold in the topic's definition
 * @returns the step to record, or the reason why there is no step
 */
export function calibrateThreshold(
  history: readonly CalibrationStep[],
  labels: readonly Label[],
  start: number,
  options: CalibrationOptions,
): Step | string {
  const weightedLabels = weightLabels(labels);
  if (weightedLabels.length < options.floor)
    return `${weightedLabels.length} labels of drawn pages; the threshold needs ${options.floor}`;
  const last = history.at(-1);
  const from = last?.to ?? start;
  const estimate = precisionFrom(weightedLabels, from);
  const best = bestPrecision(weightedLabels);
  if (best === null) return missingLabels(weightedLabels, minRelevantLabels);
  const reference = Math.min(options.target, best);
  const moved = reference - estimate.precision;
  const evidence = { ...estimate, number: history.length + 1, from, reference, moved };
  const held = moved <= options.tolerance || estimate.labels < minLabels;
  if (last?.steady === true) {
    if (held || moved <= 2 * options.tolerance)
      return `steady at ${formatted(from)}: precision ${formatted(estimate.precision)}`;
  }
  const newLabels = last === undefined ? minLabels : labels.filter((label) => isDrawnAfter(label, last.at)).length;
  if (newLabels < minLabels)
    return `${newLabels} new labels of drawn pages since the last step, which needs ${minLabels}: label ${minLabels - newLabels} more`;
  if (last?.steady === true)
    return stepFrom({ ...evidence, size: last.size * 2, direction: 'up' }, 'it was steady, and the precision fell');
  const isBelowTarget = estimate.labels >= minLabels && options.target - estimate.precision > options.tolerance;
  if (held && isBelowTarget && relevantAmong(weightedLabels) < relevantLabelsForBest)
    return missingLabels(weightedLabels, relevantLabelsForBest);
  const direction = held ? 'down' : 'up';
  const size = nextSize(history, start, direction);
  const why =
    estimate.labels < minLabels
      ? 'too few labels above the threshold to estimate the precision'
      : reason(evidence, options);
  if (size >= start * lastStepShare) return stepFrom({ ...evidence, size, direction }, why);
  // the end: the threshold stays where the precision held; else a last small step goes back up to where it did
  return held
    ? { ...evidence, size, to: from, direction: 'stay', steady: true, why: `steady: ${why}` }
    : { ...stepFrom({ ...evidence, size: size * 2, direction }, `steady: ${why}`), size, steady: true };
}

const isDrawnAfter = ({ at, drawn }: Label, time: Date): boolean => drawn !== null && at > time;

const relevantAmong = (labels: readonly WeightedLabel[]): number => labels.filter(({ relevant }) => relevant).length;

/** The answer where too few labels are relevant to know the best precision. How many more are needed follows from the share of relevant labels so far. */
function missingLabels(labels: readonly WeightedLabel[], needed: number): string {
  const relevant = relevantAmong(labels);
  // at least one: the relevant labels can be enough while the labels at their scores are not. One relevant label is added to the share, which can be 0
  const more = Math.ceil((Math.max(1, needed - relevant) * labels.length) / (relevant + 1));
  return `${relevant} of ${labels.length} labels are relevant, too few to know the best precision: label ${more} more`;
}

/** A change of direction halves the step. The third step in a row in one direction doubles it, up to the topic's defined threshold: so a distant goal needs few steps. */
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
 * The highest precision of a threshold that keeps at least `minRecallShare` of the relevant pages. Only thresholds with at least half of the highest precision count:
 * below those, labels that say relevant are mostly mistakes, and each stands for many pages.
 * @returns null: no threshold has enough labels above it
 */
function bestPrecision(labels: readonly WeightedLabel[]): number | null {
  const scores = labels.flatMap(({ score, relevant }) => (relevant ? score : [])).sort((a, b) => b - a);
  const candidates = [...new Set(scores.slice(minRelevantLabels - 1))]
    .map((threshold) => ({ ...precisionFrom(labels, threshold), relevant: relevantCountFrom(labels, threshold) }))
    .filter((candidate) => candidate.labels >= minLabels);
  if (candidates.length === 0) return null;
  const highest = Math.max(0, ...candidates.map(({ precision }) => precision));
  const plausible = candidates.filter(({ precision }) => precision >= highest / 2);
  const mostRelevant = Math.max(0, ...plausible.map(({ relevant }) => relevant));
  const eligible = plausible.filter(({ relevant }) => relevant >= minRecallShare * mostRelevant);
  return Math.max(0, ...eligible.map(({ precision }) => precision));
}

const reason = (
  { precision, reference, moved }: { readonly precision: number; readonly reference: number; readonly moved: number },
  { tolerance }: CalibrationOptions,
) =>
  moved <= tolerance
    ? `precision ${formatted(precision)} is within ${formatted(tolerance)} of ${formatted(reference)}: the threshold can go down for coverage`
    : `precision ${formatted(precision)} is more than ${formatted(tolerance)} below ${formatted(reference)}`;

const formatted = (value: number): string => value.toFixed(3);
