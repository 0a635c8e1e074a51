import type { Label, PrecisionEstimate } from '../../model/topic/label.ts';

/** A label with its weight: the number of pages that it stands for. */
export interface WeightedLabel {
  readonly score: number;
  readonly relevant: boolean;
  readonly weight: number;
}

type DrawnLabel = Label & { readonly drawn: NonNullable<Label['drawn']> };

/**
 * Weights the labels of drawn pages: one over the probability that at least one of the draws shows the page (Horvitz and Thompson 1952). A draw's rate in a stratum is
 * the share that was labelled, so skipped pages do not bias it. Labels of pages that a person chose are left out: their probability is unknown.
 */
export function weightLabels(labels: readonly Label[]): WeightedLabel[] {
  const drawn = labels.filter((label): label is DrawnLabel => label.drawn !== null);
  const strata = new Map<string, { readonly drawn: DrawnLabel['drawn']; labelled: number }>();
  for (const { drawn: draw } of drawn) {
    const key = `${draw.draw}\n${draw.from}`;
    const stratum = strata.get(key) ?? { drawn: draw, labelled: 0 };
    stratum.labelled++;
    strata.set(key, stratum);
  }
  const allStrata = [...strata.values()];
  return drawn.map(({ score, relevant, seenAt }) => {
    const chanceUnseen = allStrata
      .filter(({ drawn: { from, to, at } }) => score >= from && (to === null || score < to) && at >= seenAt)
      .reduce((chance, { drawn: { population }, labelled }) => chance * (1 - Math.min(1, labelled / population)), 1);
    return { score, relevant, weight: 1 / Math.max(1e-9, 1 - chanceUnseen) };
  });
}

/** Estimates the precision above a threshold: the ratio of the weighted sums (Hajek 1971), with its standard error by linearisation. */
export function precisionFrom(labels: readonly WeightedLabel[], threshold: number): PrecisionEstimate {
  const kept = labels.filter(({ score }) => score >= threshold);
  const total = sum(kept.map(({ weight }) => weight));
  if (total === 0) return { precision: 0, margin: 1, labels: 0 };
  const precision = sum(kept.map(({ weight, relevant }) => (relevant ? weight : 0))) / total;
  const errors = kept.map(({ weight, relevant }) => weight * (Number(relevant) - precision));
  return { precision, margin: Math.hypot(...errors) / total, labels: kept.length };
}

/**
 * The 95 % confidence interval of the precision: Wilson's (1927) with the effective sample size of the weighted labels (Kish 1965), so that ten labels that agree are not
 * certainty. Wrong labels are not accounted for.
 */
export function precisionInterval(
  labels: readonly WeightedLabel[],
  threshold: number,
): { readonly low: number; readonly high: number } {
  const weights = labels.filter(({ score }) => score >= threshold).map(({ weight }) => weight);
  if (weights.length === 0) return { low: 0, high: 1 };
  const n = sum(weights) ** 2 / sum(weights.map((weight) => weight ** 2));
  const { precision } = precisionFrom(labels, threshold);
  const z = 1.96;
  const middle = (precision + z ** 2 / (2 * n)) / (1 + z ** 2 / n);
  const half = (z / (1 + z ** 2 / n)) * Math.sqrt((precision * (1 - precision)) / n + z ** 2 / (4 * n ** 2));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/** Estimates the number of relevant pages above a threshold. */
export const relevantCountFrom = (labels: readonly WeightedLabel[], threshold: number): number =>
  sum(labels.map(({ weight, score, relevant }) => (relevant && score >= threshold ? weight : 0)));

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
