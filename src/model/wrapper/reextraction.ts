import { z } from 'zod';
import { record } from '../schema.ts';

/** Why a stored article was not read again with a new wrapper, or keeps its text. */
const reextractionSkipSchema = z.enum([
  /** Its snapshot was deleted, as the retention settings say. */
  'no-snapshot',
  /** Its snapshot can't be read: the log has the error. */
  'unreadable',
  /** Its snapshot shows a layout that the wrapper does not know. */
  'other-layout',
  /** It consists of several pages, and the article names the snapshot of the first one only. */
  'several-pages',
  /** A visit has seen the page since the snapshot. */
  'newer-visit',
  /** A visit would refuse the new reading: no article, or a body of low confidence. */
  'refused',
  /** The new reading agrees less with the correction of the page. */
  'worse-than-corrected',
  /** Older than the newest articles of its site that are read again. */
  'beyond-limit',
]);
export type ReextractionSkip = z.infer<typeof reextractionSkipSchema>;

/** The last article that was looked at; the list is newest first. */
const reextractionCursorSchema = record({
  id: z.string(),
  updatedAt: z.date(),
});
export type ReextractionCursor = z.infer<typeof reextractionCursorSchema>;

/** How far the stored articles of a site are read again with its live wrapper. */
export const reextractionSchema = record({
  site: z.string(),
  /** Version of the wrapper. */
  version: z.number(),
  /** Null: at the newest article. */
  after: reextractionCursorSchema.nullable(),
  /** Number of articles that a visit has read with this wrapper. */
  upToDate: z.number(),
  /** Number of articles that were read again. */
  read: z.number(),
  /** Number of those whose text or fields changed. */
  changed: z.number(),
  /** Number of articles that were left as they are, by reason. */
  skipped: z.partialRecord(reextractionSkipSchema, z.number()).readonly(),
  startedAt: z.date(),
  /** Null: it goes on. */
  finishedAt: z.date().nullable(),
});
export type Reextraction = z.infer<typeof reextractionSchema>;

/** Number of articles that were left as they are. */
export const skippedArticles = ({ skipped }: Pick<Reextraction, 'skipped'>): number =>
  Object.values(skipped).reduce((sum, count) => sum + count, 0);
