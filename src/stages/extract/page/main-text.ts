import { wordTokens } from '../../../text/likeness.ts';
import { type Block, isLong } from './blocks.ts';

/** The main text: blocks `from` to `to` (excluded). Both are 0 if the page has no long text. */
export interface MainText {
  readonly from: number;
  readonly to: number;
  /** Length of its long blocks, in Latin letters. */
  readonly length: number;
}

/** Latin letters that a short block subtracts: a paragraph outweighs about ten short blocks. */
const shortBlockPenalty = 20;

/** A first guess at the article's place, without the block model: the run of blocks with the most long text and the fewest others (maximum subarray). */
export function mainTextOf(blocks: readonly Block[]): MainText {
  let best = { from: 0, to: 0, sum: 0, length: 0 };
  let run = { from: 0, sum: 0, length: 0 };
  for (const [at, block] of blocks.entries()) {
    const isText = isLong(block);
    if (run.sum <= 0) run = { from: at, sum: 0, length: 0 };
    run.sum += isText ? block.length : -shortBlockPenalty;
    run.length += isText ? block.length : 0;
    if (run.sum > best.sum) best = { ...run, to: at + 1 };
  }
  return best;
}

/** Characters of the text that are read. */
const sampleLength = 6_000;
/** Whether a word says something about the topic. Short Latin words do not. */
const isTopical = (word: string): boolean => word.length > 3 || /[^\p{Script=Latin}\p{N}]/u.test(word);

/** A function that gives the share of a line's longer words that the main text contains; null for a line without such words. */
export function topicality(blocks: readonly Block[], main: MainText): (line: string) => number | null {
  let words: ReadonlySet<string> | undefined;
  return (line) => {
    words ??= wordsIn(blocks.slice(main.from, main.to));
    const lineWords = wordTokens(line).filter(isTopical);
    return lineWords.length === 0 ? null : lineWords.filter((word) => words?.has(word)).length / lineWords.length;
  };
}

function wordsIn(blocks: readonly Block[]): ReadonlySet<string> {
  let text = '';
  for (const block of blocks) {
    if (text.length > sampleLength) break;
    if (isLong(block)) text += ` ${block.text}`;
  }
  return new Set(wordTokens(text.slice(0, sampleLength)));
}
