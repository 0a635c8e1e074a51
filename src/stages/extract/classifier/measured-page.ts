import type { Element } from '../dom/tree.ts';
import type { PageTree } from '../page/page-tree.ts';
import { type ContainerScores, scoreContainers } from './container-scores.ts';
import { measure, type PageMeasures, type PageSayings } from './measures.ts';

/** A page with all that more than one kind of feature looks at. */
export interface MeasuredPage extends PageMeasures {
  /** Where the main text sits, blocks under unlikely names counting less. */
  readonly main: ContainerScores;
  /** The same, names not looked at. */
  readonly plain: ContainerScores;
}

export function measurePage(tree: PageTree, says: PageSayings, ownBoxes?: ReadonlySet<Element>): MeasuredPage {
  const measures = measure(tree, says, ownBoxes);
  return {
    ...measures,
    main: scoreContainers(measures, measures.trust),
    plain: scoreContainers(
      measures,
      measures.lengths.map(() => 1),
    ),
  };
}
