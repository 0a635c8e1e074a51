import type { Label, PrecisionEstimate } from '../../model/topic/label.ts';

/** A label with the number of pages that it stands for. */
export interface WeightedLabel {
  readonly score: number;
  readonly relevant: boolean;
  readonly weight: number;
}

type DrawnLabel = Label & { readonly drawn: NonNullable<Label['drawn']> };

/**
 * What each drawn page stands for: one over the chance with which any of the draws would have shown it (Horvitz and Thompson 1952). A draw's rate in a stratum
 * is what of it was labelled, so that a page that was skipped takes nothing away. Labels of pages that somebody chose are left out: nobody knows their chance.
 */
export function weightLabels(labels: readonly Label[]): WeightedLabel[] {
  const drawn = labels.filter((label): label is DrawnLabel => label.drawn !== null);
  const strata = new Map<string, { readonly drawn: DrawnLabel['drawn']; labelled: number }>();
  for (const { drawn: one } of drawn) {
    const key = `${one.draw}\n${one.from}`;
    const stratum = strata.get(key) ?? { drawn: one, labelled: 0 };
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

/** The precision of what is kept from a threshold on: the ratio of the weighted sums (Hajek 1971), with its error by linearisation. */
export function precisionFrom(labels: readonly WeightedLabel[], threshold: number): PrecisionEstimate {
  const kept = labels.filter(({ score }) => score >= threshold);
  const total = sum(kept.map(({ weight }) => weight));
  if (total === 0) return { precision: 0, margin: 1, labels: 0 };
  const precision = sum(kept.map(({ weight, relevant }) => (relevant ? weight : 0))) / total;
  const errors = kept.map(({ weight, relevant }) => weight * (Number(relevant) - precision));
  return { precision, margin: Math.hypot(...errors) / total, labels: kept.length };
}

/**
 * From where to where the true precision lies, 19 times in 20: the interval of Wilson (1927) with the number of equally weighted labels that tell as much (Kish
 * 1965), so that ten labels that all agree do not look like certainty. Wrong labels are not thought of.
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

/** How many relevant pages are kept from a threshold on. */
export const relevantCountFrom = (labels: readonly WeightedLabel[], threshold: number): number =>
  sum(labels.map(({ weight, score, relevant }) => (relevant && score >= threshold ? weight : 0)));

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
