import { type Block, endsSentence, isLong } from '../page/blocks.ts';

/** Latin letters of a headline; a longer line may be a paragraph. */
const maxLineLetters = 160;
const minLinkShare = 0.95;
/** Elements whose lines are items of a list or a table. */
const items = 'li, dd, dt, td, th, h1, h2, h3, h4, h5, h6, figcaption, blockquote';

/** Returns the paragraphs that are one link and no sentence, directly between full paragraphs: headlines of other articles. */
export function findLinkedLines(body: readonly Block[]): ReadonlySet<Block> {
  return new Set(
    body.filter((block, at) => {
      const isLine =
        block.links === 1 &&
        block.length <= maxLineLetters &&
        block.linkLength >= minLinkShare * block.length &&
        !endsSentence(block.text) &&
        block.element.closest(items) === null;
      return isLine && isParagraph(body[at - 1]) && isParagraph(body[at + 1]);
    }),
  );
}

const isParagraph = (block: Block | undefined): boolean =>
  block !== undefined && isLong(block) && endsSentence(block.text);
