import type { Block } from '../page/blocks.ts';

/** Kind of mark by character code: one look-up, for Chinese text as for ASCII. */
const kinds = new Uint8Array(0x10000);
const [comma, end, latinEnd, closing] = [1, 2, 4, 8] as const;
const mark = (kind: number, marks: string): void => {
  for (let at = 0; at < marks.length; at++) kinds[marks.charCodeAt(at)] = kind;
};
mark(comma, ',，、;；،');
mark(end, '。！？');
mark(latinEnd, '.!?');
/** What may follow the end of a sentence in Latin script; folded texts have no white space but spaces. */
mark(closing, ' "\'”’»)');

interface SentenceMarks {
  readonly commas: Int32Array;
  /** Ends of sentences. */
  readonly sentences: Int32Array;
}

/** Counts commas and ends of sentences by block. */
export function countSentenceMarks(blocks: readonly Block[]): SentenceMarks {
  const [commas, sentences] = [new Int32Array(blocks.length), new Int32Array(blocks.length)];
  for (const [block, { text }] of blocks.entries()) {
    let [commaCount, endCount] = [0, 0];
    for (let at = 0; at < text.length; at++) {
      const kind = kinds[text.charCodeAt(at)] as number;
      if (kind === comma) commaCount += 1;
      else if (kind === end || (kind === latinEnd && isClosed(text, at + 1))) endCount += 1;
    }
    commas[block] = commaCount;
    sentences[block] = endCount;
  }
  return { commas, sentences };
}

/** A dot within a number or an address does not end a sentence. */
const isClosed = (text: string, at: number): boolean => at === text.length || kinds[text.charCodeAt(at)] === closing;
