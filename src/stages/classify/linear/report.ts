import type { LabelReport } from '../../../model/topic/label-report.ts';

/** @param pairs what each example is, and what was said; a label that is not in `labels` is an error */
export function labelReport(
  labels: readonly string[],
  pairs: Iterable<{ readonly is: string; readonly said: string }>,
): LabelReport {
  const places = new Map(labels.map((label, at) => [label, at]));
  const confusion = labels.map(() => labels.map(() => 0));
  for (const { is, said } of pairs) {
    const row = confusion[placeOf(is)] as number[];
    const column = placeOf(said);
    row[column] = (row[column] as number) + 1;
  }
  function placeOf(label: string): number {
    const place = places.get(label);
    if (place === undefined) throw new Error(`"${label}" is none of the labels ${labels.join(', ')}`);
    return place;
  }
  const byLabel = labels.map((label, at) => {
    const right = confusion[at]?.[at] ?? 0;
    const examples = sum(confusion[at] ?? []);
    const said = sum(confusion.map((row) => row[at] ?? 0));
    const [precision, recall] = [ratio(right, said), ratio(right, examples)];
    return { label, examples, precision, recall, f1: ratio(2 * right, said + examples) };
  });
  const examples = sum(byLabel.map((one) => one.examples));
  const right = sum(confusion.map((row, at) => row[at] ?? 0));
  // a label without an example in the test says nothing about the model
  const seen = byLabel.filter((one) => one.examples > 0);
  return {
    examples,
    accuracy: ratio(right, examples),
    macroF1: ratio(sum(seen.map(({ f1 }) => f1)), seen.length),
    labels: byLabel,
    confusion,
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
const ratio = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
