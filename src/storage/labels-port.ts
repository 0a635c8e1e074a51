import type { CalibrationStep, Label, Stratum } from '../model/topic/label.ts';

/** A judged article by what it scored. */
export interface ScoredArticle {
  readonly id: string;
  readonly score: number;
}

export type ScoreRange = Omit<Stratum, 'population'>;

/** People's labels of articles by topic, and the steps of the topics' thresholds that follow from them. */
export interface Labels {
  /** A later label of the same article and topic replaces the earlier one. */
  put(labels: readonly Label[]): Promise<void>;
  /** @returns whether the label existed */
  remove(topic: string, articleId: string): Promise<boolean>;
  /** All labels of a topic, oldest first. */
  ofTopic(topic: string): Promise<Label[]>;
  /** Number of articles with a score above 0 in the range. Reads an index only. */
  countScored(topic: string, range: ScoreRange): Promise<number>;
  /** The articles at these positions of the range, from 0, ordered by score, then id. */
  scoredAt(topic: string, range: ScoreRange, positions: readonly number[]): Promise<ScoredArticle[]>;
  /** @returns whether the step was added; false: its topic has one of that number, another process was first */
  addStep(step: CalibrationStep): Promise<boolean>;
  /** All steps of a topic, by number. */
  steps(topic: string): Promise<CalibrationStep[]>;
  /** The last step of each topic that has one, by topic. */
  lastSteps(): Promise<CalibrationStep[]>;
}
