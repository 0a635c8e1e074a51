import type { FeatureGroup, FeatureWriter } from './feature-group.ts';
import { ancestorText, inContainer } from './features/ancestors.ts';
import { classGroups, markup, nearness } from './features/class-groups.ts';
import { classWords, classWordsAbout } from './features/class-words.ts';
import { containers, plainContainers } from './features/containers.ts';
import { neighbours, windows } from './features/neighbours.ts';
import { position } from './features/position.ts';
import { classPath, records } from './features/repetition.ts';
import { structuredData } from './features/structured-data.ts';
import { ancestorTag, ownTag, place } from './features/tags.ts';
import { text } from './features/text.ts';
import type { MeasuredPage } from './measured-page.ts';

/** All kinds, in the order in which they stand in a row. */
const groups: readonly FeatureGroup[] = [
  text,
  ownTag,
  place,
  ancestorTag,
  classGroups,
  markup,
  position,
  containers,
  plainContainers,
  ancestorText,
  inContainer,
  classPath,
  structuredData,
  neighbours,
  windows,
  records,
  nearness,
];

/** Features that depend on the page alone; those of the class words come after them. */
export const pageFeatures: readonly string[] = groups.flatMap(({ names }) => names);
export const featureNames: readonly string[] = [...pageFeatures, ...Object.keys(classWordsAbout)];
export const aboutFeature: Readonly<Record<string, string>> = Object.assign(
  {},
  ...groups.map(({ about }) => about),
  classWordsAbout,
);

/**
 * A row of features for each of the blocks that are asked for, one after the other: `featureNames.length` numbers each.
 * @param words values of class words
 */
export function featureRows(
  page: MeasuredPage,
  blocks: readonly number[],
  words: ReadonlyMap<string, number>,
): Float64Array {
  const width = featureNames.length;
  const rows = new Float64Array(blocks.length * width);
  let from = 0;
  const writeAll = (write: FeatureWriter) => {
    for (let row = 0; row < blocks.length; row++) write(blocks[row] as number, rows, row * width + from);
  };
  for (const { names, prepare } of groups) {
    writeAll(prepare(page));
    from += names.length;
  }
  writeAll(classWords(page, words));
  return rows;
}
