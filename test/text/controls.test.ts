import { expect, it } from 'vitest';
import { withoutControls } from '../../src/text/characters.ts';

const code = (point: number): string => String.fromCodePoint(point);

it.each([0x202a, 0x202b, 0x202c, 0x202d, 0x202e])(
  'withoutControls removes the override of the writing direction U+%s',
  (point) => {
    expect(withoutControls(`invoice${code(point)}fdp.exe`)).toBe('invoicefdp.exe');
  },
);

it('withoutControls keeps what texts from right to left need, line breaks and tabs', () => {
  for (const text of ['\u200e\u05d0\u200f', '\u2066\u0627\u0644\u2069', 'a\tb\nc', '\u{1f468}\u200d\u{1f33e}'])
    expect(withoutControls(text)).toBe(text);
});
