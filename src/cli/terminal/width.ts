/** Colours and moves of a terminal: they take no room. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: ESC is what is looked for
const sequence = /\u001b\[[0-9;]*[A-Za-z]/y;
/** Takes two cells: East Asian wide and fullwidth (Unicode TR 11, by blocks), and emoji. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u4dbf\u4e00-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const zeroWidth = /\p{Mark}|\u200b|\u200d|\ufe0f/u;

const widthOf = (character: string): number => (zeroWidth.test(character) ? 0 : wide.test(character) ? 2 : 1);

/** How many cells of a terminal a text takes. */
export function displayWidth(text: string): number {
  let cells = 0;
  for (const part of parts(text)) if (!part.isSequence) cells += widthOf(part.text);
  return cells;
}

/** The text cut to so many cells, with an ellipsis where something is missing. Colours are closed. */
export function clip(text: string, cells: number): string {
  if (displayWidth(text) <= cells) return text;
  let room = Math.max(0, cells - 1);
  let kept = '';
  let colored = false;
  for (const part of parts(text)) {
    const width = part.isSequence ? 0 : widthOf(part.text);
    if (width > room) break;
    kept += part.text;
    room -= width;
    colored ||= part.isSequence;
  }
  return `${kept}…${colored ? '\u001b[0m' : ''}`;
}

/** The text filled up with blanks; longer ones are cut. */
export function pad(text: string, cells: number, align: 'left' | 'right' = 'left'): string {
  const shown = clip(text, cells);
  const blanks = ' '.repeat(Math.max(0, cells - displayWidth(shown)));
  return align === 'left' ? shown + blanks : blanks + shown;
}

function* parts(text: string): Generator<{ readonly text: string; readonly isSequence: boolean }> {
  for (let at = 0; at < text.length; ) {
    sequence.lastIndex = at;
    const [found] = sequence.exec(text) ?? [];
    const piece = found ?? String.fromCodePoint(text.codePointAt(at) ?? 0);
    yield { text: piece, isSequence: found !== undefined };
    at += piece.length;
  }
}
