import { gapsToMarked } from './gaps.ts';
import type { BlockMeasures } from './measures.ts';

/** Blocks; a link is far if no long text is nearer. */
const maxDistance = 5;

/**
 * Returns the blocks that the model judges. Links far from long text (menus, lists of teasers) are half of a page's blocks and are never body: on the training
 * pages they hold .3 % of the articles' words, and two thirds of a model's positive predictions for them were wrong. A page without other blocks keeps them.
 */
export function blocksToJudge({ count, isLinkLine, isLong }: BlockMeasures): number[] {
  const [since, until] = gapsToMarked(isLong);
  const isFar = (gap: number | undefined) => gap === undefined || gap > maxDistance;
  const all = [...Array(count).keys()];
  const judged = all.filter((at) => !isLinkLine[at] || !isFar(since[at]) || !isFar(until[at]));
  return judged.length > 0 ? judged : all;
}
