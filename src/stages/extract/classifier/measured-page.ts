import type { Element } from '../dom/tree.ts';
import type { PageTree } from '../page/page-tree.ts';
import { type ContainerScores, scoreContainers } from './container-scores.ts';
import { type BlockMeasures, measureBlocks, measureNames, type PageHints } from './measures.ts';

/** A page with the measures that more than one feature group uses. */
export interface MeasuredPage extends BlockMeasures {
  /** Scores of the containers; blocks under furniture names weigh less. */
  readonly main: ContainerScores;
  /** The same; names are ignored. */
  readonly plain: ContainerScores;
}

export function measurePage(tree: PageTree, hints: PageHints): MeasuredPage {
  const measures = measureBlocks(tree, hints);
  return {
    ...measures,
    main: scoreContainers(measures, measures.trust),
    plain: scoreContainers(
      measures,
      measures.lengths.map(() => 1),
    ),
  };
}

/** The same page, without the furniture names of some elements. */
export function ignoreFurnitureNames(page: MeasuredPage, elements: ReadonlySet<Element>): MeasuredPage {
  const measures = { ...page, ...measureNames(page.tree, elements) };
  return { ...measures, main: scoreContainers(measures, measures.trust) };
}
