import { type Block, isLong } from '../page/blocks.ts';

/** Latin letters, about 100 words: a shorter line may be a quotation or a summary. */
const minCopyLetters = 600;
/** Share of a copy's letters that stand in other blocks; the rest of it is title, tags, times. */
const minCoveredShare = 0.7;
/** A paragraph that repeats a part of one other block is no evidence: the copy joins several. */
const minParts = 2;
/** At most this many blocks, the longest, are compared: the work is bounded on hostile pages. */
const maxCandidates = 12;
/** At most this many parts are searched in each. */
const maxParts = 400;

/** Letters and digits alone: copies lose markup, spaces and quotation marks. */
export const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '');
const bare = (text: string): string => lettersOf(text).toLowerCase();

/**
 * Returns for each block whether it is a flat copy: one long line that joins several blocks of the page, as sites keep it for search, sharing or reading aloud.
 * No text is lost: the blocks stay.
 */
export function findFlatCopies(blocks: readonly Block[]): boolean[] {
  const isCopy = blocks.map(() => false);
  const long = blocks.flatMap((block, at) => (isLong(block) ? [{ at, block }] : []));
  const candidates = long
    .filter(({ block }) => block.length >= minCopyLetters)
    .sort((a, b) => b.block.length - a.block.length)
    .slice(0, maxCandidates);
  if (candidates.length === 0 || long.length <= minParts) return isCopy;
  const parts = [...new Set(long.slice(0, maxParts).map(({ block }) => bare(block.text)))];
  for (const { at, block } of candidates) {
    const whole = bare(block.text);
    const inside = parts.filter((part) => part.length < whole.length && whole.includes(part));
    const covered = inside.reduce((sum, part) => sum + part.length, 0);
    isCopy[at] = inside.length >= minParts && covered >= minCoveredShare * whole.length;
  }
  return isCopy;
}
