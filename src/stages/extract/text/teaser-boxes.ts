import type { Element } from '../dom/tree.ts';
import { type Block, endsSentence, isLong, lettersIn } from '../page/blocks.ts';

/** Latin letters of a headline; a longer line may be a paragraph. */
const maxLineLetters = 160;
const minLinkShare = 0.95;

/** Number of headlines in a box of teasers, and their least share of its blocks. */
const minTeasers = 2;
const minTeaserShare = 0.4;
/** Share of the text that a box in it may hold. */
const maxBoxShare = 0.25;
/** Levels of boxes around a headline that are examined. */
const maxBoxLevels = 4;
/** At most this many boxes are examined on a page: the work is bounded. */
const maxBoxes = 60;

/** Returns the blocks of boxes in the text with several headlines that are links, with or without leads. Lists stay: they may be the text's own sources. */
export function findTeaserBoxes(body: readonly Block[]): ReadonlySet<Block> {
  const total = lettersIn(body);
  const teasers = body.filter(isHeadlineLink);
  const examined = new Set<Element>();
  const removed = new Set<Block>();
  for (const { element } of teasers.length < minTeasers ? [] : teasers) {
    let box = element.parentElement;
    for (
      let level = 0;
      box !== null && level < maxBoxLevels && examined.size < maxBoxes && !examined.has(box);
      level++, box = box.parentElement
    ) {
      examined.add(box);
      const inside = blocksIn(box, body);
      if (lettersIn(inside) > maxBoxShare * total) break;
      const headlines = inside.filter(isHeadlineLink);
      if (
        headlines.length >= minTeasers &&
        headlines.length >= minTeaserShare * inside.length &&
        interrupts(inside, body)
      )
        for (const block of inside) removed.add(block);
    }
  }
  return removed;
}

/** Whether full paragraphs stand directly on both sides: a box at the end may hold the text's own sources. */
function interrupts(inside: readonly Block[], body: readonly Block[]): boolean {
  const [before, after] = [body.indexOf(inside[0] as Block) - 1, body.indexOf(inside.at(-1) as Block) + 1];
  return [body[before], body[after]].every((block) => block !== undefined && isLong(block) && endsSentence(block.text));
}

const isHeadlineLink = (block: Block): boolean =>
  block.links === 1 &&
  block.length <= maxLineLetters &&
  block.linkLength >= minLinkShare * block.length &&
  !endsSentence(block.text) &&
  block.element.closest('li, dd, dt, td, th, figcaption, h1, h2, h3, h4, h5, h6') === null;

const blocksIn = (box: Element, body: readonly Block[]): readonly Block[] =>
  body.filter(({ element }) => box.contains(element));
