import type { FeatureGroup, FeatureWriter } from './feature-group.ts';
import { ancestorText, inContainer } from './features/ancestors.ts';
import { classGroups, markup, nearness } from './features/class-groups.ts';
import { classWordDescriptions, prepareClassWords } from './features/class-words.ts';
import { containers, plainContainers } from './features/containers.ts';
import { neighbourFeatures, windows } from './features/neighbours.ts';
import { position } from './features/position.ts';
import { classPath, recordFeatures } from './features/repetition.ts';
import { sections } from './features/sections.ts';
import { mainWords, structuredData } from './features/structured-data.ts';
import { surroundings } from './features/surroundings.ts';
import { ancestorTag, ownTag, place } from './features/tags.ts';
import { textFeatures } from './features/text.ts';
import type { MeasuredPage } from './measured-page.ts';

/** All groups, in the order of their columns. */
const groups: readonly FeatureGroup[] = [
  textFeatures,
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
  mainWords,
  neighbourFeatures,
  windows,
  recordFeatures,
  nearness,
  sections,
  surroundings,
];

/** Features that need only the page; the class-word features follow them. */
export const groupFeatureNames: readonly string[] = groups.flatMap(({ names }) => names);
export const featureNames: readonly string[] = [...groupFeatureNames, ...Object.keys(classWordDescriptions)];
export const featureDescriptions: Readonly<Record<string, string>> = Object.assign(
  {},
  ...groups.map(({ descriptions }) => descriptions),
  classWordDescriptions,
);

const firstColumns: ReadonlyMap<FeatureGroup, number> = new Map(
  groups.map((group, at) => [group, groups.slice(0, at).reduce((sum, { names }) => sum + names.length, 0)]),
);

/** Groups whose features depend on the names of elements. */
const nameGroups: ReadonlySet<FeatureGroup> = new Set([classGroups, markup, position, containers, mainWords, nearness]);

/** Feature values: a row of `featureNames.length` numbers for each of these blocks, row after row. */
export interface FeatureRows {
  readonly blocks: readonly number[];
  readonly values: Float64Array;
}

/** @param words values of class words */
export function computeFeatureRows(
  page: MeasuredPage,
  blocks: readonly number[],
  words: ReadonlyMap<string, number>,
): FeatureRows {
  const rows = { blocks, values: new Float64Array(blocks.length * featureNames.length) };
  writeGroups(page, words, rows, groups);
  return rows;
}

/** Returns rows of the same page with other names: only the features that depend on names are computed. @param wants the blocks whose rows are wanted */
export function updateNameFeatures(
  page: MeasuredPage,
  words: ReadonlyMap<string, number>,
  { blocks, values }: FeatureRows,
  wants: (block: number) => boolean = () => true,
): FeatureRows {
  const width = featureNames.length;
  const wanted = [...blocks.keys()].filter((row) => wants(blocks[row] as number));
  const rows = { blocks: wanted.map((row) => blocks[row] as number), values: new Float64Array(wanted.length * width) };
  for (const [at, row] of wanted.entries())
    rows.values.set(values.subarray(row * width, (row + 1) * width), at * width);
  writeGroups(page, words, rows, nameGroups);
  return rows;
}

function writeGroups(
  page: MeasuredPage,
  words: ReadonlyMap<string, number>,
  { blocks, values }: FeatureRows,
  written: Iterable<FeatureGroup>,
): void {
  const writeFrom = (write: FeatureWriter, column: number) => {
    for (let row = 0; row < blocks.length; row++)
      write(blocks[row] as number, values, row * featureNames.length + column);
  };
  for (const group of written) writeFrom(group.prepare(page), firstColumns.get(group) ?? 0);
  writeFrom(prepareClassWords(page, words), groupFeatureNames.length);
}
