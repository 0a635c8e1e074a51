import { gaps } from './gaps.ts';
import type { PageMeasures } from './measures.ts';

/** A block with more of its letters in links is a link. */
const mostlyLinks = 0.8;
/** Long text so many blocks away is another place of the page. */
const farAway = 5;

/**
 * The blocks that the model looks at. Links with no long text near them, as in menus and lists of teasers, are half of a page's blocks and never body: on the
 * training pages .3 % of the articles' words stand in such links, and of those that a model took for body two thirds were wrong. A page of nothing else keeps them.
 */
export function blocksToJudge({ lengths, linkLengths, isLong }: PageMeasures): number[] {
  const [since, until] = gaps(isLong);
  const isFar = (gap: number | undefined) => gap === undefined || gap > farAway;
  const all = [...lengths.keys()];
  const judged = all.filter((at) => {
    const isLink = (linkLengths[at] ?? 0) > mostlyLinks * (lengths[at] ?? 0);
    return !isLink || !isFar(since[at]) || !isFar(until[at]);
  });
  return judged.length > 0 ? judged : all;
}
