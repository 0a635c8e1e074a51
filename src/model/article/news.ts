import type { ArticleStatus } from './article.ts';

/** An article as what is hot is told by: when it was first seen, where, in which story, with which terms. */
export interface NewsItem {
  readonly id: string;
  readonly at: Date;
  readonly site: string;
  readonly cluster: string;
  readonly status: ArticleStatus;
  readonly terms: readonly string[];
}

/** A term that more stories have than the windows before let expect. */
export interface HotTerm {
  readonly term: string;
  /** In the window. */
  readonly stories: number;
  readonly sources: number;
  /** Stories that the windows before let expect. */
  readonly expected: number;
  /** How far above that, in standard deviations. */
  readonly rise: number;
}

/** A story that several sources tell. */
export interface HotStory {
  readonly cluster: string;
  readonly sources: number;
  readonly articles: number;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  /** Articles an hour since it was first seen in the window; a story of minutes counts as one of an hour. */
  readonly perHour: number;
  /** Articles an hour in the later half of that time, less those in the earlier. */
  readonly acceleration: number;
}
