import { gapsToMarked } from './gaps.ts';
import type { BlockMeasures } from './measures.ts';

/** A block is a link if more than this share of its text is in links. */
const minLinkShare = 0.8;
/** Blocks; a link is far if no long text is nearer. */
const maxDistance = 5;

/**
 * Returns the blocks that the model judges. Links far from long text (menus, lists of teasers) are half of a page's blocks and are never body: on the training
 * pages they hold .3 % of the articles' words, and two thirds of a model's positive predictions for them were wrong. A page without other blocks keeps them.
 */
export function blocksToJudge({ lengths, linkLengths, isLong }: BlockMeasures): number[] {
  const [since, until] = gapsToMarked(isLong);
  const isFar = (gap: number | undefined) => gap === undefined || gap > maxDistance;
  const all = [...lengths.keys()];
  const judged = all.filter((at) => {
    const isLink = (linkLengths[at] ?? 0) > minLinkShare * (lengths[at] ?? 0);
    return !isLink || !isFar(since[at]) || !isFar(until[at]);
  });
  return judged.length > 0 ? judged : all;
}
