import type { LabelReport } from '../../model/topic/label-report.ts';
import type { Session } from '../session.ts';
import { countText } from '../terminal/amounts.ts';
import { type Column, formatTable } from '../terminal/table.ts';

/** A report for people: the figures of each label, and the confusion matrix. */
export function labelReportText(report: LabelReport, { colors, tableWidth }: Session): string {
  const figure = (value: number): string => value.toFixed(3);
  const right = (title: string): Column => ({ title, align: 'right' });
  const figures = formatTable(
    [{ title: 'label' }, right('examples'), right('precision'), right('recall'), right('F1')],
    report.labels.map(({ label, examples, precision, recall, f1 }) => [
      label,
      countText(examples),
      ...[precision, recall, f1].map(figure),
    ]),
    tableWidth,
    colors,
  );
  const confusion = formatTable(
    [{ title: 'actual, predicted' }, ...report.labels.map(({ label }) => ({ ...right(label), shrinkTo: 4 }))],
    report.labels.map(({ label }, row) => [
      label,
      ...report.labels.map((_, column) => String(report.confusion[row]?.[column] ?? 0)),
    ]),
    tableWidth,
    colors,
  );
  return `${figures}\n${confusion}`;
}

/** `accuracy 0.981, macro F1 0.980` */
export const summaryText = ({ accuracy, macroF1 }: LabelReport): string =>
  `accuracy ${accuracy.toFixed(3)}, macro F1 ${macroF1.toFixed(3)}`;
