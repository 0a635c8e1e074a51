import cliTruncate from 'cli-truncate';
import type { ReadingValues, ValueChange } from '../../commands/fixtures/reading-values.ts';
import { printable } from '../../printable.ts';
import type { Session } from '../session.ts';
import { countText } from '../terminal/amounts.ts';

/** Lines of a field that are shown, at most. */
const maxLines = 4;
const fieldCells = 9;

/** All values of a page, for the run before the first save. */
export const valueLines = ({ fields }: ReadingValues, session: Session): string[] =>
  [...fields].flatMap(([field, lines]) => [
    fitted(`  ${session.colors.dim(field.padEnd(fieldCells))}  ${printable(lines[0] ?? '')}`, session),
    ...(lines.length > 1 ? [`  ${' '.repeat(fieldCells)}  … ${countText(lines.length - 1)} more`] : []),
  ]);

/** What a save changed: old values in red, new ones in green. */
export function changeLines(changes: readonly ValueChange[], session: Session): string[] {
  if (changes.length === 0) return [`  ${session.colors.dim('nothing changed')}`];
  return changes.flatMap((change) => linesOf(change, session));
}

function linesOf({ field, removed, added }: ValueChange, session: Session): string[] {
  const { colors } = session;
  const name = field.padEnd(fieldCells);
  const [old = '', now = ''] = [removed[0], added[0]].map((line) => printable(line ?? ''));
  if (removed.length <= 1 && added.length <= 1)
    return [
      fitted(`  ${colors.dim(name)}  ${colors.red(old || 'nothing')} -> ${colors.green(now || 'nothing')}`, session),
    ];
  return [
    `  ${colors.dim(name)}  ${countText(removed.length)} gone, ${countText(added.length)} new`,
    ...some(removed).map((line) => fitted(`    ${colors.red(`- ${printable(line)}`)}`, session)),
    ...some(added).map((line) => fitted(`    ${colors.green(`+ ${printable(line)}`)}`, session)),
  ];
}

const some = (lines: readonly string[]): string[] =>
  lines.length <= maxLines ? [...lines] : [...lines.slice(0, maxLines), `… ${countText(lines.length - maxLines)} more`];

const fitted = (line: string, { outIsTerminal, columns }: Session): string =>
  outIsTerminal ? cliTruncate(line, columns) : line;
