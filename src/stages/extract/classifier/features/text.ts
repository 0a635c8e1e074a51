import { cjkIn, endsSentence } from '../../page/blocks.ts';
import { featureGroup } from '../feature-group.ts';
import { looksDated } from '../measures.ts';

const addressLike = /https?:\/\/|www\.|@[\p{L}\p{N}_]/u;
/** A cheap test first, a tenth of the work: most texts have none of these. */
const mayHaveAddress = /www\.|@|:\/\//;

/** Features of the block's text; they use no word lists, so they apply to any language. */
export const textFeatures = featureGroup(
  {
    u: 'length',
    ntok: 'number of words; each CJK character is a word',
    ld: 'share of its text in links',
    nlink: 'number of links',
    bold: 'share of its text that is bold',
    sent: 'sentence ends',
    comma: 'commas',
    comma_r: 'commas per 100 letters',
    end: 'ends like a sentence',
    colon: 'ends in a colon',
    upper: 'share of capital letters among the letters',
    digit: 'share of digits',
    caps: 'share of words that begin with a capital',
    lower0: 'begins with a small letter',
    punct0: 'begins with neither letter nor digit',
    avgw: 'mean length of a word',
    cjk: 'share of CJK characters',
    sym: 'separators (| > · / :) per word',
    copy: 'contains a copyright sign',
    date: 'seems to contain a date or time',
    url: 'seems to contain an address',
    quote: 'contains quotation marks',
    ask: 'question marks',
    excl: 'exclamation marks',
    paren: 'begins with a bracket',
    slen: 'length per sentence',
  },
  ({ tree: { blocks }, words, lengths, linkLengths, commas, sentences }) =>
    (at) => {
      const block = blocks[at];
      if (block === undefined) throw new RangeError(`no block ${at}`);
      const { text, boldLength, links } = block;
      const length = lengths[at] ?? 0;
      const wordCount = words(at).length;
      const first = text.slice(0, 1);
      const tally = tallyOf(text);
      return {
        u: length,
        ntok: wordCount,
        ld: length > 0 ? (linkLengths[at] ?? 0) / length : 0,
        nlink: links,
        bold: Math.min(1, boldLength / length),
        sent: sentences[at] ?? 0,
        comma: commas[at] ?? 0,
        comma_r: ((commas[at] ?? 0) / length) * 100,
        end: endsSentence(text),
        colon: /[:：]$/.test(text),
        upper: tally.capitals / Math.max(1, tally.letters),
        digit: tally.digits / text.length,
        caps: tally.capitalWords / (tally.spaces + 1),
        lower0: /^\p{Ll}/u.test(text),
        punct0: !/^[\p{L}\p{N}]/u.test(text),
        avgw: length / Math.max(1, wordCount),
        cjk: cjkIn(text) / text.length,
        sym: tally.separators / Math.max(1, wordCount),
        copy: /©|\(c\)/i.test(text),
        date: looksDated(text),
        url: mayHaveAddress.test(text) && addressLike.test(text),
        quote: tally.quotes > 0,
        ask: tally.questions,
        excl: tally.exclamations,
        paren: first !== '' && '[（【［('.includes(first),
        slen: length / Math.max(1, sentences[at] ?? 0),
      };
    },
);

interface Tally {
  letters: number;
  capitals: number;
  digits: number;
  separators: number;
  quotes: number;
  questions: number;
  exclamations: number;
  spaces: number;
  /** Space-separated words that begin with a capital. */
  capitalWords: number;
}

/** Counts kinds of characters in one pass; only non-ASCII characters need the Unicode tables. */
function tallyOf(text: string): Tally {
  const tally: Tally = {
    letters: 0,
    capitals: 0,
    digits: 0,
    separators: 0,
    quotes: 0,
    questions: 0,
    exclamations: 0,
    spaces: 0,
    capitalWords: 0,
  };
  let isStart = true;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 0x61 && code <= 0x7a) tally.letters += 1;
    else if (code >= 0x41 && code <= 0x5a) {
      tally.letters += 1;
      tally.capitals += 1;
      if (isStart) tally.capitalWords += 1;
    } else if (code >= 0x30 && code <= 0x39) tally.digits += 1;
    else if (code === 0x20) tally.spaces += 1;
    else {
      countOther(tally, text.charAt(at), code);
      if (isStart && code >= 0x80 && beginsCapital(text, at)) tally.capitalWords += 1;
    }
    isStart = code === 0x20;
  }
  return tally;
}

function countOther(tally: Tally, char: string, code: number): void {
  if ('|»›>·•/:：'.includes(char)) tally.separators += 1;
  if ('"“”„«»「」'.includes(char)) tally.quotes += 1;
  if (char === '?' || char === '？') tally.questions += 1;
  if (char === '!' || char === '！') tally.exclamations += 1;
  if (code < 0x80) return;
  if (/\p{L}/u.test(char)) {
    tally.letters += 1;
    if (/\p{Lu}/u.test(char)) tally.capitals += 1;
  } else if (/\p{Nd}/u.test(char)) tally.digits += 1;
}

const capital = /\p{Lu}/uy;

function beginsCapital(text: string, at: number): boolean {
  capital.lastIndex = at;
  return capital.test(text);
}
