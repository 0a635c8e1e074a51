/** The part of a topic's judged pages that a labelled page was drawn from, by chance and evenly: what makes it stand for others. */
export interface Stratum {
  /** Scores from here on. */
  readonly from: number;
  /** Scores below; null: no end. */
  readonly to: number | null;
  /** Pages in it when the draw was made. */
  readonly population: number;
}

/** Which draw showed the page. */
export interface Drawn extends Stratum {
  readonly draw: string;
  readonly at: Date;
}

/** What a person says: whether an article belongs to a topic. */
export interface Label {
  readonly articleId: string;
  readonly topic: string;
  readonly relevant: boolean;
  readonly by: string;
  readonly at: Date;
  /** What the article scored when it was shown. */
  readonly score: number;
  /** When the article came in: draws of before had no chance to show it. */
  readonly seenAt: Date;
  /** Null: somebody chose the page, so that it stands for itself only. */
  readonly drawn: Drawn | null;
}

/** What labels say of a topic's kept pages. */
export interface PrecisionEstimate {
  readonly precision: number;
  /** Standard error. */
  readonly margin: number;
  /** Labels of pages at or above the threshold. */
  readonly labels: number;
}

/** One step of a topic's threshold, with its evidence. */
export interface CalibrationStep extends PrecisionEstimate {
  readonly topic: string;
  /** 1 for the topic's first. */
  readonly number: number;
  readonly at: Date;
  readonly from: number;
  /** In force from then on. */
  readonly to: number;
  /** How far a step goes now. */
  readonly size: number;
  readonly direction: 'down' | 'up' | 'stay';
  /** The precision that was wanted, or the best that the scores can give where that is less. */
  readonly reference: number;
  /** By how much the precision fell short of it. */
  readonly moved: number;
  readonly steady: boolean;
  readonly why: string;
}
