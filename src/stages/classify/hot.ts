import type { HotStory, HotTerm, NewsItem, RisingTerm } from '../../model/article/news.ts';

/** Earlier windows that make the baseline: with windows of a day, a whole week with its weekend. */
export const windowsBefore = 7;

/** At most this many terms in memory; beyond, terms of a single story are dropped (lossy counting, Manku and Motwani 2002). */
const maxTermsInMemory = 200_000;
/** Below these numbers of stories and sources a rise may be chance. */
const [minStories, minSources] = [3, 2];
/** Standard deviations above the mean from which a term counts as rising. */
const minRise = 2;
/** Stories, added to every deviation: else the second story of a new term would count as a rise. */
const deviationBias = 1;
const hourMs = 3_600_000;

interface Window {
  readonly end: Date;
  readonly windowMs: number;
}

/**
 * Terms that rise in a window: a term's number of stories less its mean in the earlier windows, divided by their standard deviation (after SigniTrend: Schubert,
 * Weiler and Kriegel, KDD 2014). Earlier windows are scaled to the number of stories of this one. Add every article of all windows, in any order.
 */
export class RisingTerms {
  readonly #window: Window;
  /** By term: stories by window; 0 is the current window. */
  readonly #counts = new Map<string, Uint32Array>();
  readonly #stories = new Uint32Array(windowsBefore + 1);

  constructor(window: Window) {
    this.#window = window;
  }

  /** Only published articles count: copies of a story add nothing. */
  add({ at, status, terms }: NewsItem): void {
    const index = Math.floor((this.#window.end.getTime() - 1 - at.getTime()) / this.#window.windowMs);
    if (status !== 'published' || index < 0 || index > windowsBefore) return;
    this.#stories[index] = (this.#stories[index] ?? 0) + 1;
    for (const term of terms) {
      const counts = this.#counts.get(term) ?? new Uint32Array(windowsBefore + 1);
      counts[index] = (counts[index] ?? 0) + 1;
      this.#counts.set(term, counts);
    }
    if (this.#counts.size > maxTermsInMemory) this.#forgetRare();
  }

  /** Highest rise first, without their sources. */
  rising(limit: number): RisingTerm[] {
    const risingTerms: RisingTerm[] = [];
    for (const [term, counts] of this.#counts) {
      const stories = counts[0] ?? 0;
      if (stories < minStories) continue;
      const { expected, deviation } = this.#baseline(counts);
      const rise = (stories - expected) / (deviation + deviationBias);
      if (rise >= minRise) risingTerms.push({ term, stories, expected, rise });
    }
    return risingTerms.sort((a, b) => b.rise - a.rise || (a.term < b.term ? -1 : 1)).slice(0, limit);
  }

  /** The deviation is at least that of rare events (Poisson). Windows without any story are ignored. */
  #baseline(counts: Uint32Array): { expected: number; deviation: number } {
    const now = this.#stories[0] ?? 0;
    const scaled: number[] = [];
    for (let index = 1; index <= windowsBefore; index++) {
      const stories = this.#stories[index] ?? 0;
      if (stories > 0) scaled.push(((counts[index] ?? 0) * now) / stories);
    }
    if (scaled.length === 0) return { expected: 0, deviation: 0 };
    const expected = scaled.reduce((sum, count) => sum + count, 0) / scaled.length;
    const variance = scaled.reduce((sum, count) => sum + (count - expected) ** 2, 0) / scaled.length;
    return { expected, deviation: Math.sqrt(Math.max(variance, expected)) };
  }

  #forgetRare(): void {
    for (const [term, counts] of this.#counts)
      if (counts.reduce((sum, count) => sum + count, 0) < 2) this.#counts.delete(term);
  }
}

/** Adds the number of sites to terms, and drops those of a single site and words whose pair has the same stories. */
export function withSources(
  terms: readonly RisingTerm[],
  sitesOf: ReadonlyMap<string, ReadonlySet<string>>,
  limit: number,
): HotTerm[] {
  const termsWithSources = terms.map((term) => ({ ...term, sources: sitesOf.get(term.term)?.size ?? 0 }));
  const confirmed = termsWithSources.filter(({ sources }) => sources >= minSources);
  // a pair replaces its words when they occur in the same stories
  return confirmed
    .filter(({ term, stories }) => !confirmed.some((pair) => isPartOf(term, pair.term) && pair.stories === stories))
    .slice(0, limit);
}

const isPartOf = (word: string, pair: string): boolean => word !== pair && pair.includes(word);

interface StoryCoverage {
  readonly sites: Set<string>;
  readonly times: number[];
}

/** Stories of the window by heat: number of sources times the square root of articles per hour. */
export class HotStories {
  readonly #end: Date;
  readonly #stories = new Map<string, StoryCoverage>();

  constructor({ end }: Window) {
    this.#end = end;
  }

  /** An article of the window. */
  add({ at, site, cluster, status }: NewsItem): void {
    if (status === 'off-topic') return;
    const coverage = this.#stories.get(cluster) ?? { sites: new Set(), times: [] };
    this.#stories.set(cluster, coverage);
    coverage.sites.add(site);
    coverage.times.push(at.getTime());
  }

  hottest(limit: number): HotStory[] {
    const widelyCovered = [...this.#stories].filter(([, { sites }]) => sites.size >= minSources);
    const stories = widelyCovered.map(([cluster, coverage]) => storyOf(cluster, coverage, this.#end.getTime()));
    const heat = ({ sources, perHour }: HotStory): number => sources * Math.sqrt(perHour);
    return stories.sort((a, b) => heat(b) - heat(a) || (a.cluster < b.cluster ? -1 : 1)).slice(0, limit);
  }
}

function storyOf(cluster: string, { sites, times }: StoryCoverage, end: number): HotStory {
  const first = times.reduce((earliest, time) => Math.min(earliest, time));
  const hours = Math.max(1, (end - first) / hourMs);
  const middle = end - (hours / 2) * hourMs;
  const late = times.filter((time) => time >= middle).length;
  return {
    cluster,
    sources: sites.size,
    articles: times.length,
    firstSeenAt: new Date(first),
    lastSeenAt: new Date(times.reduce((latest, time) => Math.max(latest, time))),
    perHour: times.length / hours,
    acceleration: (late - (times.length - late)) / (hours / 2),
  };
}
