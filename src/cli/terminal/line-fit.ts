import cliTruncate from 'cli-truncate';
import stringWidth from 'string-width';

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
