/** A score range of a topic's judged pages, from which pages are drawn at random. A drawn page represents its stratum. */
export interface Stratum {
  /** Lowest score, included. */
  readonly from: number;
  /** Highest score, excluded; null: no limit. */
  readonly to: number | null;
  /** Number of pages in it at the time of the draw. */
  readonly population: number;
}

/** The draw that chose the page. */
export interface Drawn extends Stratum {
  readonly draw: string;
  readonly at: Date;
}

/** A person's judgement whether an article belongs to a topic. */
export interface Label {
  readonly articleId: string;
  readonly topic: string;
  readonly relevant: boolean;
  readonly by: string;
  readonly at: Date;
  /** The article's score when it was shown. */
  readonly score: number;
  /** When the article was first stored: earlier draws could not choose it. */
  readonly seenAt: Date;
  /** Null: a person chose the page, so it represents itself only. */
  readonly drawn: Drawn | null;
}

/** The precision of a topic's kept pages, estimated from labels. */
export interface PrecisionEstimate {
  readonly precision: number;
  /** Standard error. */
  readonly margin: number;
  /** Number of labels of pages at or above the threshold. */
  readonly labels: number;
}

/** One change of a topic's threshold, with its evidence. */
export interface CalibrationStep extends PrecisionEstimate {
  readonly topic: string;
  /** 1 for the topic's first. */
  readonly number: number;
  readonly at: Date;
  /** The old threshold. */
  readonly from: number;
  /** The new threshold. */
  readonly to: number;
  /** The present step size. */
  readonly size: number;
  readonly direction: 'down' | 'up' | 'stay';
  /** The target precision, or the highest that the scores can reach where that is less. */
  readonly reference: number;
  /** How far the precision is below `reference`. */
  readonly moved: number;
  readonly steady: boolean;
  readonly why: string;
}
