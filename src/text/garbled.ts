/** Replacement characters, control characters and lone surrogates: no text contains them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern counts control characters
const lost = /[\ufffd\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f]|\p{Surrogate}/gu;

/** A broken UTF-8 character becomes up to three replacement characters. */
const brokenCharacter = /\ufffd{2,3}/g;

/** The bytes 80 to BF read as windows-1252. */
const continuation = '[\\u0080-\\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]';
/** A UTF-8 character read as windows-1252: "Ã©", "â€™". */
const utf8Pairs = new RegExp(
  `[\\u00c2-\\u00df]${continuation}|[\\u00e0-\\u00ef]${continuation}{2}|[\\u00f0-\\u00f4]${continuation}{3}`,
  'gu',
);

/** Signs that no language writes inside a word. The soft hyphen, "’", "·" and dashes are allowed there. */
const insideWord = /(?<=\p{L})[¡¢£¤¥¦§¨©¬¯±²³´¶¸¹¼½¾¿×÷ƒ†‡ˆ‰‹›˜\u2500-\u259f]+(?=\p{L})/gu;
/** A word that continues in capitals or in another alphabet. ASCII pairs are left out: brand names and code have them. */
const strangeTurn =
  /\p{Ll}(?=(?![A-Z])\p{Lu})|(?![a-z])\p{Ll}(?=[A-Z])|\p{Script=Latin}(?=[\p{Script=Cyrillic}\p{Script=Greek}])|[\p{Script=Cyrillic}\p{Script=Greek}](?=\p{Script=Latin})/gu;

/** Letters that appear where text of another alphabet is read as windows-1252 or Shift_JIS. */
const stopgaps = /[\u00c0-\u00ff\uff66-\uff9f]/gu;
/** Share of the letters from which a text is garbled. Vietnamese and Icelandic have the highest share of real texts, below a fifth. */
const tooManyStopgaps = 0.5;

/** Everyday characters by encoding (the first level of each national standard): first and last lead byte, first second byte. */
const everyday = [
  ['gb18030', 0xb0, 0xd7, 0xa1],
  ['big5', 0xa4, 0xc6, 0x40],
  ['shift_jis', 0x88, 0x98, 0x40],
] as const;

/** About 8,000 of GBK's 21,000 characters: binary data decodes to the others. */
const commonHan = new Set(
  everyday.flatMap(([encoding, first, last, second]) => {
    const decoder = new TextDecoder(encoding);
    const bytes = Array.from({ length: last - first + 1 }, (_, row) =>
      Array.from({ length: 0xff - second }, (_, cell) => [first + row, second + cell, 0x20]),
    );
    return [...decoder.decode(new Uint8Array(bytes.flat(2)))].filter((letter) => letter > '\u4dff');
  }),
);

/** Any character but printable ASCII, blanks and typographic signs: a text without one is not garbled, and most English texts have none. */
const suspect = /[^\t\n\f\r -~\u00a0\u2013-\u201e\u2022\u2026]/;

/** Share of a text's non-blank characters that come from binary data or a wrong encoding: 0 to 1. */
export function garbledShare(page: string): number {
  if (!suspect.test(page)) return 0;
  const text = page.replace(brokenCharacter, '\ufffd');
  const signs = countSigns(text);
  if (signs === 0) return 0;
  const strange = count(text, stopgaps);
  const isStrange = strange > tooManyStopgaps * count(text, /\p{L}/gu);
  const wrong = isStrange
    ? strange
    : lengthOf(text, utf8Pairs) + lengthOf(text, insideWord) + count(text, strangeTurn) + rareHan(text);
  return Math.min(1, (count(text, lost) + wrong) / signs);
}

/** Characters of a page that show in which encoding it is. A detector of encodings takes about 1 ms per 1,000. */
const sampleLength = 8_000;
/** Share of garbled characters in the lines that are not ASCII, from which a page counts as read in a wrong encoding: as for an unreadable text. */
const minMisdecoded = 0.1;

/** The first pieces of text between tags and line breaks that contain non-ASCII characters. */
export function foreignText(source: string): string {
  let text = '';
  for (const piece of source.split(/[<>\r\n]+/)) {
    if (/[^\0-\x7f]/.test(piece)) text += `${piece}\n`;
    if (text.length >= sampleLength) break;
  }
  return text.slice(0, sampleLength);
}

/** Whether a page was read in another encoding than it is written in. */
export const isMisdecoded = (html: string): boolean => garbledShare(foreignText(html)) >= minMisdecoded;

const rareHan = (text: string): number =>
  text.match(/\p{Script=Han}/gu)?.filter((letter) => !commonHan.has(letter)).length ?? 0;

/** Counts the non-blank characters, a surrogate pair as one. */
function countSigns(text: string): number {
  let signs = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 0x20 && code < 0x7f) signs++;
    else if (code >= 0xdc00 && code <= 0xdfff && isHighSurrogate(text.charCodeAt(at - 1))) continue;
    else if (!blank.test(text[at] as string)) signs++;
  }
  return signs;
}

const blank = /\s/;
const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
const lengthOf = (text: string, pattern: RegExp): number => text.match(pattern)?.join('').length ?? 0;
