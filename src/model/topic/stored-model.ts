import { z } from 'zod';
import type { ContentHash } from '../page/snapshot.ts';
import { listOf, record, textOf } from '../schema.ts';
import { trainingReportSchema } from './label-report.ts';

/** The record of a version of the category model; its content is a blob. */
export const storedModelSchema = record({
  /** The first twelve digits of the model's digest: the same model is the same version. */
  version: z.string(),
  content: textOf<ContentHash>(),
  bytes: z.int(),
  savedAt: z.date(),
  labels: listOf(z.string()),
  /** Number of training examples. */
  examples: z.int(),
  report: trainingReportSchema,
});
export type StoredModel = z.infer<typeof storedModelSchema>;

export const modelActivation = {
  /** Null: no model is in use from then on. */
  version: z.string().nullable(),
  at: z.date(),
};

/** Since when a version has been in use. */
const modelActivationSchema = record(modelActivation);
export type ModelActivation = z.infer<typeof modelActivationSchema>;
