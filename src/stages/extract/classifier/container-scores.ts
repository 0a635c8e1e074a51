import { inlineTags } from '../page/page-tree.ts';
import { type BlockMeasures, linkShareIn } from './measures.ts';

/** Four classic measures of where the main text of a page is. */
export interface ContainerScores {
  /** Readability score by element. */
  readonly scores: Float64Array;
  readonly bestScore: number;
  /** The element with the best score; -1: no block is long enough. */
  readonly top: number;
  /** By element: length of the long text directly in it. */
  readonly direct: Float64Array;
  /** The element with the most long text directly in it; -1: none. */
  readonly densest: number;
  /** The first and last long block of `densest`. */
  readonly firstLong: number;
  readonly lastLong: number;
  /** The run of blocks with the most text for its markup (BTE): start and end, end exclusive. */
  readonly densestRun: readonly [number, number];
  /** Length of long text by class path. */
  readonly longByPath: ReadonlyMap<string, number>;
  readonly mostByPath: number;
  readonly mainPath: string | null;
}

/** Latin letters; shorter blocks add no score (Readability). */
const minScoredLetters = 25;
/** Ancestors that receive a block's score (Readability). */
const scoredLevels = 6;
/** Penalty of a block in a run of text, Latin letters; the text of links counts as negative. */
const blockCost = 35;

/** @param weights by block; 1 counts in full */
export function scoreContainers(page: BlockMeasures, weights: Float64Array): ContainerScores {
  const { containers, lengths, linkLengths, isLong, paths, count, tree } = page;
  const direct = new Float64Array(tree.elements.length);
  const longByPath = new Map<string, number>();
  for (let at = 0; at < count; at++) {
    if (!isLong[at]) continue;
    const [length, weight, path] = [lengths[at] ?? 0, weights[at] ?? 1, paths[at] ?? ''];
    longByPath.set(path, (longByPath.get(path) ?? 0) + length * weight);
    add(direct, containers[at] ?? 0, (length - (linkLengths[at] ?? 0)) * weight);
  }
  const { scores, top } = readabilityScores(page, weights);
  // long text never consists of links only
  const densest = indexOfMax(direct, (length) => length > 0);
  const isInDensest = (_: unknown, at: number) => isLong[at] === true && containers[at] === densest;
  return {
    scores,
    bestScore: scores.reduce((max, score) => Math.max(max, score), 1),
    top,
    direct,
    densest,
    firstLong: Math.max(0, lengths.findIndex(isInDensest)),
    lastLong: Math.max(0, lengths.findLastIndex(isInDensest)),
    densestRun: densestRun(page, weights),
    longByPath,
    mostByPath: Math.max(0, ...longByPath.values()) || 1,
    mainPath: keyOfMax(longByPath),
  };
}

/** Each paragraph adds 1 + commas + length / 100 (at most 3) to its ancestors; an element's sum is multiplied by the share of its text outside links. */
function readabilityScores(page: BlockMeasures, weights: Float64Array) {
  const { containers, lengths, commas, tree, count, ancestors } = page;
  const scores = new Float64Array(tree.elements.length);
  for (let at = 0; at < count; at++) {
    const length = lengths[at] ?? 0;
    if (length < minScoredLetters) continue;
    const score = (1 + (commas[at] ?? 0) + Math.min(length / 100, 3)) * (weights[at] ?? 1);
    let level = 0;
    for (const element of ancestors(containers[at] ?? 0)) {
      if (inlineTags.has(tree.tags[element] ?? '')) continue;
      add(scores, element, score / (level < 2 ? level + 1 : level * 3));
      if (++level === scoredLevels) break;
    }
  }
  // an element whose score falls to 0 because of links still counts as scored
  const isScored = scores.map(Math.sign);
  for (let element = 0; element < scores.length; element++)
    if (isScored[element] === 1) scores[element] = (scores[element] as number) * (1 - linkShareIn(page, element));
  return { scores, top: indexOfMax(scores, (_, element) => isScored[element] === 1) };
}

function densestRun({ lengths, linkLengths, count }: BlockMeasures, weights: Float64Array): [number, number] {
  let best = 0;
  let run = 0;
  let start = 0;
  let range: [number, number] = [0, 0];
  for (let at = 0; at < count; at++) {
    if (run <= 0) {
      run = 0;
      start = at;
    }
    run += ((lengths[at] ?? 0) - 2 * (linkLengths[at] ?? 0)) * (weights[at] ?? 1) - blockCost;
    if (run > best) {
      best = run;
      range = [start, at + 1];
    }
  }
  return range;
}

const add = (sums: Float64Array, at: number, value: number): void => {
  sums[at] = (sums[at] as number) + value;
};

/** Index of the greatest value that counts, the first of equal ones; -1: none counts. */
function indexOfMax(values: Float64Array, counts: (value: number, at: number) => boolean): number {
  let best = -1;
  let max = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < values.length; at++) {
    const value = values[at] as number;
    if (value > max && counts(value, at)) {
      best = at;
      max = value;
    }
  }
  return best;
}

/** The path with the greatest sum, the first of equal ones. */
function keyOfMax(sums: ReadonlyMap<string, number>): string | null {
  let best: string | null = null;
  let max = Number.NEGATIVE_INFINITY;
  for (const [path, sum] of sums) {
    if (sum <= max) continue;
    best = path;
    max = sum;
  }
  return best;
}
