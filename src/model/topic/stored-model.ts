import type { ContentHash } from '../page/snapshot.ts';
import type { TrainingReport } from './label-report.ts';

/** A version of the categories' model in a store: what is said of it. Its content is a blob. */
export interface StoredModel {
  /** The first twelve digits of the model's digest: the same model is the same version. */
  readonly version: string;
  readonly content: ContentHash;
  readonly bytes: number;
  readonly savedAt: Date;
  readonly labels: readonly string[];
  /** How many examples it learned from. */
  readonly examples: number;
  readonly report: TrainingReport;
}

/** From when on a version was in use. */
export interface ModelActivation {
  /** Null: none was used from then on. */
  readonly version: string | null;
  readonly at: Date;
}
