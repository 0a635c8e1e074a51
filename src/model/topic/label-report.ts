/** How well a model predicts the labels of examples that it was not trained on. */
export interface LabelReport {
  readonly examples: number;
  readonly accuracy: number;
  /** Unweighted mean of the labels' F1. */
  readonly macroF1: number;
  readonly labels: readonly {
    readonly label: string;
    readonly examples: number;
    readonly precision: number;
    readonly recall: number;
    readonly f1: number;
  }[];
  /** Row: true label; column: predicted label; both in the order of `labels`. */
  readonly confusion: readonly (readonly number[])[];
}

/** A model's report by cross-validation over its training examples. */
export interface TrainingReport extends LabelReport {
  readonly folds: number;
}
