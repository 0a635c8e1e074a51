import type { ContentHash } from '../page/snapshot.ts';
import type { TrainingReport } from './label-report.ts';

/** The record of a version of the category model; its content is a blob. */
export interface StoredModel {
  /** The first twelve digits of the model's digest: the same model is the same version. */
  readonly version: string;
  readonly content: ContentHash;
  readonly bytes: number;
  readonly savedAt: Date;
  readonly labels: readonly string[];
  /** Number of training examples. */
  readonly examples: number;
  readonly report: TrainingReport;
}

/** Since when a version has been in use. */
export interface ModelActivation {
  /** Null: no model is in use from then on. */
  readonly version: string | null;
  readonly at: Date;
}
