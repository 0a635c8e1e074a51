import { nearestNeighbours, neighbourRank, samePlaces } from '../../src/model/article/neighbour-keys.ts';
import { boilerplateIn } from '../../src/stages/dedupe/boilerplate.ts';
import { canTitleDecide } from '../../src/stages/dedupe/title.ts';
import { compareTexts, minContainment } from '../../src/stages/dedupe/verify.ts';
import { units } from '../../src/text/tokenize.ts';
import { clustersOf, type Doc } from './corpus.ts';

export type Pair = readonly [number, number];

/** All pairs for which a test holds. */
export function pairsWhere(docs: readonly Doc[], test: (a: Doc, b: Doc) => boolean): Pair[] {
  const found: Pair[] = [];
  for (const [at, a] of docs.entries())
    for (let other = at + 1; other < docs.length; other++) {
      const b = docs[other];
      if (b !== undefined && test(a, b)) found.push([at, other]);
    }
  return found;
}

/** Pairs that share half of the smaller's shingles: all that a comparison of all with all could tie. */
export function pairsThatShareText(docs: readonly Doc[]): Pair[] {
  const holders = new Map<number, number[]>();
  const shared = new Map<number, number>();
  for (const [at, { compared }] of docs.entries())
    for (const shingle of compared.shingles) {
      const list = holders.get(shingle);
      if (list === undefined) holders.set(shingle, [at]);
      else {
        for (const other of list) shared.set(other * docs.length + at, (shared.get(other * docs.length + at) ?? 0) + 1);
        list.push(at);
      }
    }
  const size = (at: number) => docs[at]?.compared.shingles.size ?? 0;
  return [...shared].flatMap(([key, count]): Pair[] => {
    const [a, b] = [Math.floor(key / docs.length), key % docs.length];
    return count >= 0.5 * Math.min(size(a), size(b)) ? [[a, b]] : [];
  });
}

export interface Method {
  readonly name: string;
  readonly pairs: readonly Pair[];
}

/** Each method alone. */
export function methods(docs: readonly Doc[], similar: readonly Pair[]): Method[] {
  const title = (a: Doc, b: Doc) => samePlaces(a.marks.titleKeywords, b.marks.titleKeywords);
  const body = (a: Doc, b: Doc) => samePlaces(a.marks.bodyKeywords, b.marks.bodyKeywords);
  const of = (name: string, test: (a: Doc, b: Doc) => boolean): Method => ({ name, pairs: pairsWhere(docs, test) });
  const verified = (name: string, test: (a: Doc, b: Doc) => boolean): Method => ({
    name,
    pairs: similar.filter(([a, b]) => test(docs[a] as Doc, docs[b] as Doc)),
  });
  const key = new Map(docs.map((doc) => [doc, units(doc.title).join(' ')]));
  return [
    of('exact only', (a, b) => a.marks.bodyHash === b.marks.bodyHash),
    of('keyword rank, title 4 of 4', (a, b) => title(a, b) === 4),
    of('keyword rank, title 3 of 4', (a, b) => title(a, b) >= 3),
    of('keyword rank, title or body 3 of 4', (a, b) => Math.max(title(a, b), body(a, b)) >= 3),
    of('simhash only', (a, b) => (neighbourRank(a.marks, b.marks) ?? 9) <= 4),
    of('the link title that drops a page', (a, b) => key.get(a) === key.get(b) && canTitleDecide(a.title)),
    verified('containment only', (a, b) => compareTexts(a.compared, b.compared).containment >= minContainment),
    verified('verified, all pairs', (a, b) => compareTexts(a.compared, b.compared).isSameStory),
  ];
}

/** The crawl's candidates of each document among those before it, nearest first. */
export function candidatesBefore(docs: readonly Doc[]): number[][] {
  return docs.map((doc, at) => {
    const places = new Map<string, number>();
    const ranks = new Map<string, number>();
    for (const [n, other] of docs.slice(0, at).entries()) {
      const rank = neighbourRank(doc.marks, other.marks);
      if (rank === null) continue;
      places.set(other.id, n);
      ranks.set(other.id, rank);
    }
    return nearestNeighbours(ranks, 32).flatMap((id) => places.get(id) ?? []);
  });
}

/** As the crawl does, one document after the other, with another threshold. */
export function inOrder(
  docs: readonly Doc[],
  candidates: readonly number[][],
  { threshold, discount }: { readonly threshold: number; readonly discount: boolean },
): Map<string, string> {
  const links: Pair[] = [];
  let clusters = new Map<string, string>();
  for (const [at, { compared }] of docs.entries()) {
    const neighbours = (candidates[at] ?? []).map((n) => {
      const { id, compared: text } = docs[n] as Doc;
      return { n, id, cluster: clusters.get(id) ?? id, text };
    });
    const boilerplate = discount ? boilerplateIn(compared, neighbours) : undefined;
    const same = neighbours.filter(({ text }) => compareTexts(compared, text, boilerplate, threshold).isSameStory);
    if (same.length === 0) continue;
    links.push(...same.map(({ n }): Pair => [n, at]));
    clusters = clustersOf(docs, links);
  }
  return clustersOf(docs, links);
}
