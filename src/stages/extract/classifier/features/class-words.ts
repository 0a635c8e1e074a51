import type { FeatureWriter } from '../feature-group.ts';
import type { PageMeasures } from '../measures.ts';

/** How often text under a word of class, id and the like is body, averaged over the sites of the training; the model carries the words. */
export const classWordsAbout: Readonly<Record<string, string>> = {
  w0: 'mean of the words of its own element; -1: no known word',
  w1: 'mean of the words of the parent',
  w2: 'mean of the words of the grandparent',
  wmin: 'least of these words',
  wmax: 'greatest of these words',
  wamin: 'least of the words farther up',
  wamax: 'greatest of the words farther up',
};

/** Levels above the block's element whose words count. */
const wordLevels = 9;
/** Of these, the levels above the grandparent. */
const fartherLevels = wordLevels - 2;

/** The words about a block: of its element, the parent, the grandparent, and of those farther up. */
export function wordsAbout({ tree, names, ancestors }: PageMeasures, at: number): readonly (readonly string[])[] {
  const { node = 0, inner = 0 } = tree.blocks[at] ?? {};
  const of = (element: number | undefined) => (element === undefined ? [] : (names[element]?.words ?? []));
  const above = ancestors(node).slice(1);
  const farther = above
    .slice(2, wordLevels)
    .filter((element) => tree.tags[element] !== 'body' && tree.tags[element] !== 'html');
  return [inner === node ? of(node) : [...of(node), ...of(inner)], of(above[0]), of(above[1]), farther.flatMap(of)];
}

export function classWords(
  { tree, names, ancestors }: PageMeasures,
  values: ReadonlyMap<string, number>,
): FeatureWriter {
  const known: (readonly number[])[] = [];
  const valuesOf = (element: number | undefined): readonly number[] => {
    if (element === undefined) return [];
    known[element] ??= (names[element]?.words ?? []).flatMap((word) => values.get(word) ?? []);
    return known[element];
  };
  const knownRanges: (readonly [number, number])[] = [];
  /** Of an element and the named ones around it. */
  const rangeFrom = (element: number | undefined): readonly [number, number] => {
    if (element === undefined) return none;
    knownRanges[element] ??= range(
      ancestors(element)
        .slice(0, fartherLevels)
        .filter((one) => tree.tags[one] !== 'body' && tree.tags[one] !== 'html')
        .flatMap(valuesOf),
    );
    return knownRanges[element];
  };
  return (at, row, from) => {
    const { node = 0, inner = 0 } = tree.blocks[at] ?? {};
    const [, parent, grandparent, farther] = ancestors(node);
    const own = inner === node ? valuesOf(node) : [...valuesOf(node), ...valuesOf(inner)];
    const near = [own, valuesOf(parent), valuesOf(grandparent)];
    const written = [...near.map(mean), ...range(near.flat()), ...rangeFrom(farther)];
    for (let index = 0; index < written.length; index++) row[from + index] = written[index] ?? -1;
  };
}

const none = [-1, -1] as const;
const mean = (of: readonly number[]): number =>
  of.length === 0 ? -1 : of.reduce((sum, value) => sum + value, 0) / of.length;
const range = (of: readonly number[]): readonly [number, number] =>
  of.length === 0 ? none : [Math.min(...of), Math.max(...of)];
