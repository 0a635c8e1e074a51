/** One edit is allowed per this many letters; with more edits it is another word. */
const lettersPerEdit = 3;

/** The name that was probably meant: the nearest by edit distance, ignoring case; null where none is near. */
export function nearestName(written: string, names: readonly string[]): string | null {
  const maxEdits = Math.max(1, Math.floor(written.length / lettersPerEdit));
  const ranked = names
    .map((name) => ({ name, distance: editDistance(written.toLowerCase(), name.toLowerCase()) }))
    .filter(({ distance }) => distance <= maxEdits)
    .sort((a, b) => a.distance - b.distance);
  return ranked[0]?.name ?? null;
}

/** Optimal string alignment distance: insertions, deletions, substitutions, swaps of neighbours. */
function editDistance(a: string, b: string): number {
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const [left, above, diagonal] = [row[j - 1] ?? 0, last[j] ?? 0, last[j - 1] ?? 0];
      row[j] = Math.min(left + 1, above + 1, diagonal + (isSame ? 0 : 1));
      if (isSwapped) row[j] = Math.min(row[j] ?? 0, (before[j - 2] ?? 0) + 1);
    }
    [before, last] = [last, row];
  }
  return last[b.length] ?? 0;
}
