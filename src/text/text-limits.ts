/** Characters of a run without a break that are read as one word, at most. No language has such words; a pattern over millions of them overflows its stack. */
const maxRun = 10_000;

/** A text with a blank in each unbroken run of more than 10,000 characters, as often as needed. White space and the signs between Chinese sentences break a run. */
export function breakLongRuns(text: string): string {
  if (text.length <= maxRun) return text;
  const pieces: string[] = [];
  let [start, run] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    run = isBreak(text.charCodeAt(at)) ? 0 : run + 1;
    if (run < maxRun || isLowSurrogate(text.charCodeAt(at + 1))) continue;
    pieces.push(text.slice(start, at + 1));
    [start, run] = [at + 1, 0];
  }
  if (pieces.length === 0) return text;
  pieces.push(text.slice(start));
  return pieces.join(' ');
}

/** White space, and "、。，！：；？". */
const isBreak = (code: number): boolean =>
  code === 0x20 ||
  (code >= 0x09 && code <= 0x0d) ||
  code === 0xa0 ||
  (code >= 0x3000 && code <= 0x3002) ||
  code === 0xff0c ||
  code === 0xff01 ||
  code === 0xff1a ||
  code === 0xff1b ||
  code === 0xff1f;

const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

/** Characters of a text whose words are counted. A book has more, and its subject shows in its beginning. A million Chinese characters take a second to cut into words. */
const maxCounted = 200_000;

/** The part of a text whose words are counted: all of an article, the beginning of a book. */
export const countedPart = (text: string): string => (text.length <= maxCounted ? text : text.slice(0, maxCounted));
