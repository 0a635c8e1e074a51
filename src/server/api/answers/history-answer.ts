/** Ranges of the charts over time. */
export const historyRanges = ['24h', '7d', '30d'] as const;
export type HistoryRange = (typeof historyRanges)[number];

/** What happened in one step of a range. */
export interface HistoryStep {
  readonly startsAt: Date;
  /** Number of visits by outcome. */
  readonly byOutcome: Readonly<Record<string, number>>;
  /** Number of failures by reason. */
  readonly failures: Readonly<Record<string, number>>;
  readonly bytes: number;
  /** Age of new articles when they were first seen. */
  readonly freshness: Freshness;
}

export interface Freshness {
  /** Number of articles that are counted: those whose pages state a time of day, the newest of the step. */
  readonly articles: number;
  /** Ms; null: no article is counted. */
  readonly medianMs: number | null;
  readonly p90Ms: number | null;
}

export interface HistoryAnswer {
  readonly at: Date;
  readonly range: HistoryRange;
  readonly stepMs: number;
  /** Oldest first, without gaps; the last one goes on. */
  readonly steps: readonly HistoryStep[];
}
