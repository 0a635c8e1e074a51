// Scores as the literature counts them, with a separate tokenizer: a change of src/text must not change the measure.

/** Words and numbers; a Han character and a kana are single tokens. */
const tokens = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{Script=Han}\u3040-\u30ff]|[[\p{L}\p{N}]--[\p{Script=Han}\u3040-\u30ff]]+/gv) ?? [];

const shingleLength = 4;

/** Counted runs of four tokens; a shorter text is one run. */
function shingles(text: string): ReadonlyMap<string, number> {
  const all = tokens(text);
  const counts = new Map<string, number>();
  for (let at = 0; at === 0 || at + shingleLength <= all.length; at++) {
    const run = all.slice(at, at + shingleLength).join(' ');
    if (run !== '') counts.set(run, (counts.get(run) ?? 0) + 1);
  }
  return counts;
}

/** F1 of the shared token shingles, 0 to 1 (Scrapinghub's article extraction benchmark, 2020); two empty texts agree. */
export const shingleF1 = (found: string, gold: string): number => f1(shingleHits(found, gold));

/** The shingles of both texts, and those that they share. */
export function shingleHits(found: string, gold: string): Hits {
  const [ours, theirs] = [shingles(found), shingles(gold)];
  let shared = 0;
  for (const [run, count] of ours) shared += Math.min(count, theirs.get(run) ?? 0);
  return { right: shared, found: total(ours), wanted: total(theirs) };
}

const total = (counts: ReadonlyMap<string, number>): number => sum([...counts.values()]);

export interface Hits {
  readonly right: number;
  readonly found: number;
  readonly wanted: number;
}

/** What finds nothing says nothing wrong. */
export const precision = ({ right, found }: Hits): number => (found === 0 ? 1 : right / found);
export const recall = ({ right, wanted }: Hits): number => (wanted === 0 ? 1 : right / wanted);
export const f1 = ({ right, found, wanted }: Hits): number =>
  found + wanted === 0 ? 1 : (2 * right) / (found + wanted);

/** All pairs of members that share a cluster, in both clusterings: pairwise hits. Clusters are given by member. */
export function pairHits(found: ReadonlyMap<string, string>, gold: ReadonlyMap<string, string>): Hits {
  const members = [...gold.keys()];
  let [right, foundPairs, wanted] = [0, 0, 0];
  for (const [at, a] of members.entries())
    for (const b of members.slice(at + 1)) {
      const isFound = found.get(a) === found.get(b);
      const isWanted = gold.get(a) === gold.get(b);
      foundPairs += Number(isFound);
      wanted += Number(isWanted);
      right += Number(isFound && isWanted);
    }
  return { right, found: foundPairs, wanted };
}

/** Clusters by single link, as the store merges them: each member's cluster is called after its first member. */
export function clusters(
  members: readonly string[],
  links: readonly (readonly [string, string])[],
): Map<string, string> {
  const cluster = new Map(members.map((member) => [member, member]));
  for (const [a, b] of links) {
    const [from, to] = [cluster.get(b), cluster.get(a)];
    if (from === undefined || to === undefined) throw new Error(`a link names no member: ${a}, ${b}`);
    for (const [member, name] of cluster) if (name === from) cluster.set(member, to);
  }
  return cluster;
}

export const mean = (values: readonly number[]): number => (values.length === 0 ? 0 : sum(values) / values.length);
export const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
