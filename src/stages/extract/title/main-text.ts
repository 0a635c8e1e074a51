import { tokensOf } from '../../../text/likeness.ts';
import { type Block, isLong } from '../page/blocks.ts';

/** Blocks `from` to `to` (not included); both 0 where a page has no long text. */
export interface MainText {
  readonly from: number;
  readonly to: number;
  /** Length of its long blocks, in Latin letters. */
  readonly length: number;
}

/** What a block without text takes away: a paragraph outweighs some ten of them. */
const shortBlockPenalty = 20;

/** The run of blocks with most long text and fewest others in between (maximum subarray): where the article probably is, before the block model is asked. */
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

/** Letters of the text that are read for its words. */
const sampleLength = 6_000;
/** Shorter words say nothing of what a text is about; a letter of other scripts says more. */
const isTopical = (word: string): boolean => word.length > 3 || /[^\p{Script=Latin}\p{N}]/u.test(word);

/** How much of a line the text comes back to: the share of its longer words that stand in the text; null where it has none. */
export function topicality(blocks: readonly Block[], main: MainText): (line: string) => number | null {
  let words: ReadonlySet<string> | undefined;
  return (line) => {
    words ??= wordsIn(blocks.slice(main.from, main.to));
    const lineWords = tokensOf(line).filter(isTopical);
    return lineWords.length === 0 ? null : lineWords.filter((word) => words?.has(word)).length / lineWords.length;
  };
}

function wordsIn(blocks: readonly Block[]): ReadonlySet<string> {
  let text = '';
  for (const block of blocks) {
    if (text.length > sampleLength) break;
    if (isLong(block)) text += ` ${block.text}`;
  }
  return new Set(tokensOf(text.slice(0, sampleLength)));
}
