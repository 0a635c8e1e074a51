import { printable } from '../../printable.ts';
import { displayWidth, pad } from './width.ts';

export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
  /** May be cut to this many cells when the table is too wide; without it the column keeps its width. */
  readonly shrinkTo?: number;
}

const gap = '  ';

/** A table in plain text, no wider than `width` cells as far as the columns that may shrink allow; the last column is not filled up. */
export function formatTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width: number,
  paint: { readonly bold: (text: string) => string } = { bold: (text) => text },
): string {
  const cells = rows.map((row) => columns.map((_, index) => printable(row[index] ?? '')));
  const widths = columnWidths(columns, cells, width);
  const line = (row: readonly string[]): string =>
    row
      .map((cell, index) => pad(cell, widths[index] ?? 0, columns[index]?.align))
      .join(gap)
      .trimEnd();
  const head = paint.bold(line(columns.map(({ title }) => title)));
  return `${[head, ...cells.map(line)].join('\n')}\n`;
}

function columnWidths(columns: readonly Column[], cells: readonly (readonly string[])[], width: number): number[] {
  const widths = columns.map(({ title }, index) =>
    Math.max(displayWidth(title), ...cells.map((row) => displayWidth(row[index] ?? ''))),
  );
  const total = (): number => widths.reduce((sum, one) => sum + one, 0) + gap.length * (columns.length - 1);
  // The widest of those that may give way gives way first, one cell at a time: a few hundred steps at most.
  for (let over = total() - width; over > 0; over--) {
    const [widest] = columns
      .map(({ shrinkTo }, index) => ({ index, spare: shrinkTo === undefined ? 0 : (widths[index] ?? 0) - shrinkTo }))
      .sort((a, b) => b.spare - a.spare);
    if (widest === undefined || widest.spare <= 0) break;
    widths[widest.index] = (widths[widest.index] ?? 0) - 1;
  }
  return widths;
}
