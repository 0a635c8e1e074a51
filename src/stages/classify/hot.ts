import type { HotStory, HotTerm, NewsItem } from '../../model/article/news.ts';

/** Windows before the one in question that say what is usual: of a day, a week, with its weekend. */
export const windowsBefore = 7;

/** More terms are not counted at once: those of single stories are forgotten first (lossy counting, Manku and Motwani 2002). */
const maxTermsInMemory = 200_000;
/** Fewer stories or sources are chance. */
const [minStories, minSources] = [3, 2];
/** Standard deviations from which on a term rises. */
const minRise = 2;
/** Added to every deviation, in stories: a term that was never there before is no news by its second story. */
const deviationBias = 1;
const hourMs = 3_600_000;

interface Window {
  readonly end: Date;
  readonly windowMs: number;
}

/**
 * What rises in a window against those before: a term's number of stories, less the mean of the windows before, over their deviation (after SigniTrend: Schubert,
 * Weiler and Kriegel, KDD 2014), the windows scaled to as many stories as this one. Give it every article of all windows, in any order.
 */
export class RisingTerms {
  readonly #window: Window;
  /** By term, stories by window; 0 is the one in question. */
  readonly #counts = new Map<string, Uint32Array>();
  readonly #stories = new Uint32Array(windowsBefore + 1);

  constructor(window: Window) {
    this.#window = window;
  }

  /** Copies of a story say nothing new: only published articles count. */
  add({ at, status, terms }: Pick<NewsItem, 'at' | 'status' | 'terms'>): void {
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

  /** Without their sources: the best come first. */
  rising(limit: number): Omit<HotTerm, 'sources'>[] {
    const risingTerms: Omit<HotTerm, 'sources'>[] = [];
    for (const [term, counts] of this.#counts) {
      const stories = counts[0] ?? 0;
      if (stories < minStories) continue;
      const { expected, deviation } = this.#usual(counts);
      const rise = (stories - expected) / (deviation + deviationBias);
      if (rise >= minRise) risingTerms.push({ term, stories, expected, rise });
    }
    return risingTerms.sort((a, b) => b.rise - a.rise || (a.term < b.term ? -1 : 1)).slice(0, limit);
  }

  /** At least the spread of rare events (Poisson); windows in which nothing was read say nothing. */
  #usual(counts: Uint32Array): { expected: number; deviation: number } {
    const now = this.#stories[0] ?? 0;
    const scaled: number[] = [];
    for (let index = 1; index <= windowsBefore; index++) {
      const stories = this.#stories[index] ?? 0;
      if (stories > 0) scaled.push(((counts[index] ?? 0) * now) / stories);
    }
    if (scaled.length === 0) return { expected: 0, deviation: 0 };
    const expected = scaled.reduce((sum, one) => sum + one, 0) / scaled.length;
    const variance = scaled.reduce((sum, one) => sum + (one - expected) ** 2, 0) / scaled.length;
    return { expected, deviation: Math.sqrt(Math.max(variance, expected)) };
  }

  #forgetRare(): void {
    for (const [term, counts] of this.#counts)
      if (counts.reduce((sum, one) => sum + one, 0) < 2) this.#counts.delete(term);
  }
}

/** Counts the sites that have certain terms in the window. */
export function withSources(
  terms: readonly Omit<HotTerm, 'sources'>[],
  sitesOf: ReadonlyMap<string, ReadonlySet<string>>,
  limit: number,
): HotTerm[] {
  const termsWithSources = terms.map((term) => ({ ...term, sources: sitesOf.get(term.term)?.size ?? 0 }));
  const confirmed = termsWithSources.filter(({ sources }) => sources >= minSources);
  // a pair says all that its words say, where they came up together
  return confirmed
    .filter(({ term, stories }) => !confirmed.some((pair) => isPartOf(term, pair.term) && pair.stories === stories))
    .slice(0, limit);
}

const isPartOf = (word: string, pair: string): boolean => word !== pair && pair.includes(word);

interface StoryCoverage {
  readonly sites: Set<string>;
  readonly times: number[];
}

/** Stories of the window by how many sources tell them, and how fast: sources times the square root of articles an hour. */
export class HotStories {
  readonly #end: Date;
  readonly #stories = new Map<string, StoryCoverage>();

  constructor({ end }: Window) {
    this.#end = end;
  }

  /** An article of the window. */
  add({ at, site, cluster, status }: Pick<NewsItem, 'at' | 'site' | 'cluster' | 'status'>): void {
    if (status === 'off-topic') return;
    const story = this.#stories.get(cluster) ?? { sites: new Set(), times: [] };
    this.#stories.set(cluster, story);
    story.sites.add(site);
    story.times.push(at.getTime());
  }

  hottest(limit: number): HotStory[] {
    const widelyCovered = [...this.#stories].filter(([, { sites }]) => sites.size >= minSources);
    const stories = widelyCovered.map(([cluster, telling]) => storyOf(cluster, telling, this.#end.getTime()));
    const heat = ({ sources, perHour }: HotStory): number => sources * Math.sqrt(perHour);
    return stories.sort((a, b) => heat(b) - heat(a) || (a.cluster < b.cluster ? -1 : 1)).slice(0, limit);
  }
}

function storyOf(cluster: string, { sites, times }: StoryCoverage, end: number): HotStory {
  const first = times.reduce((least, one) => Math.min(least, one));
  const hours = Math.max(1, (end - first) / hourMs);
  const middle = end - (hours / 2) * hourMs;
  const late = times.filter((time) => time >= middle).length;
  return {
    cluster,
    sources: sites.size,
    articles: times.length,
    firstSeenAt: new Date(first),
    lastSeenAt: new Date(times.reduce((most, one) => Math.max(most, one))),
    perHour: times.length / hours,
    acceleration: (late - (times.length - late)) / (hours / 2),
  };
}
