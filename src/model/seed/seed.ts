import { z } from 'zod';
import { listOf, record } from '../schema.ts';

/** Where a search engine named a site. */
const seedEvidenceSchema = record({
  /** Name of the engine. */
  engine: z.string(),
  query: z.string(),
  /** Place among the results, from 1. */
  rank: z.int(),
  url: z.string(),
});
export type SeedEvidence = z.infer<typeof seedEvidenceSchema>;

/**
 * What came of a candidate. `retired`: it was added, and none of its articles was on topic; it is polled no more.
 */
const seedDecisions = ['added', 'polled-already', 'below-threshold', 'over-limit', 'excluded', 'retired'] as const;
export type SeedDecision = (typeof seedDecisions)[number];

/** A site that search engines named for a topic, and why it was or was not added to the sources. */
export const seedSchema = record({
  topic: z.string(),
  /** Host name, without `www.`. */
  site: z.string(),
  homeUrl: z.string(),
  /** Title of its best result. */
  title: z.string(),
  /** Reciprocal-rank fusion of all rankings, divided by the highest of all candidates: 0 to 1. */
  rankScore: z.number(),
  /** How well its results meet the topic, 0 to 1. */
  relevance: z.number(),
  /** Articles that the store has of the site, and how many of them the topic keeps. */
  articles: z.int(),
  onTopic: z.int(),
  /** Share of the site's pages that is expected to be on topic, 0 to 1. */
  score: z.number(),
  decision: z.enum(seedDecisions),
  /** Of the source that was added; null: none was. */
  sourceId: z.string().nullable(),
  /** The best ranks of the last search that named it. */
  evidence: listOf(seedEvidenceSchema),
  firstSeenAt: z.date(),
  seenAt: z.date(),
  /** Null: it was not added. */
  addedAt: z.date().nullable(),
});
export type Seed = z.infer<typeof seedSchema>;
