/** Records that are alike in what they are counted by, and their sums. */
export interface TallyRow {
  readonly key: readonly string[];
  readonly sums: readonly number[];
}

const nameOf = ({ key }: TallyRow): string => JSON.stringify(key);

/** One row for each key, with the sums of all its rows. */
export function mergeRows(rows: readonly TallyRow[]): TallyRow[] {
  const merged = new Map<string, TallyRow>();
  for (const row of rows) {
    const { key, sums } = row;
    const before = merged.get(nameOf(row))?.sums ?? [];
    merged.set(nameOf(row), { key, sums: sums.map((sum, at) => sum + (before[at] ?? 0)) });
  }
  return [...merged.values()];
}

export function sameRows(a: readonly TallyRow[], b: readonly TallyRow[]): boolean {
  const [one, other] = [a, b].map((rows) =>
    mergeRows(rows)
      .map((row) => JSON.stringify([row.key, row.sums]))
      .sort(),
  );
  return String(one) === String(other);
}
