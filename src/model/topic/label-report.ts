/** How well labels were told on examples that the model did not learn from. */
export interface LabelReport {
  readonly examples: number;
  readonly accuracy: number;
  /** Mean of the labels' F1, each counting the same. */
  readonly macroF1: number;
  readonly labels: readonly {
    readonly label: string;
    readonly examples: number;
    readonly precision: number;
    readonly recall: number;
    readonly f1: number;
  }[];
  /** Row: what it is; column: what was said; both in the order of `labels`. */
  readonly confusion: readonly (readonly number[])[];
}

/** A model's own report, by cross-validation over its examples. */
export interface TrainingReport extends LabelReport {
  readonly folds: number;
}
