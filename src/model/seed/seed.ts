import type { SearchEngine } from './search.ts';

/** Where a search engine named a site. */
export interface SeedEvidence {
  /** Name of the engine. */
  readonly engine: SearchEngine['name'];
  readonly query: string;
  /** Place among the results, from 1. */
  readonly rank: number;
  readonly url: string;
}

/**
 * What came of a candidate. `retired`: it was added, and none of its articles was on topic; it is polled no more.
 */
export type SeedDecision = 'added' | 'polled-already' | 'below-threshold' | 'over-limit' | 'excluded' | 'retired';

/** A site that search engines named for a topic, and why it was or was not added to the sources. */
export interface Seed {
  readonly topic: string;
  /** Host name, without `www.`. */
  readonly site: string;
  readonly homeUrl: string;
  /** Title of its best result. */
  readonly title: string;
  /** Reciprocal-rank fusion of all rankings, divided by the highest of all candidates: 0 to 1. */
  readonly rankScore: number;
  /** How well its results meet the topic, 0 to 1. */
  readonly relevance: number;
  /** Articles that the store has of the site, and how many of them the topic keeps. */
  readonly articles: number;
  readonly onTopic: number;
  /** Share of the site's pages that is expected to be on topic, 0 to 1. */
  readonly score: number;
  readonly decision: SeedDecision;
  /** Of the source that was added; null: none was. */
  readonly sourceId: string | null;
  /** The best ranks of the last search that named it. */
  readonly evidence: readonly SeedEvidence[];
  readonly firstSeenAt: Date;
  readonly seenAt: Date;
  /** Null: it was not added. */
  readonly addedAt: Date | null;
}
