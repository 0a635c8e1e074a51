// Standard scores. The tokenizer is separate, so that a change of src/text does not change the measure.

/** Words and numbers; a Han character and a kana are single tokens. */
const tokens = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{Script=Han}\u3040-\u30ff]|[[\p{L}\p{N}]--[\p{Script=Han}\u3040-\u30ff]]+/gv) ?? [];

const shingleLength = 4;

/** Runs of four tokens with their counts; a shorter text is one run. */
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
export const shingleF1 = (text: string, gold: string): number => f1(countShingles(text, gold));

/** Shingles of a text compared with those of the gold. */
export function countShingles(text: string, gold: string): MatchCounts {
  const [ours, theirs] = [shingles(text), shingles(gold)];
  let shared = 0;
  for (const [run, count] of ours) shared += Math.min(count, theirs.get(run) ?? 0);
  return { correct: shared, predicted: total(ours), expected: total(theirs) };
}

const total = (counts: ReadonlyMap<string, number>): number => sum([...counts.values()]);

/** Counts of items (shingles, names, pairs): correct predictions, all predictions, all items of the gold. */
export interface MatchCounts {
  readonly correct: number;
  readonly predicted: number;
  readonly expected: number;
}

/** 1 without predictions: none of them is wrong. */
export const precision = ({ correct, predicted }: MatchCounts): number => (predicted === 0 ? 1 : correct / predicted);
export const recall = ({ correct, expected }: MatchCounts): number => (expected === 0 ? 1 : correct / expected);
export const f1 = ({ correct, predicted, expected }: MatchCounts): number =>
  predicted + expected === 0 ? 1 : (2 * correct) / (predicted + expected);

/** Pairs of members in one cluster, compared with the gold. Both maps give the cluster of each member. */
export function countPairs(
  clusterOf: ReadonlyMap<string, string>,
  goldClusterOf: ReadonlyMap<string, string>,
): MatchCounts {
  const members = [...goldClusterOf.keys()];
  let [correct, predicted, expected] = [0, 0, 0];
  for (const [at, a] of members.entries())
    for (const b of members.slice(at + 1)) {
      const isPredicted = clusterOf.get(a) === clusterOf.get(b);
      const isExpected = goldClusterOf.get(a) === goldClusterOf.get(b);
      predicted += Number(isPredicted);
      expected += Number(isExpected);
      correct += Number(isPredicted && isExpected);
    }
  return { correct, predicted, expected };
}

/** The cluster of each member by single link, as the store merges them. A cluster has the name of its first member. @throws Error on a link to a non-member */
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
