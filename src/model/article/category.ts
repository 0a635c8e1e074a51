import { z } from 'zod';
import { listOf, record } from '../schema.ts';

const categoryWaySchema = z.enum(['model', 'section', 'url', 'keywords']);
export type CategoryWay = z.infer<typeof categoryWaySchema>;

/**
 * The subject of an article, one of a few labels. A trained model predicts it; without a model, the page's section, its address or its words do.
 * Only a model's probability is measured; each other way has a fixed one, by how often it is right.
 */
export const categorySchema = record({
  label: z.string(),
  /** 0 to 1. */
  probability: z.number(),
  by: categoryWaySchema,
  /** Version of the model; null: no model was used. */
  model: z.string().nullable(),
  /** The terms that decided, strongest first, each with its share. */
  terms: listOf(
    record({
      term: z.string(),
      share: z.number(),
    }),
  ),
});
export type Category = z.infer<typeof categorySchema>;
