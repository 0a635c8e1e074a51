/** Prefix sums: [n] is the sum of the first n values, or the number of `true`s among them. */
export function runningSum(values: ArrayLike<number | boolean>): Float64Array {
  const sums = new Float64Array(values.length + 1);
  for (let at = 0; at < values.length; at++) sums[at + 1] = (sums[at] as number) + Number(values[at]);
  return sums;
}

/** The sum of the values from `start` to `end`, end exclusive. */
export const sumBetween = (sums: Float64Array, start: number, end: number): number =>
  (sums[end] ?? 0) - (sums[start] ?? 0);
