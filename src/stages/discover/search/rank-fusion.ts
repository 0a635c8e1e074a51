/** The constant of the publication: it keeps the first ranks of a single list from deciding alone. */
const k = 60;

/**
 * Reciprocal-rank fusion (Cormack, Clarke, Büttcher, SIGIR 2009): the score of an item is the sum of 1 / (60 + rank) over all lists that have it, its best rank of each.
 * @param lists best first
 * @returns scores by item
 */
export function fuseRanks(lists: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const scores = new Map<string, number>();
  for (const list of lists)
    for (const [index, item] of [...new Set(list)].entries())
      scores.set(item, (scores.get(item) ?? 0) + 1 / (k + index + 1));
  return scores;
}
