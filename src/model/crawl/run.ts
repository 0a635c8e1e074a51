import { z } from 'zod';
import { listOf, record } from '../schema.ts';
import { crawlScope } from './crawl-scope.ts';

const runScopeSchema = record({
  ...crawlScope,
  /** Links from an address that was named, at most; null: no limit but that of the sources. */
  maxDepth: z.number().nullable(),
});
export type RunScope = z.infer<typeof runScopeSchema>;

/** One `crawl`, `watch` or `worker`. */
export const runSchema = record({
  id: z.string(),
  kind: z.enum(['crawl', 'watch', 'worker']),
  startedAt: z.date(),
  /** Null: it still runs, or its process died. */
  finishedAt: z.date().nullable(),
  owner: z.string(),
  /** Hosts of the sites that it crawls; null: all sites. */
  sites: listOf(z.string()).nullable(),
  /** What it takes of its sites; null: everything. */
  scope: runScopeSchema.nullable(),
});
export type Run = z.infer<typeof runSchema>;
