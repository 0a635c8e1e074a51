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

export function classWords(page: PageMeasures, values: ReadonlyMap<string, number>): FeatureWriter {
  return (at, row, from) => {
    const levels = wordsAbout(page, at).map((words) =>
      words.map((word) => values.get(word)).filter((value) => value !== undefined),
    );
    const near = levels.slice(0, 3);
    const own = near.flat();
    const far = levels[3] ?? [];
    const mean = (of: readonly number[]) => of.reduce((sum, value) => sum + value, 0) / of.length;
    const written = [...near.map((level) => (level.length === 0 ? -1 : mean(level))), ...range(own), ...range(far)];
    for (const [index, value] of written.entries()) row[from + index] = value;
  };
}

const range = (of: readonly number[]): [number, number] =>
  of.length === 0 ? [-1, -1] : [Math.min(...of), Math.max(...of)];
