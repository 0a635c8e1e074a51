import type { FeatureWriter } from '../feature-group.ts';
import type { BlockMeasures } from '../measures.ts';

/** Features from the words of class, id and similar attributes. A word's value is the share of the text under it that is body, averaged over the training sites; the model holds the values. */
export const classWordDescriptions: Readonly<Record<string, string>> = {
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
/** Those of them above the grandparent. */
const fartherLevels = wordLevels - 2;

/** Returns the words of a block's element, of the parent, of the grandparent, and of the levels above. */
export function wordsAbout({ tree, nameWords, ancestors }: BlockMeasures, at: number): readonly (readonly string[])[] {
  const { node = 0, inner = 0 } = tree.blocks[at] ?? {};
  const of = (element: number | undefined) => (element === undefined ? [] : nameWords(element));
  const above = ancestors(node).slice(1);
  const farther = above
    .slice(2, wordLevels)
    .filter((element) => tree.tags[element] !== 'body' && tree.tags[element] !== 'html');
  return [inner === node ? of(node) : [...of(node), ...of(inner)], of(above[0]), of(above[1]), farther.flatMap(of)];
}

export function prepareClassWords(
  { tree, nameWords, ancestors }: BlockMeasures,
  values: ReadonlyMap<string, number>,
): FeatureWriter {
  const cache: WordStatistics[] = [];
  const valuesOf = (element: number | undefined): WordStatistics => {
    if (element === undefined) return noWords;
    cache[element] ??= statisticsOf(nameWords(element), values);
    return cache[element];
  };
  const fartherCache: WordStatistics[] = [];
  /** Of an element and its ancestors. */
  const valuesFrom = (element: number | undefined): WordStatistics => {
    if (element === undefined) return noWords;
    fartherCache[element] ??= ancestors(element)
      .slice(0, fartherLevels)
      .filter((ancestor) => tree.tags[ancestor] !== 'body' && tree.tags[ancestor] !== 'html')
      .map(valuesOf)
      .reduce(rangeOfBoth, noWords);
    return fartherCache[element];
  };
  return (at, row, from) => {
    const { node = 0, inner = 0 } = tree.blocks[at] ?? {};
    const above = ancestors(node);
    const own = inner === node ? valuesOf(node) : statisticsOf([...nameWords(node), ...nameWords(inner)], values);
    const [parent, grandparent] = [valuesOf(above[1]), valuesOf(above[2])];
    const near = rangeOfBoth(rangeOfBoth(own, parent), grandparent);
    const farther = valuesFrom(above[3]);
    row[from] = own.mean;
    row[from + 1] = parent.mean;
    row[from + 2] = grandparent.mean;
    row[from + 3] = near.least;
    row[from + 4] = near.most;
    row[from + 5] = farther.least;
    row[from + 6] = farther.most;
  };
}

/** Statistics of the words that the model knows; all -1 if it knows none. */
interface WordStatistics {
  readonly mean: number;
  readonly least: number;
  readonly most: number;
}

const noWords: WordStatistics = { mean: -1, least: -1, most: -1 };

function statisticsOf(words: readonly string[], values: ReadonlyMap<string, number>): WordStatistics {
  let [count, sum, least, most] = [0, 0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const word of words) {
    const value = values.get(word);
    if (value === undefined) continue;
    count += 1;
    sum += value;
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return count === 0 ? noWords : { mean: sum / count, least, most };
}

/** The common range of both; the mean is not needed. */
const rangeOfBoth = (a: WordStatistics, b: WordStatistics): WordStatistics =>
  a === noWords
    ? b
    : b === noWords
      ? a
      : { mean: -1, least: Math.min(a.least, b.least), most: Math.max(a.most, b.most) };
