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
export interface RisingTerm {
  readonly term: string;
  /** Stories of the window that have the term. */
  readonly stories: number;
  /** Stories that the windows before predict. */
  readonly expected: number;
  /** How far `stories` is above `expected`, in standard deviations. */
  readonly rise: number;
}

/** A rising term with the number of sites that have it. */
export interface HotTerm extends RisingTerm {
  readonly sources: number;
}

/** A story that several sources cover. */
export interface HotStory {
  readonly cluster: string;
  readonly sources: number;
  readonly articles: number;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  /** Articles per hour since it was first seen in the window; the time counts as one hour at least. */
  readonly perHour: number;
  /** Articles per hour in the later half of that time, minus those in the earlier half. */
  readonly acceleration: number;
}
