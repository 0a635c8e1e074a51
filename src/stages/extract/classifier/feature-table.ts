import type { FeatureGroup, FeatureWriter } from './feature-group.ts';
import { ancestorText, inContainer } from './features/ancestors.ts';
import { classGroups, markup, nearness } from './features/class-groups.ts';
import { classWordDescriptions, prepareClassWords } from './features/class-words.ts';
import { containers, plainContainers } from './features/containers.ts';
import { neighbours, windows } from './features/neighbours.ts';
import { position } from './features/position.ts';
import { classPath, records } from './features/repetition.ts';
import { structuredData } from './features/structured-data.ts';
import { ancestorTag, ownTag, place } from './features/tags.ts';
import { text } from './features/text.ts';
import type { MeasuredPage } from './measured-page.ts';

/** All groups, in the order of their columns. */
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

/** Features that need only the page; the class-word features follow them. */
export const pageFeatures: readonly string[] = groups.flatMap(({ names }) => names);
export const featureNames: readonly string[] = [...pageFeatures, ...Object.keys(classWordDescriptions)];
export const featureDescriptions: Readonly<Record<string, string>> = Object.assign(
  {},
  ...groups.map(({ descriptions }) => descriptions),
  classWordDescriptions,
);

/**
 * Returns a row of `featureNames.length` numbers for each of these blocks, row after row.
 * @param words values of class words
 */
export function computeFeatureRows(
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
  writeAll(prepareClassWords(page, words));
  return rows;
}
