import type { SearchRanking, SearchResult } from '../../../model/seed/search.ts';
import type { Seed, SeedEvidence } from '../../../model/seed/seed.ts';

/** A site that search engines name for a topic. */
export type SeedCandidate = Pick<Seed, 'site' | 'homeUrl' | 'title' | 'rankScore' | 'relevance' | 'evidence'>;

/** Evidence that is kept for each candidate, the best ranks. */
const maxEvidence = 20;

/**
 * Groups results by site, best first by rank score.
 * @param relevanceOf a result's relevance to the topic, 0 to 1
 */
export function seedCandidates(
  rankings: readonly SearchRanking[],
  relevanceOf: (result: SearchResult) => number,
): readonly SeedCandidate[] {
  const siteScores = fuseRanks(rankings.map(({ results }) => results.map(({ url }) => hostWithoutWww(url))));
  const pageScores = fuseRanks(rankings.map(({ results }) => results.map(({ url }) => url)));
  const highest = Math.max(0, ...siteScores.values());
  const hits = rankings.flatMap(({ engine, query, results }) =>
    results.map((result, index): Hit => ({ result, engine, query, rank: index + 1 })),
  );
  const bySite = Map.groupBy(hits, ({ result }) => hostWithoutWww(result.url));
  const candidates = [...bySite].map(([site, ofSite]): SeedCandidate => {
    const pages = [...Map.groupBy(ofSite, ({ result }) => result.url).values()].flatMap(([hit]) => hit ?? []);
    const inOrder = pages.toSorted((a, b) => scoreOf(pageScores, b) - scoreOf(pageScores, a));
    const best = (inOrder[0] as Hit).result;
    const weight = inOrder.reduce((sum, hit) => sum + scoreOf(pageScores, hit), 0);
    const relevant = inOrder.reduce((sum, hit) => sum + scoreOf(pageScores, hit) * relevanceOf(hit.result), 0);
    return {
      site,
      homeUrl: `${new URL(best.url).origin}/`,
      title: best.title,
      rankScore: (siteScores.get(site) ?? 0) / highest,
      relevance: relevant / weight,
      evidence: ofSite
        .toSorted((a, b) => a.rank - b.rank)
        .slice(0, maxEvidence)
        .map(({ engine, query, rank, result }) => ({ engine, query, rank, url: result.url })),
    };
  });
  return candidates.toSorted((a, b) => b.rankScore - a.rankScore || (a.site < b.site ? -1 : 1));
}

interface Hit extends Omit<SeedEvidence, 'url'> {
  readonly result: SearchResult;
}

const scoreOf = (scores: ReadonlyMap<string, number>, { result }: Hit): number => scores.get(result.url) ?? 0;

/** A site's name among seeds: the host name without `www.`. */
export const hostWithoutWww = (url: string): string => new URL(url).hostname.replace(/^www\./, '');

/** The search results of a site count like this number of its articles. */
const resultsCountAs = 10;

/**
 * The share of a site's pages that is expected to be on topic: its articles on topic, and the relevance of its search results as a prior of 10 articles (the mean of
 * a Beta distribution). Without articles it is the relevance.
 */
export const seedScore = (relevance: number, articles: number, onTopic: number): number =>
  (relevance * resultsCountAs + onTopic) / (resultsCountAs + articles);

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
