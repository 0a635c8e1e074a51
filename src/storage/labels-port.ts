import type { CalibrationStep, Label, Stratum } from '../model/topic/label.ts';

/** A judged article by what it scored. */
export interface ScoredArticle {
  readonly id: string;
  readonly score: number;
}

export type ScoreRange = Omit<Stratum, 'population'>;

/** What people say of articles and topics, and what became of the topics' thresholds by it. */
export interface Labels {
  /** One label for an article and topic: a later one takes the place of the one before. */
  put(labels: readonly Label[]): Promise<void>;
  /** Takes a label back. @returns whether there was one */
  remove(topic: string, articleId: string): Promise<boolean>;
  /** All of a topic, the oldest first. */
  of(topic: string): Promise<Label[]>;
  /** How many articles were judged with a score above 0 in the range. By the index. */
  countScored(topic: string, range: ScoreRange): Promise<number>;
  /** Those that stand at these positions of the range, by score and id, from 0. */
  scoredAt(topic: string, range: ScoreRange, positions: readonly number[]): Promise<ScoredArticle[]>;
  /** Adds a step where its topic has none of that number yet. @returns whether it was added: another process may have been first */
  addStep(step: CalibrationStep): Promise<boolean>;
  /** Of a topic, the first one first. */
  steps(topic: string): Promise<CalibrationStep[]>;
  /** The last step of every topic that has one, by topic. */
  lastSteps(): Promise<CalibrationStep[]>;
}
