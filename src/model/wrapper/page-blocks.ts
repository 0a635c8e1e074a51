import { z } from 'zod';
import { listOf, record, textOf } from '../schema.ts';
import type { CanonicalUrl } from '../web/canonical-url.ts';

const pageBlockSchema = record({
  text: z.string(),
  /** Innermost block element around the text. */
  tag: z.string(),
  /** Extraction takes it for the body now. */
  isBody: z.boolean(),
  /** Whether the page's stored correction has it in the body; null: there is no such correction. */
  isCorrected: z.boolean().nullable(),
  /** The date that the text names, ISO 8601; null: none, or it is a long text. */
  date: z.string().nullable(),
  /** The names in the text; empty: none, or it is a long text. */
  names: listOf(z.string()),
});
export type PageBlock = z.infer<typeof pageBlockSchema>;

/** A page as a person corrects it: its visible blocks in document order, and what extraction takes from them now. */
export const pageBlocksSchema = record({
  url: textOf<CanonicalUrl>(),
  blocks: listOf(pageBlockSchema),
  /** Empty: the page has none. */
  title: z.string(),
  /** ISO 8601; null: unknown. */
  publishedAt: z.string().nullable(),
  authors: listOf(z.string()),
  /** Where the body comes from, as in an article's provenance; null: the page has no body. */
  bodyBy: z.string().nullable(),
});
export type PageBlocks = z.infer<typeof pageBlocksSchema>;
