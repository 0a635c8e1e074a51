import { mulberry32 } from '../../../../src/stages/classify/sampling.ts';
import type { AxesTable, Exclusion, Row } from './axes.ts';

type Random = () => number;
type Partial_ = Readonly<Record<string, string>>;

/** Rows that are completed at random for each row that is taken: the one with the most new pairs wins. */
const candidatesPerRow = 12;

export const pairName = (a: string, x: string, b: string, y: string): string => `${a}=${x} ${b}=${y}`;

/** All pairs of values in a row. */
export function pairsOf(row: Readonly<Record<string, string>>): string[] {
  const entries = Object.entries(row);
  return entries.flatMap(([a, x], at) => entries.slice(at + 1).map(([b, y]) => pairName(a, x, b, y)));
}

/** Whether a row, also an unfinished one, keeps to the exclusions. */
export const isAllowed = (row: Partial_, exclusions: readonly Exclusion<AxesTable>[]): boolean =>
  !exclusions.some(({ values }) =>
    Object.entries(values).every(([axis, excluded]) => excluded?.includes(row[axis] ?? '') === true),
  );

/** All pairs of values that can occur in a row. */
export function possiblePairs(axes: AxesTable, exclusions: readonly Exclusion<AxesTable>[]): string[] {
  const random = mulberry32(1);
  const names = Object.keys(axes);
  const pairs: string[] = [];
  for (const [at, a] of names.entries())
    for (const b of names.slice(at + 1))
      for (const x of axes[a] ?? [])
        for (const y of axes[b] ?? [])
          if (completed({ [a]: x, [b]: y }, { axes, exclusions, random }) !== null) pairs.push(pairName(a, x, b, y));
  return pairs;
}

interface Space {
  readonly axes: AxesTable;
  readonly exclusions: readonly Exclusion<AxesTable>[];
  readonly random: Random;
}

/** Completes a row at random; null where no row has these values. */
function completed(start: Partial_, space: Space): Partial_ | null {
  if (!isAllowed(start, space.exclusions)) return null;
  const axis = Object.keys(space.axes).find((name) => start[name] === undefined);
  if (axis === undefined) return start;
  for (const value of shuffled(space.axes[axis] ?? [], space.random)) {
    const row = completed({ ...start, [axis]: value }, space);
    if (row !== null) return row;
  }
  return null;
}

export function shuffled<T>(values: readonly T[], random: Random): T[] {
  const result = [...values];
  for (let at = result.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [result[at], result[other]] = [result[other] as T, result[at] as T];
  }
  return result;
}

/**
 * Rows that together have each possible pair of values, then random rows up to `size`, in random order: the same rows for the same seed.
 * @throws RangeError if the pairs need more rows
 */
export function coveringRows<T extends AxesTable>(
  axes: T,
  exclusions: readonly Exclusion<T>[],
  { size, seed }: { readonly size: number; readonly seed: number },
): Row<T>[] {
  const random = mulberry32(seed);
  const space: Space = { axes, exclusions: exclusions as unknown as Exclusion<AxesTable>[], random };
  const open = new Set(possiblePairs(axes, space.exclusions));
  const rows: Partial_[] = [];
  while (open.size > 0) {
    const row = bestRow(open, space);
    for (const pair of pairsOf(inOrder(row, axes))) open.delete(pair);
    rows.push(row);
  }
  if (rows.length > size) throw new RangeError(`${rows.length} rows are needed for all pairs, not ${size}`);
  while (rows.length < size) rows.push(anyRow({}, space));
  return shuffled(rows, random).map((row) => inOrder(row, axes)) as Row<T>[];
}

const inOrder = (row: Partial_, axes: AxesTable): Partial_ =>
  Object.fromEntries(Object.keys(axes).map((axis) => [axis, row[axis] ?? '']));

/** A row with a pair that is still missing, and with many others. */
function bestRow(open: ReadonlySet<string>, space: Space): Partial_ {
  const [pair = ''] = open;
  const start = Object.fromEntries(
    [...pair.matchAll(/(\w+)=(.*?)(?= \w+=|$)/g)].map(([, axis = '', value = '']) => [axis, value]),
  );
  let best = { row: start, gain: -1 };
  for (let trial = 0; trial < candidatesPerRow; trial++) {
    const row = anyRow(start, space);
    const gain = pairsOf(inOrder(row, space.axes)).filter((name) => open.has(name)).length;
    if (gain > best.gain) best = { row, gain };
  }
  return best.row;
}

function anyRow(start: Partial_, space: Space): Partial_ {
  const row = completed(start, space);
  if (row === null) throw new Error(`no row has ${JSON.stringify(start)}`); // only possible pairs are asked for
  return row;
}
