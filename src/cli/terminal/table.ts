import cliTruncate from 'cli-truncate';
import stringWidth from 'string-width';
import { printable } from '../../printable.ts';

export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
  /** The fewest cells that the column shrinks to when the table is too wide. Without it the column keeps its width. */
  readonly shrinkTo?: number;
}

/** A column of records: its title, the cell of a record, and whether numbers are aligned right, or the fewest cells that it shrinks to. */
type ColumnOf<Row> = readonly [title: string, cell: (row: Row) => string, fit?: 'right' | number];

/** What a session has of stdout and stderr. */
interface TableOutput {
  readonly tableWidth: number;
  readonly colors: { readonly bold: (text: string) => string };
  readonly options: { readonly json: boolean };
  print(text: string): Promise<void>;
  printJson(data: unknown): Promise<void>;
  say(text: string): void;
}

/** The records as a table, in the width and the colours of stdout. */
export const tableText = <Row>(session: TableOutput, rows: readonly Row[], columns: readonly ColumnOf<Row>[]): string =>
  formatTable(
    columns.map(([title, , fit]) => ({
      title,
      ...(fit === 'right' ? { align: fit } : fit !== undefined && { shrinkTo: fit }),
    })),
    rows.map((row) => columns.map(([, cell]) => cell(row))),
    session.tableWidth,
    session.colors,
  );

export const printTable = <Row>(
  session: TableOutput,
  rows: readonly Row[],
  columns: readonly ColumnOf<Row>[],
): Promise<void> => session.print(tableText(session, rows, columns));

/** A list as data with --json, else as a table; without any rows a sentence. @param data default: the rows @returns whether the table is shown */
export async function printList<Row>(
  session: TableOutput,
  rows: readonly Row[],
  { none, data = rows }: { readonly none: string; readonly data?: unknown },
  columns: readonly ColumnOf<Row>[],
): Promise<boolean> {
  if (session.options.json) await session.printJson(data);
  else if (rows.length === 0) session.say(none);
  else await printTable(session, rows, columns);
  return rows.length > 0 && !session.options.json;
}

/** Facts in a table that is never cut: a name and a value each, whatever follows. */
export const printFacts = (session: TableOutput, facts: readonly (readonly (string | undefined)[])[]): Promise<void> =>
  printTable(session, facts, [
    ['what', ([name = '']) => name],
    ['how it stands', ([, value = '']) => value],
  ]);

const gap = '  ';

/** A table in plain text: at most `width` cells wide where enough columns may shrink. The last column is not padded. */
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
      .map((cell, index) => fitCell(cell, widths[index] ?? 0, columns[index]?.align))
      .join(gap)
      .trimEnd();
  const head = paint.bold(line(columns.map(({ title }) => title)));
  return `${[head, ...cells.map(line)].join('\n')}\n`;
}

function columnWidths(columns: readonly Column[], cells: readonly (readonly string[])[], width: number): number[] {
  const widths = columns.map(({ title }, index) =>
    Math.max(stringWidth(title), ...cells.map((row) => stringWidth(row[index] ?? ''))),
  );
  const total = (): number => widths.reduce((sum, cells) => sum + cells, 0) + gap.length * (columns.length - 1);
  // The column with the most cells to spare loses one cell at a time: a few hundred steps at most.
  for (let over = total() - width; over > 0; over--) {
    const [widest] = columns
      .map(({ shrinkTo }, index) => ({ index, spare: shrinkTo === undefined ? 0 : (widths[index] ?? 0) - shrinkTo }))
      .sort((a, b) => b.spare - a.spare);
    if (widest === undefined || widest.spare <= 0) break;
    widths[widest.index] = (widths[widest.index] ?? 0) - 1;
  }
  return widths;
}

/** The text in exactly `cells` cells: truncated with an ellipsis, or padded with spaces. */
function fitCell(text: string, cells: number, align: Column['align'] = 'left'): string {
  const shown = cliTruncate(text, cells);
  const spaces = ' '.repeat(Math.max(0, cells - stringWidth(shown)));
  return align === 'left' ? shown + spaces : spaces + shown;
}

/** How many columns of a terminal a line takes. */
export interface LineFit {
  readonly widthOf: (line: string) => number;
  /** The line, cut to at most so many columns, with this character at its end where it was cut. */
  readonly truncate: (line: string, columns: number, ellipsis: string) => string;
}

export const lineFit: LineFit = {
  widthOf: stringWidth,
  truncate: (line, columns, truncationCharacter) => cliTruncate(line, columns, { truncationCharacter }),
};
