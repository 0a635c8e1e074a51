import { inline } from '../page/page-tree.ts';
import { linkShareIn, type PageMeasures } from './measures.ts';

/** Where the text of a page sits, by four old measures. */
export interface ContainerScores {
  /** Readability's score by element. */
  readonly scores: Float64Array;
  readonly bestScore: number;
  /** The element with the best score; -1: no block is long enough. */
  readonly top: number;
  /** Long text directly in an element, by element. */
  readonly direct: Float64Array;
  /** The element with most of it; -1: none. */
  readonly densest: number;
  /** The first and last long block of `densest`. */
  readonly firstLong: number;
  readonly lastLong: number;
  /** The run of blocks with most text for its markup (BTE): from, up to and without. */
  readonly run: readonly [number, number];
  /** Long text by class path. */
  readonly longByPath: ReadonlyMap<string, number>;
  readonly mostByPath: number;
  readonly mainPath: string | null;
}

/** Shorter blocks give no score (Readability). */
const shortestScored = 25;
/** Levels that a score is handed up (Readability). */
const scoredLevels = 6;
/** Letters that an end of a block costs in the run of text; links cost what they have. */
const blockCost = 35;

/** @param weights by block: 1 counts in full */
export function scoreContainers(page: PageMeasures, weights: Float64Array): ContainerScores {
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
  // long text is never all links
  const densest = placeOfMost(direct, (own) => own > 0);
  const mine = (_: unknown, at: number) => isLong[at] === true && containers[at] === densest;
  return {
    scores,
    bestScore: scores.reduce((most, score) => Math.max(most, score), 1),
    top,
    direct,
    densest,
    firstLong: Math.max(0, lengths.findIndex(mine)),
    lastLong: Math.max(0, lengths.findLastIndex(mine)),
    run: densestRun(page, weights),
    longByPath,
    mostByPath: Math.max(0, ...longByPath.values()) || 1,
    mainPath: pathOfMost(longByPath),
  };
}

/** 1 + commas + a hundredth of the length (at most 3) for each paragraph, handed up; times what is not in links. */
function readabilityScores(page: PageMeasures, weights: Float64Array): Pick<ContainerScores, 'scores' | 'top'> {
  const { containers, lengths, commas, tree, count, ancestors } = page;
  const scores = new Float64Array(tree.elements.length);
  for (let at = 0; at < count; at++) {
    const length = lengths[at] ?? 0;
    if (length < shortestScored) continue;
    const score = (1 + (commas[at] ?? 0) + Math.min(length / 100, 3)) * (weights[at] ?? 1);
    let level = 0;
    for (const element of ancestors(containers[at] ?? 0)) {
      if (inline.has(tree.tags[element] ?? '')) continue;
      add(scores, element, score / (level < 2 ? level + 1 : level * 3));
      if (++level === scoredLevels) break;
    }
  }
  // what lost its score to its links is scored all the same
  const isScored = scores.map(Math.sign);
  for (let element = 0; element < scores.length; element++)
    if (isScored[element] === 1) scores[element] = (scores[element] as number) * (1 - linkShareIn(page, element));
  return { scores, top: placeOfMost(scores, (_, element) => isScored[element] === 1) };
}

function densestRun({ lengths, linkLengths, count }: PageMeasures, weights: Float64Array): [number, number] {
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

/** Place of the greatest value that counts, of equals the first; -1: none counts. */
function placeOfMost(values: Float64Array, counts: (value: number, at: number) => boolean): number {
  let best = -1;
  let most = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < values.length; at++) {
    const value = values[at] as number;
    if (value > most && counts(value, at)) {
      best = at;
      most = value;
    }
  }
  return best;
}

/** The path with the greatest sum, of equals the earlier one. */
function pathOfMost(sums: ReadonlyMap<string, number>): string | null {
  let best: string | null = null;
  let most = Number.NEGATIVE_INFINITY;
  for (const [path, sum] of sums) {
    if (sum <= most) continue;
    best = path;
    most = sum;
  }
  return best;
}
