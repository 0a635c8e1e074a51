import { type Block, isLong } from '../page/blocks.ts';

/** Share of the long paragraphs that must appear twice for a second copy. */
const minRepeatedShare = 0.9;
const minRepeatedBlocks = 3;

/** Returns the later of equal blocks where nearly all long paragraphs appear twice: a refrain or a repeated quotation is not enough. */
export function findSecondCopy(body: readonly Block[]): ReadonlySet<Block> {
  const copies = [...Map.groupBy(body, ({ text }) => text).values()];
  const long = copies.filter(([first]) => first !== undefined && isLong(first));
  const repeated = long.filter(({ length }) => length > 1);
  const isTwice =
    repeated.length >= minRepeatedBlocks && lengthOfFirst(repeated) >= minRepeatedShare * lengthOfFirst(long);
  return new Set(isTwice ? copies.flatMap(([, ...later]) => later) : []);
}

export const lengthOfAll = (blocks: readonly Block[]): number => blocks.reduce((sum, { length }) => sum + length, 0);
const lengthOfFirst = (copies: readonly (readonly Block[])[]): number =>
  lengthOfAll(copies.flatMap(([first]) => first ?? []));
