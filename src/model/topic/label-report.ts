import { z } from 'zod';
import { listOf, record } from '../schema.ts';

/** How well a model predicts the labels of examples that it was not trained on. */
const labelReportSchema = record({
  examples: z.number(),
  accuracy: z.number(),
  /** Unweighted mean of the labels' F1. */
  macroF1: z.number(),
  labels: listOf(
    record({
      label: z.string(),
      examples: z.number(),
      precision: z.number(),
      recall: z.number(),
      f1: z.number(),
    }),
  ),
  /** Row: true label; column: predicted label; both in the order of `labels`. */
  confusion: listOf(listOf(z.number())),
});
export type LabelReport = z.infer<typeof labelReportSchema>;

/** A model's report by cross-validation over its training examples. */
export const trainingReportSchema = record({
  ...labelReportSchema.unwrap().shape,
  folds: z.number(),
});
export type TrainingReport = z.infer<typeof trainingReportSchema>;
