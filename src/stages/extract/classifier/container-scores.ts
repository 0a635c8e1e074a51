import { inline } from '../page-tree.ts';
import { linkShareIn, type PageMeasures } from './measures.ts';

/** Where the text of a page sits, by four old measures. */
export interface ContainerScores {
  /** Readability's score by element; absent: none. */
  readonly scores: ReadonlyMap<number, number>;
  readonly bestScore: number;
  /** The element with the best score; -1: no block is long enough. */
  readonly top: number;
  /** Long text directly in an element. */
  readonly direct: ReadonlyMap<number, number>;
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
export function scoreContainers(page: PageMeasures, weights: readonly number[]): ContainerScores {
  const { containers, lengths, linkLengths, isLong, paths, count } = page;
  const direct = new Map<number, number>();
  const longByPath = new Map<string, number>();
  for (let at = 0; at < count; at++) {
    if (!isLong[at]) continue;
    const [length, weight, path] = [lengths[at] ?? 0, weights[at] ?? 1, paths[at] ?? ''];
    add(longByPath, path, length * weight);
    add(direct, containers[at] ?? 0, (length - (linkLengths[at] ?? 0)) * weight);
  }
  const scores = readabilityScores(page, weights);
  const densest = keyOfMost(direct) ?? -1;
  const mine = (at: number) => isLong[at] && containers[at] === densest;
  const places = Array.from(lengths.keys()).filter(mine);
  return {
    scores,
    bestScore: Math.max(1, mostOf(scores)),
    top: keyOfMost(scores) ?? -1,
    direct,
    densest,
    firstLong: places[0] ?? 0,
    lastLong: places.at(-1) ?? 0,
    run: densestRun(page, weights),
    longByPath,
    mostByPath: mostOf(longByPath) || 1,
    mainPath: keyOfMost(longByPath),
  };
}

/** 1 + commas + a hundredth of the length (at most 3) for each paragraph, handed up; times what is not in links. */
function readabilityScores(page: PageMeasures, weights: readonly number[]): Map<number, number> {
  const { containers, lengths, commas, tree, count, ancestors } = page;
  const scores = new Map<number, number>();
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
  for (const [element, score] of scores) scores.set(element, score * (1 - linkShareIn(page, element)));
  return scores;
}

function densestRun({ lengths, linkLengths, count }: PageMeasures, weights: readonly number[]): [number, number] {
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

const add = <K>(map: Map<K, number>, key: K, value: number): unknown => map.set(key, (map.get(key) ?? 0) + value);

function mostOf(map: ReadonlyMap<unknown, number>): number {
  let most = 0;
  for (const value of map.values()) most = Math.max(most, value);
  return most;
}

/** The key of the greatest value; of equals the smaller element, the earlier path. */
function keyOfMost<K extends number | string>(map: ReadonlyMap<K, number>): K | null {
  let best: K | null = null;
  let most = Number.NEGATIVE_INFINITY;
  for (const [key, value] of map) {
    if (value > most || (value === most && typeof key === 'number' && typeof best === 'number' && key < best)) {
      best = key;
      most = value;
    }
  }
  return best;
}
