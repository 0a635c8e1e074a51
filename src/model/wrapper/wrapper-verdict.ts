import { z } from 'zod';
import { record } from '../schema.ts';
import type { LearnedWrapper } from './learned-wrapper.ts';

/** How well a wrapper reads pages, means over pages. */
const wrapperScoresSchema = record({
  /** F1 of the body's words on corrected pages; null: no page is corrected. */
  corrected: z.number().nullable(),
  /** On other pages: F1 with the generic extractor's body. */
  agreement: z.number(),
  /** On other pages: share of the text that the generic extractor is sure of. */
  completeness: z.number(),
  /** On other pages: words of the body beside those of the generic one, without lines that recur. */
  length: z.number(),
  /** On other pages: share of the body's words in lines that recur. */
  boilerplate: z.number(),
});
export type WrapperScores = z.infer<typeof wrapperScoresSchema>;

/** Whether a learned wrapper may go live, and why. */
export const wrapperVerdictSchema = record({
  isAccepted: z.boolean(),
  reason: z.string(),
  /** Number of pages that were held back; 0: too few pages, it is judged on those that it was learned from. */
  judgedPages: z.number(),
  scores: wrapperScoresSchema,
  /** The generic extractor on the same pages. */
  generic: wrapperScoresSchema,
  /** The wrapper that was live; null: there was none. */
  live: wrapperScoresSchema.nullable(),
});
export type WrapperVerdict = z.infer<typeof wrapperVerdictSchema>;

/** A wrapper and whether it may go live. */
export interface JudgedWrapper {
  /** Without the fields that held-back pages do not confirm. */
  readonly wrapper: LearnedWrapper;
  readonly verdict: WrapperVerdict;
}
