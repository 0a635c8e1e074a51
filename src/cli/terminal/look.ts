import pc from 'picocolors';

type Variables = Readonly<Record<string, string | undefined>>;

export type Colors = ReturnType<typeof pc.createColors>;

/**
 * Colours of one stream: on a terminal only. NO_COLOR turns them off everywhere (no-color.org), FORCE_COLOR on, such as in the log of a CI that shows them.
 */
export function colorsOf(env: Variables, isTerminal: boolean): Colors {
  const { NO_COLOR = '', FORCE_COLOR, TERM } = env;
  if (NO_COLOR !== '') return pc.createColors(false);
  if (FORCE_COLOR !== undefined) return pc.createColors(!/^(0|false)$/.test(FORCE_COLOR));
  return pc.createColors(isTerminal && TERM !== 'dumb');
}

/** Characters that we draw with. */
export interface Glyphs {
  readonly full: string;
  readonly empty: string;
  readonly rule: string;
  readonly ellipsis: string;
}

const unicode: Glyphs = { full: '█', empty: '░', rule: '─', ellipsis: '…' };
const ascii: Glyphs = { full: '#', empty: '-', rule: '-', ellipsis: '~' };

/**
 * What a terminal can draw, by its locale as POSIX reads it: LC_ALL, else LC_CTYPE, else LANG. Without any, UTF-8 is assumed: containers set none. The console
 * of Linux has few characters.
 */
export function glyphsOf({ LC_ALL, LC_CTYPE, LANG, TERM }: Variables): Glyphs {
  const locale = LC_ALL || LC_CTYPE || LANG || 'UTF-8';
  return /utf-?8/i.test(locale) && TERM !== 'linux' ? unicode : ascii;
}
