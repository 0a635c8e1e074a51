import { z } from 'zod';
import { dataValuesSchema } from '../data/data-value.ts';
import { listOf, record } from '../schema.ts';

/** What is right about a page, as a person or a model that was asked says. Null: as extraction has it. */
export const correctionSchema = record({
  title: z.string().nullable(),
  /** Paragraphs of the body. */
  body: listOf(z.string()).nullable(),
  authors: listOf(z.string()).nullable(),
  /** ISO 8601, day or more. */
  publishedAt: z.string().nullable(),
  /** Values of own data by field; null: the page has none. Absent: nobody has said. */
  data: dataValuesSchema.optional(),
  /** All records of the page by their kind, in page order. Absent: nobody has said. */
  records: z.record(z.string(), listOf(dataValuesSchema)).readonly().optional(),
});
export type Correction = z.infer<typeof correctionSchema>;

export const emptyCorrection: Correction = { title: null, body: null, authors: null, publishedAt: null };

/** Whether a text is a day or a time as corrections have it: `2026-11-21`, `2026-11-21T08:00:00Z`. */
export const isIsoDate = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/.test(text) &&
  !Number.isNaN(new Date(text).getTime()) &&
  // a day that does not exist (2026-02-30) moves to the next month
  new Date(text.slice(0, 10)).toISOString().startsWith(text.slice(0, 10));

/** Whether a correction says something of the article. */
export const correctsArticle = ({ title, body, authors, publishedAt }: Correction): boolean =>
  title !== null || body !== null || authors !== null || publishedAt !== null;

/** Whether a correction says something of own data. */
export const correctsData = ({ data, records }: Correction): boolean => data !== undefined || records !== undefined;
