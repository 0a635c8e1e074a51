import { modelWords, wordNgrams } from '../classifier/tokens.ts';

/** What each run of matches costs, in words: scattered common words do not match. */
const runCost = 1.5;
/** Bytes of the alignment's table. */
const maxCells = 60_000_000;
/** Share of a block's words that are in the body, from which the block is part of it. */
const minShare = 0.5;
const shingleWords = 4;

/**
 * Which blocks of a page are the body: the longest common subsequence of their words, in which each run of matches has a cost (tools/train-extractor/labels.py does the
 * same for training). Lines of the body that stand elsewhere on the page are found by their shingles.
 * @param lines text of the blocks, in document order
 * @param body its paragraphs
 */
export function alignBody(lines: readonly string[], body: string): boolean[] {
  const gold = modelWords(body);
  const goldShingles = new Set(wordNgrams(gold, shingleWords));
  const words = lines.map(modelWords);
  // blocks without a common shingle need no alignment: they are most of a page
  const isPossible = words.map(
    (block) => block.length < 2 * shingleWords || wordNgrams(block, shingleWords).some((run) => goldShingles.has(run)),
  );
  const candidates = words.flatMap((block, at) => (isPossible[at] === true ? [{ at, block }] : []));
  const tokens = candidates.flatMap(({ block }) => block);
  const shares =
    tokens.length * gold.length <= maxCells
      ? alignedShares(
          candidates.map(({ block }) => block),
          tokens,
          gold,
        )
      : candidates.map(({ block }) => shingleShare(block, goldShingles));
  const isBody = lines.map(() => false);
  for (const [index, { at }] of candidates.entries()) isBody[at] = (shares[index] ?? 0) >= minShare;
  return isBody;
}

function shingleShare(block: readonly string[], shingles: ReadonlySet<string>): number {
  const runs = wordNgrams(block, shingleWords);
  return runs.filter((run) => shingles.has(run)).length / Math.max(1, runs.length);
}

function alignedShares(
  blocks: readonly (readonly string[])[],
  tokens: readonly string[],
  gold: readonly string[],
): number[] {
  const { inPage, inGold } = align(tokens, gold);
  const left = new Map<string, number>();
  for (let at = 0; at + shingleWords <= gold.length; at++) {
    if (inGold.subarray(at, at + shingleWords).includes(1)) continue;
    const run = gold.slice(at, at + shingleWords).join(' ');
    left.set(run, (left.get(run) ?? 0) + 1);
  }
  let from = 0;
  return blocks.map((block) => {
    const share =
      inPage.subarray(from, from + block.length).reduce((sum, is) => sum + is, 0) / Math.max(1, block.length);
    from += block.length;
    return share < minShare && block.length >= minMovedWords && takeRuns(block, left) ? 1 : share;
  });
}

/** A shorter line that stands elsewhere is no evidence. */
const minMovedWords = 6;
/** Share of a moved block's shingles that the rest of the body has. */
const minMovedShare = 0.8;

/** Whether the rest of the body has a block that is not in page order; then its shingles are taken from the rest. */
function takeRuns(block: readonly string[], left: Map<string, number>): boolean {
  const runs = wordNgrams(block, shingleWords);
  const present = runs.filter((run) => (left.get(run) ?? 0) > 0);
  if (present.length <= minMovedShare * runs.length) return false;
  for (const run of present) left.set(run, Math.max(0, (left.get(run) ?? 0) - 1));
  return true;
}

/** Steps of the table: bits 0 and 1 say where the best score comes from, bit 2 whether a match continues a run. */
const [fromLeft, matched, continues] = [1, 2, 4] as const;

/** The matched words of both sides, as masks. */
function align(page: readonly string[], gold: readonly string[]): { inPage: Uint8Array; inGold: Uint8Array } {
  const numbers = new Map<string, number>();
  const [a, b] = [numbersOf(page, numbers), numbersOf(gold, numbers)];
  const width = b.length + 1;
  const steps = new Uint8Array((a.length + 1) * width);
  let [previous, current] = [new Float32Array(width), new Float32Array(width)];
  let [lastRun, run] = [new Float32Array(width).fill(-1e9), new Float32Array(width)];
  for (let i = 1; i <= a.length; i++) {
    run.fill(-1e9);
    for (let j = 1; j < width; j++)
      steps[i * width + j] = stepAt(j, a[i - 1] === b[j - 1], { previous, current, lastRun, run });
    [lastRun, run] = [run, lastRun];
    [previous, current] = [current, previous];
  }
  return walkBack(steps, a.length, b.length);
}

interface Rows {
  readonly previous: Float32Array;
  readonly current: Float32Array;
  readonly lastRun: Float32Array;
  readonly run: Float32Array;
}

function stepAt(j: number, isEqual: boolean, { previous, current, lastRun, run }: Rows): number {
  let step = 0;
  let best = -1e9;
  if (isEqual) {
    const [going, starting] = [(lastRun[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + 1 - runCost];
    if (going >= starting) step = continues;
    best = Math.max(going, starting);
    run[j] = best;
  }
  const [up, left] = [previous[j] ?? 0, current[j - 1] ?? 0];
  if (best > up && best > left) {
    current[j] = best;
    return step | matched;
  }
  current[j] = Math.max(up, left);
  return up >= left ? step : step | fromLeft;
}

function walkBack(steps: Uint8Array, rows: number, columns: number): { inPage: Uint8Array; inGold: Uint8Array } {
  const [inPage, inGold] = [new Uint8Array(rows), new Uint8Array(columns)];
  let [i, j, inRun] = [rows, columns, false];
  while (i > 0 && j > 0) {
    const step = steps[i * (columns + 1) + j] ?? 0;
    if (inRun || (step & 3) === matched) {
      inPage[i - 1] = 1;
      inGold[j - 1] = 1;
      inRun = (step & continues) !== 0;
      i--;
      j--;
    } else if ((step & 3) === fromLeft) j--;
    else i--;
  }
  return { inPage, inGold };
}

/** Words as numbers, the same word the same number. @param numbers is extended */
const numbersOf = (words: readonly string[], numbers: Map<string, number>): Int32Array =>
  Int32Array.from(words, (word) => {
    const number = numbers.get(word) ?? numbers.size;
    numbers.set(word, number);
    return number;
  });
