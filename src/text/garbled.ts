/** What stands for bytes that could not be read, and control characters, which no text has. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is counted
const lost = /[\ufffd\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f]|\p{Surrogate}/gu;

/** One broken byte costs a character of UTF-8 up to three signs. */
const brokenCharacter = /\ufffd{2,3}/g;

/** What windows-1252 shows for the bytes 80 to BF. */
const continuation = '[\\u0080-\\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]';
/** A character of UTF-8 that was read as windows-1252: "Ã©", "â€™". */
const utf8Pairs = new RegExp(
  `[\\u00c2-\\u00df]${continuation}|[\\u00e0-\\u00ef]${continuation}{2}|[\\u00f0-\\u00f4]${continuation}{3}`,
  'gu',
);

/** Signs that no language writes inside a word; the soft hyphen, "’", "·" and dashes are not among them. */
const insideWord = /(?<=\p{L})[¡¢£¤¥¦§¨©¬¯±²³´¶¸¹¼½¾¿×÷ƒ†‡ˆ‰‹›˜\u2500-\u259f]+(?=\p{L})/gu;
/** A word that goes on in capitals or in another alphabet; in ASCII that is a brand's name or code. */
const strangeTurn =
  /\p{Ll}(?=(?![A-Z])\p{Lu})|(?![a-z])\p{Ll}(?=[A-Z])|\p{Script=Latin}(?=[\p{Script=Cyrillic}\p{Script=Greek}])|[\p{Script=Cyrillic}\p{Script=Greek}](?=\p{Script=Latin})/gu;

/** Letters that windows-1252 and Shift_JIS show for those of other alphabets. */
const stopgaps = /[\u00c0-\u00ff\uff66-\uff9f]/gu;
/** Share of the letters. Vietnamese and Icelandic, which have the most of them, stay below a fifth. */
const tooManyStopgaps = 0.5;

/** First and last lead byte of the characters in everyday use, by encoding: the first level of each national standard, and their second bytes. */
const everyday = [
  ['gb18030', 0xb0, 0xd7, 0xa1],
  ['big5', 0xa4, 0xc6, 0x40],
  ['shift_jis', 0x88, 0x98, 0x40],
] as const;

/** Some 8,000 of the 21,000 characters that GBK has: bytes that are no text show the others. */
const commonHan = new Set(
  everyday.flatMap(([encoding, first, last, second]) => {
    const decoder = new TextDecoder(encoding);
    const bytes = Array.from({ length: last - first + 1 }, (_, row) =>
      Array.from({ length: 0xff - second }, (_, cell) => [first + row, second + cell, 0x20]),
    );
    return [...decoder.decode(new Uint8Array(bytes.flat(2)))].filter((letter) => letter > '\u4dff');
  }),
);

/** Share of a text, without its blanks, that shows bytes that are no text or were read in a wrong encoding: 0 to 1. */
export function garbledShare(page: string): number {
  const text = page.replace(brokenCharacter, '\ufffd');
  const signs = count(text, /\S/gu);
  if (signs === 0) return 0;
  const strange = count(text, stopgaps);
  const isStrange = strange > tooManyStopgaps * count(text, /\p{L}/gu);
  const wrong = isStrange
    ? strange
    : lengthOf(text, utf8Pairs) + lengthOf(text, insideWord) + count(text, strangeTurn) + rareHan(text);
  return Math.min(1, (count(text, lost) + wrong) / signs);
}

const rareHan = (text: string): number =>
  text.match(/\p{Script=Han}/gu)?.filter((letter) => !commonHan.has(letter)).length ?? 0;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
const lengthOf = (text: string, pattern: RegExp): number => text.match(pattern)?.join('').length ?? 0;
