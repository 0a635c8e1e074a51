import { type Block, isLong, lettersIn } from '../page/blocks.ts';

/** Share of the long paragraphs that must appear twice for a second copy. */
const minRepeatedShare = 0.9;
const minRepeatedBlocks = 3;
/** Probability below which a paragraph that occurs again is no part of the text. */
const likelyCopy = 0.75;

/** Returns the later of equal blocks where nearly all long paragraphs appear twice: a refrain or a repeated quotation is not enough. */
export function findSecondCopy(body: readonly Block[]): ReadonlySet<Block> {
  const copies = [...Map.groupBy(body, ({ text }) => text).values()];
  const long = copies.filter(([first]) => first !== undefined && isLong(first));
  const repeated = long.filter(({ length }) => length > 1);
  const isTwice =
    repeated.length >= minRepeatedBlocks && lengthOfFirst(repeated) >= minRepeatedShare * lengthOfFirst(long);
  return new Set(isTwice ? copies.flatMap(([, ...later]) => later) : []);
}

/** Returns the full paragraphs that repeat an earlier one word for word, and that the model doubts: a copy in a box beside the text. A refrain is no less likely than the rest. */
export function findDoubtfulCopies(body: readonly Block[], probabilityOf: (block: Block) => number): readonly Block[] {
  const texts = new Set<string>();
  return body.filter((block) => {
    const isCopy = texts.has(block.text);
    texts.add(block.text);
    return isCopy && isLong(block) && probabilityOf(block) < likelyCopy;
  });
}

const unlinked = ({ linkLength, length }: Block): boolean => linkLength < 0.1 * length;

/**
 * Returns unlinked blocks of the text that the page has again outside of it, and whose box holds no other block of the text: appeals and offers. It returns
 * nothing where the rest of the page repeats most of the text: the model chose one of two copies.
 */
export function findRepeated(body: readonly Block[], rest: readonly Block[]): ReadonlySet<Block> {
  const elsewhere = new Set(rest.filter(unlinked).map(({ text }) => text));
  const repeated = new Set(body.filter((block) => unlinked(block) && elsewhere.has(block.text)));
  if (lettersIn([...repeated]) > lettersIn(body) / 2) return new Set();
  const boxes = [...Map.groupBy(body, ({ element }) => element.parentElement).values()];
  return new Set(boxes.filter((box) => box.every((block) => repeated.has(block))).flat());
}

const lengthOfFirst = (copies: readonly (readonly Block[])[]): number =>
  lettersIn(copies.flatMap(([first]) => first ?? []));
