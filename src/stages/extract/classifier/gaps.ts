/** Returns for each index the distance from the last marked index and to the next one; infinite without one. */
export function gapsToMarked(isMarked: readonly boolean[]): readonly [since: Float64Array, until: Float64Array] {
  const since = new Float64Array(isMarked.length);
  const until = new Float64Array(isMarked.length);
  let last = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < isMarked.length; at++) {
    since[at] = at - last;
    if (isMarked[at]) last = at;
  }
  let next = Number.POSITIVE_INFINITY;
  for (let at = isMarked.length - 1; at >= 0; at--) {
    until[at] = next - at;
    if (isMarked[at]) next = at;
  }
  return [since, until];
}

/** Prefix sums: [n] is the sum of the first n values, or the number of `true`s among them. */
export function runningSum(values: ArrayLike<number | boolean>): Float64Array {
  const sums = new Float64Array(values.length + 1);
  for (let at = 0; at < values.length; at++) sums[at + 1] = (sums[at] as number) + Number(values[at]);
  return sums;
}

/** The sum of the values from `start` to `end`, end exclusive. */
export const sumBetween = (sums: Float64Array, start: number, end: number): number =>
  (sums[end] ?? 0) - (sums[start] ?? 0);
