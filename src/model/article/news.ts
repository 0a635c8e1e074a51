import { z } from 'zod';
import { record } from '../schema.ts';
import type { ArticleStatus } from './article.ts';

/** What the computation of hot terms and stories needs of an article. */
export interface NewsItem {
  readonly id: string;
  readonly at: Date;
  readonly site: string;
  readonly cluster: string;
  readonly status: ArticleStatus;
  readonly terms: readonly string[];
}

/** A term in more stories than the windows before predict. */
const risingTermShape = {
  term: z.string(),
  /** Stories of the window that have the term. */
  stories: z.number(),
  /** Stories that the windows before predict. */
  expected: z.number(),
  /** How far `stories` is above `expected`, in standard deviations. */
  rise: z.number(),
};
const risingTermSchema = record(risingTermShape);
export type RisingTerm = z.infer<typeof risingTermSchema>;

/** A rising term with the number of sites that have it. */
export const hotTermSchema = record({ ...risingTermShape, sources: z.number() });
export type HotTerm = z.infer<typeof hotTermSchema>;

/** A story that several sources cover. */
export const hotStorySchema = record({
  cluster: z.string(),
  sources: z.number(),
  articles: z.number(),
  firstSeenAt: z.date(),
  lastSeenAt: z.date(),
  /** Articles per hour since it was first seen in the window; the time counts as one hour at least. */
  perHour: z.number(),
  /** Articles per hour in the later half of that time, minus those in the earlier half. */
  acceleration: z.number(),
});
export type HotStory = z.infer<typeof hotStorySchema>;
