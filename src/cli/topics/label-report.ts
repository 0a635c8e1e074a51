import type { LabelReport } from '../../model/topic/label-report.ts';
import type { Session } from '../session.ts';
import { countText } from '../terminal/amounts.ts';
import { formatTable, tableText } from '../terminal/table.ts';

/** A report for people: the figures of each label, and the confusion matrix. */
export function labelReportText(report: LabelReport, session: Session): string {
  const figures = tableText(session, report.labels, [
    ['label', ({ label }) => label],
    ['examples', ({ examples }) => countText(examples), 'right'],
    ['precision', ({ precision }) => precision.toFixed(3), 'right'],
    ['recall', ({ recall }) => recall.toFixed(3), 'right'],
    ['F1', ({ f1 }) => f1.toFixed(3), 'right'],
  ]);
  const confusion = formatTable(
    [
      { title: 'actual, predicted' },
      ...report.labels.map(({ label }) => ({ title: label, align: 'right' as const, shrinkTo: 4 })),
    ],
    report.labels.map(({ label }, row) => [
      label,
      ...report.labels.map((_, column) => String(report.confusion[row]?.[column] ?? 0)),
    ]),
    session.tableWidth,
    session.colors,
  );
  return `${figures}\n${confusion}`;
}

/** `accuracy 0.981, macro F1 0.980` */
export const summaryText = ({ accuracy, macroF1 }: LabelReport): string =>
  `accuracy ${accuracy.toFixed(3)}, macro F1 ${macroF1.toFixed(3)}`;
