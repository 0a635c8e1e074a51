import { z } from 'zod';
import { listOf, opaqueWith, record, textOf } from '../schema.ts';
import type { CanonicalUrl } from '../web/canonical-url.ts';
import type { ListKnowledge } from './list-api.ts';
import type { ApiKnowledge } from './page-api.ts';
import { playerEvidenceSchema } from './player-evidence.ts';

/**
 * Result of fetching one page in both ways. `same`: static fetch and browser gave the same; `differs`: they gave different content; `static-lacks`: only the browser
 * gave content; `browser-lacks`: only the static fetch did.
 */
export type ComparisonResult = 'same' | 'differs' | 'static-lacks' | 'browser-lacks';

const comparisonSchema = record({
  at: z.date(),
  url: textOf<CanonicalUrl>(),
  result: z.enum(['same', 'differs', 'static-lacks', 'browser-lacks']),
  /** The page is a list. Absent: it has an article. */
  isList: z.literal(true).optional(),
  /** What was missing, or how much the two differed. */
  detail: z.string(),
});
export type Comparison = z.infer<typeof comparisonSchema>;

/** Evidence whether static fetches suffice for the pages of one host and address format. */
export const formatEvidenceSchema = record({
  host: z.string(),
  /** Made by `urlFormats` or `sourceFormat`. */
  format: z.string(),
  /** Number of comparisons so far. */
  compared: z.number(),
  /** Number of them with the result `same` or `browser-lacks`: the static fetch was enough. */
  enough: z.number(),
  /** The newest comparisons, newest last. */
  comparisons: listOf(comparisonSchema),
  /** Whether each of the newest static fetches gave enough, newest last; empty while all did. */
  staticGave: listOf(z.boolean()),
  /** The API behind the pages; null or absent: nothing was tried. */
  api: opaqueWith<ApiKnowledge>({ decidedAt: z.date() }).nullable().optional(),
  /** Of a source: the API behind its list; null or absent: nothing was tried. */
  list: opaqueWith<ListKnowledge>({ decidedAt: z.date() }).nullable().optional(),
  /** What came of playing its pages whose source shows no media; absent: none was played. */
  players: playerEvidenceSchema.optional(),
  updatedAt: z.date(),
});
export type FormatEvidence = z.infer<typeof formatEvidenceSchema>;
