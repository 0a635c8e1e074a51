import { z } from 'zod';
import { record } from '../schema.ts';

const stratum = {
  /** Lowest score, included. */
  from: z.number(),
  /** Highest score, excluded; null: no limit. */
  to: z.number().nullable(),
  /** Number of pages in it at the time of the draw. */
  population: z.int(),
};

/** A score range of a topic's judged pages, from which pages are drawn at random. A drawn page represents its stratum. */
const stratumSchema = record(stratum);
export type Stratum = z.infer<typeof stratumSchema>;

/** The draw that chose the page. */
export const drawnSchema = record({ ...stratum, draw: z.string(), at: z.date() });
export type Drawn = z.infer<typeof drawnSchema>;

/** A person's judgement whether an article belongs to a topic. */
export const labelSchema = record({
  articleId: z.string(),
  topic: z.string(),
  relevant: z.boolean(),
  by: z.string(),
  at: z.date(),
  /** The article's score when it was shown. */
  score: z.number(),
  /** When the article was first stored: earlier draws could not choose it. */
  seenAt: z.date(),
  /** Null: a person chose the page, so it represents itself only. */
  drawn: drawnSchema.nullable(),
});
export type Label = z.infer<typeof labelSchema>;

export const precisionEstimate = {
  precision: z.number(),
  /** Standard error. */
  margin: z.number(),
  /** Number of labels of pages at or above the threshold. */
  labels: z.int(),
};

/** The precision of a topic's kept pages, estimated from labels. */
const precisionEstimateSchema = record(precisionEstimate);
export type PrecisionEstimate = z.infer<typeof precisionEstimateSchema>;

/** One change of a topic's threshold, with its evidence. */
export const calibrationStepSchema = record({
  ...precisionEstimate,
  topic: z.string(),
  /** 1 for the topic's first. */
  number: z.int(),
  at: z.date(),
  /** The old threshold. */
  from: z.number(),
  /** The new threshold. */
  to: z.number(),
  /** The present step size. */
  size: z.number(),
  direction: z.enum(['down', 'up', 'stay']),
  /** The target precision, or the highest that the scores can reach where that is less. */
  reference: z.number(),
  /** How far the precision is below `reference`. */
  moved: z.number(),
  steady: z.boolean(),
  why: z.string(),
});
export type CalibrationStep = z.infer<typeof calibrationStepSchema>;
