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
