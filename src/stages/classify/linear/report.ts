import type { LabelReport } from '../../../model/topic/label-report.ts';

/** @param pairs label and prediction of each example. @throws Error for a label that is not in `labels` */
export function labelReport(
  labels: readonly string[],
  pairs: Iterable<{ readonly actual: string; readonly predicted: string }>,
): LabelReport {
  const indices = new Map(labels.map((label, at) => [label, at]));
  const confusion = labels.map(() => labels.map(() => 0));
  for (const { actual, predicted } of pairs) {
    const row = confusion[indexOf(actual)] as number[];
    const column = indexOf(predicted);
    row[column] = (row[column] as number) + 1;
  }
  function indexOf(label: string): number {
    const index = indices.get(label);
    if (index === undefined) throw new Error(`"${label}" is not one of the labels ${labels.join(', ')}`);
    return index;
  }
  const byLabel = labels.map((label, at) => {
    const right = confusion[at]?.[at] ?? 0;
    const examples = sum(confusion[at] ?? []);
    const predictions = sum(confusion.map((row) => row[at] ?? 0));
    const [precision, recall] = [ratio(right, predictions), ratio(right, examples)];
    return { label, examples, precision, recall, f1: ratio(2 * right, predictions + examples) };
  });
  const examples = sum(byLabel.map((row) => row.examples));
  const right = sum(confusion.map((row, at) => row[at] ?? 0));
  // labels without examples do not count
  const tested = byLabel.filter((row) => row.examples > 0);
  return {
    examples,
    accuracy: ratio(right, examples),
    macroF1: ratio(sum(tested.map(({ f1 }) => f1)), tested.length),
    labels: byLabel,
    confusion,
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
const ratio = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
